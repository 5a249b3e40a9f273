package optimal

import (
	"context"
	"errors"

	"dpscope/engine/num/lp"
)

// ended is where cutting planes came to.
type ended struct {
	*program
	lp.Solution
	rounds []Round
	cuts   int
}

// tighten seeks a vertex that breaks δ once more, at a δ smaller by as much.
//
// Rows have entries of e^ε, and where that is great a vertex keeps them only to a
// rounding that exceeds what the oracle minds. A smaller δ costs what the rows' multipliers
// say, which is far less than mixing with noise that is best for nothing, on
// which certified falls back.
func (p Problem) tighten(ctx context.Context, end *ended, watch func(Round, []float64, float64)) error {
	const times, most = 3, 1e-3 // of δ
	const more = 1.1            // than what it breaks δ by, which it will again
	held := p
	first := end.progress
	for pass := range times {
		law, err := p.law(cleaned(end.masses, end.atom))
		if err != nil {
			return err
		}
		over := law.Certify(p.Query, p.Epsilon, 1).Delta - p.Delta
		if held.Delta -= more * over; over <= 0 || held.Delta < p.Delta*(1-most) {
			return nil
		}
		g := held.program(first.again(pass), false, end.active(end.Solution))
		s, rounds, err := g.minimise(ctx, p, 0, watch)
		if infeasible := (*InfeasibleError)(nil); errors.As(err, &infeasible) {
			return nil // the vertex that there is has to do
		}
		if err != nil {
			return err
		}
		*end = ended{g, s, append(end.rounds, rounds...), end.cuts + s.Cuts}
	}
	return nil
}

// least is what no law that keeps δ itself has less than: by weak duality, what
// the program was held to beyond that is added at its multipliers.
func (e *ended) least(p Problem) float64 {
	least := e.Bound
	for at, i := range e.Active {
		if e.events[i].Shift != 0 {
			least -= e.Weights[at] * (p.Delta - e.most)
		}
	}
	return least
}
