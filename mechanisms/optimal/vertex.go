package optimal

import (
	"context"
	"errors"

	"dpscope/engine/num/lp"
)

// Cutting planes begin on few cells, where they end soon, and what holds the law there is
// brought to cells half as wide, and again. For budgets that are not great that ends
// within some fifty rounds, in a tenth of what an interior-point method takes. Where
// it does not it hardly ever does within ten times as many, and the interior-point
// method says where to begin; on very many cells it is asked at once.
const (
	coarsest = 40  // cells; with fewer there is no coarser grid
	finest   = 200 // weights that are worth the attempt
)

// hurried is how many rounds cutting planes are given for so many weights.
func hurried(weights int) int { return 30 + 2*weights/5 }

// vertex is where cutting planes end, begun with some events, nil for a start that
// depends on nothing else.
func (p Problem) vertex(ctx context.Context, padded bool, from []Event, watch func(Round, []float64, float64)) (ended, error) {
	told := &progress{ctx: ctx, weights: p.mixture(padded).weights(), of: p.grids()}
	if from != nil {
		return p.program(told, padded, from).end(ctx, p, watch)
	}
	g, s, rounds, err := p.attempt(ctx, told, padded, watch)
	if !errors.Is(err, lp.ErrRounds) {
		return ended{g, s, rounds, s.Cuts}, err
	}
	seeds := g.seeds(ctx)
	if len(seeds) == 0 {
		seeds = g.active(s)
	}
	end, err := p.program(told, padded, append(seeds, g.tails()...)).end(ctx, p, watch)
	end.rounds, end.cuts = append(rounds, end.rounds...), end.cuts+s.Cuts
	return end, err
}

// end takes as many rounds as it needs.
func (g *program) end(ctx context.Context, p Problem, watch func(Round, []float64, float64)) (ended, error) {
	s, rounds, err := g.minimise(ctx, p, 0, watch)
	return ended{g, s, rounds, s.Cuts}, err
}

// attempt goes from coarse to fine in a hurry. Its error is lp.ErrRounds where the
// problem's own grid takes more rounds, or is too fine to try.
func (p Problem) attempt(ctx context.Context, told *progress, padded bool, watch func(Round, []float64, float64)) (g *program, s lp.Solution, rounds []Round, err error) {
	if told.weights > finest {
		return p.program(told, padded, nil), s, nil, lp.ErrRounds
	}
	told.hurried = true
	defer func() { told.hurried = false }()
	g = p.program(told, padded, p.start(ctx, told, padded))
	s, rounds, err = g.minimise(ctx, p, hurried(g.weights()), watch)
	return g, s, rounds, err
}

// grids is how many there are from the coarsest to the problem's own.
func (p Problem) grids() int {
	if half, ok := p.halved(); ok {
		return half.grids() + 1
	}
	return 1
}

// halved is the problem on about half as many cells, if that is not too coarse. A
// count has no coarser grid.
func (p Problem) halved() (half Problem, ok bool) {
	if p.Query == Count || p.Cells() <= coarsest || p.Steps < 4 {
		return p, false
	}
	half = p
	half.Steps = p.Steps / 2
	half.Reach = (p.Reach*half.Steps + p.Steps - 1) / p.Steps
	return half, true
}

// start are events to begin with: all tails, and what cutting planes come to on half
// as many cells.
func (p Problem) start(ctx context.Context, told *progress, padded bool) []Event {
	own := p.grid(padded)
	half, ok := p.halved()
	if !ok {
		return own.tails()
	}
	g := half.program(told, padded, half.start(ctx, told, padded))
	s, _, err := g.minimise(ctx, half, hurried(g.weights()), nil)
	if err != nil && !errors.Is(err, lp.ErrRounds) { // no such law, which the finer grid may have
		return own.tails()
	}
	return append(own.lent(g.grid, g.active(s)), own.tails()...)
}
