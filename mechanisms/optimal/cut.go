package optimal

import (
	"context"
	"errors"

	"gonum.org/v1/gonum/floats"

	"dpscope/engine/num/lp"
)

// Round reports the progress of the cutting planes: the best law under the events seen so far, private only
// after the last round.
type Round struct {
	Value     float64 // its loss, which rises
	Violation float64 // its greatest V at the problem's own point
	Entering  int     // violated events, one per shift, that enter now
	Active    int     // events that are tight
}

// Cut finds the law of least loss by cutting planes, and reports its progress to ctx. They begin with the
// obvious events, all cells on one side of a place at the greatest shift, and take many rounds. If rounding
// in rows of length e^ε keeps them from satisfying the last events, the last round solves a program of sums.
// watch, which may be nil, receives every round with the masses of the cells and of 0 itself, valid until it
// returns.
func Cut(ctx context.Context, p Problem, watch func(r Round, cells []float64, atom float64)) (Solution, error) {
	if err := p.possible(); err != nil {
		return Solution{}, p.explained(ctx, err)
	}
	if p.Below.Any() {
		s, err := p.solveBelow(ctx, nil, watch)
		return s, p.explained(ctx, err)
	}
	alone, told := p.alone(), reporting(ctx, 0)
	end, err := alone.program(told, false, alone.tails(false)).cut(ctx, watch)
	if err != nil {
		return Solution{}, p.explained(ctx, err)
	}
	if end.over > 0 {
		last, err := alone.after(ctx, &end, told.again(0))
		switch {
		case ctx.Err() != nil:
			return Solution{}, ctx.Err()
		case err == nil:
			last.separate(last.X)
			last.Rounds++
			end = last
			if watch != nil {
				watch(end.round(end.X, 0, len(end.Active)), end.masses[0], end.atoms[0])
			}
		}
	}
	return p.finish(ctx, &end)
}

// cut runs cutting planes to their end, from the program's rows.
func (g *program) cut(ctx context.Context, watch func(Round, []float64, float64)) (ended, error) {
	program := lp.Problem{Cost: g.cost, Mixtures: g.mixtures(), Rows: g.rows, Separate: g.separate, Pivoted: g.progress.pivoted}
	g.progress.weights = g.weights()
	begun := len(g.rows)
	if g.flat {
		program.Equals = many * g.weights()
	}
	s, err := lp.Minimise(ctx, program, func(r lp.Round) {
		g.progress.cut(g.over)
		if watch != nil {
			watch(g.round(r.X, r.Broken, r.Active), g.masses[0], g.atoms[0])
		}
	})
	if errors.Is(err, lp.ErrStuck) {
		g.part(little * (floats.Max(g.cost) - g.least))
		g.events = g.events[:begun]
		return g.cut(ctx, watch)
	}
	if errors.Is(err, lp.ErrInfeasible) {
		err = g.impossible()
	}
	return ended{g, s}, err
}

// round returns the round that saw the law of these weights.
func (g *program) round(weights []float64, entering, active int) Round {
	return Round{Value: g.unit * floats.Dot(g.plain, weights), Violation: g.worstV, Entering: entering, Active: active}
}
