package optimal

import (
	"context"
	"slices"
)

// tighten seeks a vertex that breaks a δ once more, at one smaller by as much, and
// gives its law with the certificates.
//
// Rows have entries of e^ε, and where that is great a vertex keeps them only to a
// rounding that exceeds what the oracle minds. A smaller δ costs what the rows' multipliers
// say, which is far less than mixing with noise that is best for nothing, on
// which mended falls back.
func (p Problem) tighten(ctx context.Context, end *ended) (Law, []Certificate, error) {
	const times, most = 3, 1e-3 // of δ
	const more = 1.1            // than what it breaks δ by, which it will again
	held := p
	first := end.progress
	for pass := 0; ; pass++ {
		law, c, err := p.certified(cleaned(end.masses[0], end.atoms[0]))
		if err != nil {
			return law, c, err
		}
		less := true // there is room for a smaller δ
		for i, over := range p.exceeded(c) {
			if at := held.Points()[i].Delta - more*max(over, 0); at >= p.Points()[i].Delta*(1-most) {
				held = held.at(i, at)
			} else {
				less = false
			}
		}
		if pass == times || !less || p.kept(c) {
			return law, c, nil
		}
		again, err := held.alone().after(ctx, end, first.again(pass))
		switch {
		case ctx.Err() != nil:
			return law, c, ctx.Err()
		case err != nil: // the vertex that there is has to do
			return law, c, nil
		}
		*end = again
	}
}

// after is where a program of sums ends, begun with the events that held where another ended, whose rounds and cuts it counts as well.
func (p posed) after(ctx context.Context, end *ended, told *progress) (ended, error) {
	again := p.program(told, false, nil)
	s, err := again.sum(ctx, end.active(end.Solution))
	if err != nil {
		return ended{}, err
	}
	again.see(s.X)
	s.Rounds, s.Cuts = s.Rounds+end.Rounds, s.Cuts+end.Cuts
	return ended{again, s}, nil
}

// exceeded is by how much each certificate exceeds the δ of its point.
func (p Problem) exceeded(c []Certificate) (over []float64) {
	for i, at := range p.Points() {
		over = append(over, c[i].Delta-at.Delta)
	}
	return over
}

// kept reports whether certificates say that a law keeps all points.
func (p Problem) kept(c []Certificate) bool { return slices.Max(p.exceeded(c)) <= 0 }

// least is what no law that keeps δ itself has less than.
func (e *ended) least(p Problem) float64 { return e.leastOf(p.alone()) }

// leastOf is what no laws that keep δ itself have less than: by weak duality, what
// the program was held to beyond that is added at its multipliers.
func (e *ended) leastOf(p posed) float64 {
	least := e.Bound - e.added
	for at, i := range e.Active {
		if e.events[i].cells != nil {
			point := e.events[i].point
			least -= e.Weights[at] * (p.Points()[point].Delta - e.limits[point].most)
		}
	}
	return e.unit * max(least, e.program.least)
}
