package optimal

import (
	"context"
	"errors"
)

// tighten seeks a vertex that breaks δ once more, at a δ smaller by as much, and
// gives its law with the certificate.
//
// Rows have entries of e^ε, and where that is great a vertex keeps them only to a
// rounding that exceeds what the oracle minds. A smaller δ costs what the rows' multipliers
// say, which is far less than mixing with noise that is best for nothing, on
// which mended falls back.
func (p Problem) tighten(ctx context.Context, end *ended) (Law, Certificate, error) {
	const times, most = 3, 1e-3 // of δ
	const more = 1.1            // than what it breaks δ by, which it will again
	held := p
	first := end.progress
	for pass := 0; ; pass++ {
		law, c, err := p.certified(cleaned(end.masses, end.atom))
		if err != nil {
			return law, c, err
		}
		over := c.Delta - p.Delta
		if held.Delta -= more * over; over <= 0 || pass == times || held.Delta < p.Delta*(1-most) {
			return law, c, nil
		}
		again, err := held.program(first.again(pass), false, end.active(end.Solution)).cut(ctx, p, nil)
		if infeasible := (*InfeasibleError)(nil); errors.As(err, &infeasible) {
			return law, c, nil // the vertex that there is has to do
		}
		if err != nil {
			return law, c, err
		}
		again.Rounds, again.Cuts = again.Rounds+end.Rounds, again.Cuts+end.Cuts
		*end = again
	}
}

// least is what no law that keeps δ itself has less than: by weak duality, what
// the program was held to beyond that is added at its multipliers.
func (e *ended) least(p Problem) float64 {
	least := e.Bound - e.added
	for at, i := range e.Active {
		if e.events[i].Shift != 0 {
			least -= e.Weights[at] * (p.Delta - e.most)
		}
	}
	return e.unit * max(least, e.program.least)
}
