package accounting

import (
	"context"
	"math"

	"dpscope/engine/work"
)

// Bounds enclose the least budget of a run.
type Bounds struct{ Low, High float64 }

// narrow reports whether the bounds are within a relative accuracy.
func (b Bounds) narrow(accuracy float64) bool { return b.High-b.Low <= accuracy*b.High }

// How near to each other bounds are to be, relative to their size: Fine for a number,
// Coarse for a curve, or while a slider moves.
// Rough is for a whole curve within a frame.
const Fine, Coarse, Rough = 2e-4, 2e-3, 1e-2

// leastSlack is the smallest slack at which losses are added up: a part of it is still a number.
const leastSlack = 1e-200

// Losses encloses the least budget of a run at a slack delta > 0 by the law of the privacy loss, to an
// accuracy unless that takes too long. It computes the two sides separately, and the worse counts: neighbours
// are the same two in all steps, so that no mixture of sides occurs. If the noise hides next to nothing, it
// counts the steps that the record takes part in instead; of very many steps the mean of the losses may do as
// well. It reports its progress to ctx, and fails only when ctx ends.
func (r Run) Losses(ctx context.Context, delta, accuracy float64) (Bounds, error) {
	return r.losses(ctx, delta, Losses{Accuracy: accuracy})
}

func (r Run) losses(ctx context.Context, delta float64, to Losses) (Bounds, error) {
	switch {
	case delta >= -math.Expm1(r.Steps*math.Log1p(-r.Rate)): // as likely, the record takes part in no step
		return Bounds{}, nil
	case r.Rate == 1:
		epsilon := r.unsampled(delta)
		return Bounds{epsilon, epsilon}, nil
	case r.Steps == 1:
		epsilon := r.Epsilon(delta)
		return Bounds{epsilon, epsilon}, nil
	case delta < leastSlack: // a budget too small at a greater slack is too small here
		b, err := r.losses(ctx, leastSlack, to)
		return Bounds{b.Low, r.best(removed, delta).Epsilon}, err
	}
	by := Bounds{Low: r.Seen(delta), High: math.Inf(1)} // by the steps with the record
	if by.Low > 0 {
		by.High = min(r.told(delta), r.best(removed, delta).Epsilon)
		const enough = 0.05
		if by.narrow(enough) {
			return by, nil
		}
	}
	const great = 1e4 // from about there on the mean of many losses may do as well as their law
	if high := r.best(removed, delta).Epsilon; high > great {
		by = Bounds{max(by.Low, r.likely(delta)), min(by.High, high)}
		if by.narrow(max(to.Accuracy, Coarse)) {
			return by, nil
		}
	}
	b, err := r.integrated(ctx, delta, to)
	b = Bounds{max(b.Low, by.Low), min(b.High, by.High)}
	const wide = 0.5
	if !b.narrow(wide) {
		b.Low = max(b.Low, min(r.counted(delta), b.High))
	}
	return b, err
}

// integrated computes Losses by contours.
func (r Run) integrated(ctx context.Context, delta float64, to Losses) (Bounds, error) {
	const roughly, step = 0.03, 0.2
	var left work.RemainingWork
	worse, other := r.begin(removed, delta), r.begin(added, delta)
	for _, s := range []*search{worse, other} {
		s.narrow(left.Step(ctx, step), Losses{Accuracy: roughly})
	}
	if other.High > worse.High {
		worse, other = other, worse
	}
	worse.narrow(left.Step(ctx, step), to)
	if other.High > worse.Low {
		other.narrow(left.Step(ctx, step), to)
	}
	return Bounds{max(worse.Low, other.Low), max(worse.High, other.High)}, ctx.Err()
}

// search narrows the enclosure of one side's budget.
type search struct {
	Run
	Bounds
	from   side
	delta  float64
	missed float64 // part of δ that the law leaves out
	law    law
	near   float64 // a promising exponent
	guess  float64 // approximate budget
	fall   float64 // approximate fall of ln δ there
}

// begin encloses the budget by the Rényi divergences of the losses.
func (r Run) begin(from side, delta float64) *search {
	const part = 1e-6
	s := &search{Run: r, from: from, delta: delta, missed: part * delta}
	s.law = r.law(from, s.missed/r.Steps)
	s.High = r.best(from, delta).Epsilon
	if s.law.losses != nil {
		s.near, s.guess = s.law.near(r.Steps, delta-s.missed)
		s.fall = s.near
	}
	return s
}

// narrow draws contours, each around the result of the last, until bounds are narrow or cease to improve. The
// last accuracy may take a fifth of a second for bounds near 0 of few steps, and a frame for callers that ask
// often.
func (s *search) narrow(ctx context.Context, to Losses) {
	for range 4 {
		if s.Bounds.narrow(to.Accuracy) || ctx.Err() != nil || s.law.losses == nil {
			return
		}
		before := s.High - s.Low
		s.draw(to.Accuracy, to.turns())
		if s.High-s.Low > 0.9*before {
			return
		}
	}
}

// turns limits the turns of a contour.
func (a Losses) turns() float64 {
	turns := max(3e6, 6/(a.Accuracy*a.Accuracy))
	if a.Soon {
		turns = min(turns, 1e7)
	}
	return turns
}

// draw draws one contour that takes no more than a limit of turns.
func (s *search) draw(accuracy, limit float64) {
	const most, least = 0.1, 1e-9 // part of δ that bounds are off by
	part := min(max(0.35*accuracy*s.fall*s.guess, least), most)
	on := s.circle(s.guess, math.Log(s.delta*part)-7)
	c, found := s.contour(on, math.Sqrt(math.Log1p(2*part/s.fall)/(s.fall+1)), limit)
	if !found {
		return
	}
	b, found := c.enclose(s.delta-s.missed, s.delta, s.guess, 1e-5*accuracy)
	if !found {
		return
	}
	s.Low, s.High, s.guess = max(s.Low, b.Low), min(s.High, b.High), b.High
	_, _, fall := c.at(b.High)
	s.fall = max(fall, s.near/4)
}
