package optimal

import (
	"context"

	"dpscope/engine/num/lp"
)

// Solution is a certified law.
type Solution struct {
	Law
	Loss        float64       // expected
	Least       float64       // no law on this grid has less, to rounding (weak duality; Solve says which laws)
	Certificate Certificate   // its Delta is at most that of the problem
	Under       Under         // below a curve; otherwise empty
	Also        []Certificate // at the further points, in their order

	Events []Event // the tight ones: a start for problems nearby
	Rounds int     // laws on this grid whose most distinguishing event was sought
	Cuts   int     // events, and cells of them, that held laws on the way
}

// Solve finds the law of least loss, and reports its progress to ctx. near holds events to begin with, tight
// for the law of a problem nearby, which is fastest; nil gives a start that depends on nothing else. The law
// is as good and certified alike for any start, but may be another if the best is not unique, and may differ
// in its last digits.
//
// The program holds laws to V ≤ δ at the shifts by whole cells, in both directions unless the loss is even,
// and each against all sets of cells at once, because V is the sum of the cells' positive parts. Nothing is
// worse elsewhere: V is linear between these shifts (Moves), and an event with a part of a cell gains no more
// than one with the whole cell or without it. Ends of cells belong to the cell on the right; a density has
// nothing there, and 0 itself, which may have a mass, meets itself at no shift. For an even loss it seeks
// only symmetric laws: the mean of a law and its mirror image costs as much and has no greater V at any
// shift, because V is convex. So it leaves out no private law on the grid, and admits none that is not
// private except by rounding, which the certificate does not share.
func Solve(ctx context.Context, p Problem, near []Event) (Solution, error) {
	if err := p.possible(); err != nil {
		return Solution{}, p.explained(ctx, err)
	}
	if p.Below.Any() {
		s, err := p.solveBelow(ctx, near, nil)
		return s, p.explained(ctx, err)
	}
	end, err := p.alone().vertex(ctx, false, near)
	if err != nil {
		return Solution{}, p.explained(ctx, err)
	}
	return p.finish(ctx, &end)
}

// finish certifies the law at which a program ended.
func (p Problem) finish(ctx context.Context, end *ended) (Solution, error) {
	law, c, err := p.tighten(ctx, end)
	if err != nil {
		return Solution{}, err
	}
	cells, atom := cleaned(end.masses[0], end.atoms[0])
	if law, c, err = p.mended(cells, atom, law, c); err != nil {
		return Solution{}, err
	}
	loss := law.expect(p.mean)
	return Solution{Law: law, Loss: loss, Certificate: c[0], Also: c[1:], Least: min(end.least(p), loss), Events: end.active(end.Solution),
		Cuts: end.Cuts, Rounds: end.Rounds}, nil
}

// Floor returns a lower bound on the expected loss of every law, of any support and any shape within the
// problem's Shape: cells cost the least of their losses. A law within the problem's own support must exist,
// so that the free sensitivity of cells on either side is not most of the grid.
//
// Any law, with points or without, has masses in the cells, each with its left end, and they keep every event
// of whole cells at every shift by whole cells, because these are some of all events. The outermost cells
// take the mass beyond; no event holds them, and they only count against others: more mass there breaks no
// row, and costs the least there, because a loss is convex and 0 at 0. So the least cost of such masses is a
// bound, for any subset of the rows; rounding takes from it what a sum of doubles loses.
func Floor(ctx context.Context, p Problem) (float64, error) {
	if err := p.possible(); err != nil {
		return 0, err
	}
	end, err := p.alone().vertex(ctx, true, nil)
	if err != nil {
		return 0, err
	}
	return end.bound(end.Solution), nil
}

// active returns the tight events.
func (g *program) active(s lp.Solution) (events []Event) {
	for _, i := range s.Active {
		if g.events[i].cells != nil {
			events = append(events, g.events[i])
		}
	}
	return events
}
