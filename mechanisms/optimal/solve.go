package optimal

import (
	"context"

	"dpscope/engine/num/lp"
)

// Solution is a certified law.
type Solution struct {
	Law
	Loss        float64       // expected
	Least       float64       // no law on this grid has less, to rounding (weak duality; Solve says of which laws)
	Certificate Certificate   // its Delta is at most that of the problem
	Under       Under         // below a curve; else nothing
	Also        []Certificate // at the further points, in their order

	Events []Event // those that hold with equality: what to begin with at a problem nearby
	Rounds int     // laws on this grid that were asked for the event that tells them apart best
	Cuts   int     // events, and cells of them, that laws were held to on the way
}

// Solve finds the law of least loss, and reports to ctx how far it is. near are events
// to begin with, those that held the law of a problem nearby, which is soonest; nil for a
// start that depends on nothing else. The law is as good and certified in the same way
// whatever they are, but may be another where the best is not unique, and differ in its
// last digits.
//
// The program holds laws to V ≤ δ at the shifts by whole cells, in both directions unless the loss is even, and of each to all sets of
// cells at once, as V is the sum of what is positive among the cells'. Elsewhere nothing is worse: V is linear between these
// shifts (Moves), and an event that has a part of a cell only gains no more than one with the cell or without it. Ends of
// cells belong to the one on the right; a density has nothing there, and 0 itself, which may have a mass, meets itself
// at no shift. For an even loss only laws are sought that are the same on either side: the mean of a law and its mirror image
// costs as much and has no greater V at any shift, as V is convex. So no private law on the grid is left out, and none that
// is not private is let in but for rounding, which the certificate does not share.
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

// Floor is an expected loss that no law at all falls below, whatever its support
// and shape within the problem's Shape: cells cost the least of their losses. Laws
// within the problem's own support there must be, so that the sensitivity of cells on
// either side is not most of the grid.
//
// Any law, with points or without, has masses in the cells, each with its left end, and they keep every event of whole cells at every
// shift by whole cells, for these are some of all events. What lies beyond the sensitivity of cells on either side is counted
// in the outermost, which no event holds and which others are held against only: more of it breaks no row, and it costs the
// least there, as a loss is convex and 0 at 0. So the least cost of such masses is a bound, however few of the rows are asked for; rounding
// takes from it what a sum of doubles does.
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

// active are the events that hold with equality.
func (g *program) active(s lp.Solution) (events []Event) {
	for _, i := range s.Active {
		if g.events[i].cells != nil {
			events = append(events, g.events[i])
		}
	}
	return events
}
