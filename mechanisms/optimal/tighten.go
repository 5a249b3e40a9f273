package optimal

import (
	"context"
	"slices"
)

// tighten solves a vertex that breaks a δ once more, at a δ smaller by as much, and returns its law with the
// certificates.
//
// Rows have entries of e^ε, and if that is large a vertex keeps them only to a rounding above the oracle's
// tolerance. A smaller δ costs what the rows' multipliers say, far less than mixing with unoptimised noise,
// on which mended falls back.
func (p Problem) tighten(ctx context.Context, end *ended) (Law, []Certificate, error) {
	const times, most = 3, 1e-3 // of δ
	const more = 1.1            // times the excess over δ, which will recur
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
		case err != nil: // keep the present vertex
			return law, c, nil
		}
		*end = again
	}
}

// after solves a program of sums from another's tight events; it adds the other's rounds and cuts to its own.
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

// exceeded returns each certificate's excess over the δ of its point.
func (p Problem) exceeded(c []Certificate) (over []float64) {
	for i, at := range p.Points() {
		over = append(over, c[i].Delta-at.Delta)
	}
	return over
}

// kept reports whether certificates say that a law keeps all points.
func (p Problem) kept(c []Certificate) bool { return slices.Max(p.exceeded(c)) <= 0 }

// least returns a lower bound on the loss of every law that keeps δ itself.
func (e *ended) least(p Problem) float64 { return e.leastOf(p.alone()) }

// leastOf bounds from below the loss of all laws that keep δ itself: by weak duality it adds, at the
// multipliers, the slack between δ and the program's own limits.
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
