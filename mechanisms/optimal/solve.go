package optimal

import (
	"context"
	"errors"
	"fmt"

	"gonum.org/v1/gonum/floats"

	"dpscope/engine/num/lp"
	"dpscope/engine/numeral"
)

// Solution is a certified law.
type Solution struct {
	Law
	Loss        float64     // expected
	Least       float64     // no law on this grid has less (weak duality)
	Certificate Certificate // its Delta is at most that of the problem

	Events []Event // those that hold with equality: what to begin with at a problem nearby
	Cuts   int     // events ever looked at on this grid
	Rounds []Round // of them, some in vain: see vertex
}

// Round is how far the cutting planes have come: the best law under the events
// seen so far, which is not private before the last round.
type Round struct {
	Value     float64 // its loss: it rises
	Violation float64 // its greatest V
	Entering  int     // events that it violates, one a shift, and that enter now
	Active    int     // events that hold it where it is
}

// InfeasibleError says that no law on the grid is private enough.
type InfeasibleError struct{ Problem Problem }

func (e *InfeasibleError) Error() string {
	p := e.Problem
	reach := float64(p.Reach) / float64(p.Steps)
	text := fmt.Sprintf("no noise within ±%s sensitivities is private at epsilon = %g, delta = %g: where its support ends, a shift by the sensitivity gives it away",
		numeral.Short(reach), p.Epsilon, p.Delta)
	if enough := Support(p.Epsilon, p.Delta); enough > reach {
		return text + fmt.Sprintf("; support = %g would do", enough)
	}
	return text + "; a longer support or a greater delta would do"
}

// Tails are events to begin with that are plain to see: at the greatest shift, all
// cells on one side of a place. From them cutting planes take many rounds.
func (p Problem) Tails() []Event { return p.grid(false).tails() }

// Solve finds the law of least loss, and reports to ctx how far it is. from are
// events to begin with, nil for a good start that depends on nothing else. watch,
// which may be nil, is told of every round, with the masses of the cells and of 0
// itself, to be read until it returns.
func Solve(ctx context.Context, p Problem, from []Event, watch func(r Round, cells []float64, atom float64)) (Solution, error) {
	if err := p.possible(); err != nil {
		return Solution{}, err
	}
	end, err := p.vertex(ctx, false, from, watch)
	if err != nil {
		return Solution{}, err
	}
	return p.finish(ctx, &end, watch)
}

// finish certifies the law at which a program ended.
func (p Problem) finish(ctx context.Context, end *ended, watch func(Round, []float64, float64)) (Solution, error) {
	law, c, err := p.tighten(ctx, end, watch)
	if err != nil {
		return Solution{}, err
	}
	cells, atom := cleaned(end.masses, end.atom)
	if law, c, err = p.mended(cells, atom, law, c); err != nil {
		return Solution{}, err
	}
	loss := law.Expect(p.mean)
	return Solution{Law: law, Loss: loss, Certificate: c, Least: min(end.least(p), loss), Events: end.active(end.Solution), Cuts: end.cuts, Rounds: end.rounds}, nil
}

// Floor is an expected loss that no law at all falls below, whatever its support
// and shape within the problem's Shape: cells cost the least of their losses. Laws
// within the problem's own support there must be, so that the sensitivity of cells on
// either side is not most of the grid.
func Floor(ctx context.Context, p Problem) (float64, error) {
	if err := p.possible(); err != nil {
		return 0, err
	}
	end, err := p.vertex(ctx, true, nil, nil)
	if err != nil {
		return 0, err
	}
	return end.bound(end.Solution), nil
}

// active are the events that hold with equality.
func (g *program) active(s lp.Solution) (events []Event) {
	for _, i := range s.Active {
		if g.events[i].Shift != 0 {
			events = append(events, g.events[i])
		}
	}
	return events
}

// minimise runs the program for as many rounds, 0 for any number, and leaves the last
// law in it.
func (g *program) minimise(ctx context.Context, p Problem, rounds int, watch func(Round, []float64, float64)) (lp.Solution, []Round, error) {
	const many = 20     // pivots a weight among equals, before these are parted
	const little = 1e-6 // of the range of costs, which bounds then lose
	var list []Round
	program := lp.Problem{Cost: g.cost, Rows: g.rows, Separate: g.separate, Rounds: rounds, Pivoted: g.progress.pivoted}
	if g.flat {
		program.Equals = many * g.weights()
	}
	s, err := lp.Minimise(ctx, program, func(r lp.Round) {
		g.progress.cut(g.worstV - g.most - g.minded)
		round := Round{Value: r.Value, Violation: g.worstV, Entering: r.Broken, Active: r.Active}
		list = append(list, round)
		if watch != nil {
			watch(round, g.masses, g.atom)
		}
	})
	if errors.Is(err, lp.ErrStuck) {
		g.part(little * (floats.Max(g.cost) - g.least))
		g.events = g.events[:len(g.rows)]
		return g.minimise(ctx, p, rounds, watch)
	}
	if errors.Is(err, lp.ErrInfeasible) {
		err = &InfeasibleError{p}
	}
	return s, list, err
}
