package optimal

import (
	"context"
	"errors"

	"gonum.org/v1/gonum/floats"

	"dpscope/engine/num/lp"
)

// ended is a program with the solution it ended at.
type ended struct {
	*program
	lp.Solution
}

// gap returns the part of a value that its bound leaves unproven; if ties were separated, relative to at
// least a hundredth of the worst law's cost, because the value may be next to nothing.
func (e *ended) gap() float64 {
	of := e.Value
	if e.added > 0 {
		of = max(of, floats.Max(e.cost)/100)
	}
	return (e.Value - e.Bound) / of
}

// vertex solves a program, from known events or none, as a program of sums. If rounding prevents that from
// ending, or from proving its value, cutting planes continue, and count if they end better: their tolerance
// is the rounding of a row of length e^ε, and if that is too much the law is still the one of sums.
func (p posed) vertex(ctx context.Context, padded bool, near []Event) (ended, error) {
	const unproven = 1e-7
	told := reporting(ctx, summing)
	if p.program(told, padded, nil).vast() {
		return p.approached(ctx, told, padded)
	}
	end, err := p.summed(ctx, told, padded, near, 0)
	switch {
	case errors.Is(err, lp.ErrInfeasible):
		return end, p.impossible()
	case errors.Is(err, lp.ErrPivots) && end.weights() > sure:
		return p.approached(ctx, told, padded)
	case errors.Is(err, lp.ErrPivots):
		return p.program(told, padded, append(p.tails(padded), near...)).cut(ctx, nil)
	case err != nil:
		return end, err
	}
	kept := len(end.separate(end.X)) == 0
	if kept && !(end.gap() > unproven) { // a value of 0 has none
		return end, nil
	}
	if end.weights() > sure { // cutting planes would take hours
		return p.approached(ctx, told, padded)
	}
	cut, err := p.program(told, padded, end.active(end.Solution)).cut(ctx, nil)
	if kept && (errors.As(err, new(*InfeasibleError)) || err == nil && end.gap() <= cut.gap()) {
		return end, nil
	}
	if err == nil && kept && cut.over > 0 { // one keeps all rows, and the other proves the bound
		cut.X, cut.Value = end.X, end.Value
		cut.see(cut.X)
	}
	return cut, err
}

// The tight events on few cells, found soon, are converted to cells half as wide, repeatedly.
const (
	coarsest = 40  // cells; with fewer there is no coarser grid
	finest   = 200 // weights; most of them stay as they are when a slider moves
)

// summed solves a program of sums, after that many halvings of the requested grid. Without known events, or
// with so many cells that few would stay as they are, it begins with the solution on half as many cells.
func (p posed) summed(ctx context.Context, told *progress, padded bool, near []Event, halvings int) (ended, error) {
	g := p.program(told, padded, nil)
	if len(near) == 0 || g.weights() > finest && len(p.groups) == 1 {
		half, ok := p.halved()
		coarse, err := ended{}, lp.ErrInfeasible
		if ok {
			coarse, err = half.summed(ctx, told, padded, nil, halvings+1)
		}
		switch {
		case ctx.Err() != nil:
			return coarse, ctx.Err()
		case err == nil:
			near = p.lent(half, padded, coarse.active(coarse.Solution))
		default: // the finer grid may have a law
			near = p.tails(padded)
		}
	}
	told.grid(g.weights(), halvings)
	s, err := g.sum(ctx, near)
	if errors.Is(err, lp.ErrPivots) && g.flat {
		g.part(little * (floats.Max(g.cost) - g.least))
		s, err = g.sum(ctx, near)
	}
	return ended{g, s}, err
}

// halved returns the question on about half as many cells, or whole numbers, if that is not too coarse. With
// several groups the shifts stay.
func (p posed) halved() (half posed, ok bool) {
	if len(p.groups) > 1 {
		return p.doubled()
	}
	if p.Cells() <= coarsest || p.Steps < 4 {
		return p, false
	}
	half = p
	half.Steps = p.Steps / 2
	half.Reach = (p.Reach*half.Steps + p.Steps - 1) / p.Steps
	return half, true
}

// impossible says that there are no such laws.
func (p posed) impossible() error { return &InfeasibleError{Problem: p.Problem} }
