package agreement

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"dpscope/engine/num/binomial"
	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// SampledBound bounds an agreement from below for any classifier, black boxes
// included: the mass of a box, less the share of it that may disagree. That
// share is bounded from draws of the mechanism on condition that they fall into
// the box (uniform draws would say nothing about it, for the mechanism is not
// uniform there).
type SampledBound struct {
	Sides           []proof.Side
	Mass            float64
	Failures, Draws int
	Disagreeing     float64 // one-sided Clopper–Pearson limit on the share that disagrees
	Bound           float64 // Mass·(1 − Disagreeing)
	Confidence      float64
}

// BoundOn samples a box that was chosen without looking at these draws. The
// whole of 1 − confidence is spent on this one limit, so it holds once: a box
// chosen by its result would need fresh draws.
func (q Question) BoundOn(ctx context.Context, laws []mechanisms.Law, sides []proof.Side, draws int, confidence float64, rng *rand.Rand) (SampledBound, error) {
	if err := checkSampling(draws, confidence); err != nil {
		return SampledBound{}, err
	}
	b := SampledBound{Sides: sides, Mass: Mass(laws, sides), Draws: draws, Confidence: confidence}
	if b.Mass == 0 {
		b.Disagreeing = 1
		return b, nil
	}
	within := samplersWithin(laws, sides)
	kept, err := q.count(ctx, draws, q.Classifier.Predict(q.Record), func(x []float64) {
		for k, i := range q.Private {
			x[i] = within[k].sample(rng)
		}
	})
	if err != nil {
		return SampledBound{}, err
	}
	b.Failures = draws - kept
	b.Disagreeing = binomial.UpperLimit(float64(b.Failures), float64(draws), 1-confidence)
	b.Bound = b.Mass * (1 - b.Disagreeing)
	return b, nil
}

// BoxBySampling looks for a box of great mass whose class seems constant, with
// draws of its own, and then bounds the agreement from fresh ones. A box that
// is tried is dropped at its first failure. It is for black boxes, of which
// the kinds that are loaded are none: views have a proof for each and do not ask.
func (q Question) BoxBySampling(ctx context.Context, laws []mechanisms.Law, limits proof.Side, draws int, confidence float64, rng *rand.Rand) (SampledBound, error) {
	if err := checkSampling(draws, confidence); err != nil {
		return SampledBound{}, err
	}
	class := q.Classifier.Predict(q.Record)
	g := newGrowth(ctx, q, measuredAll(laws), limits)
	holds := func(sides []proof.Side) (bool, error) {
		within := samplersWithin(laws, sides)
		kept, err := q.count(ctx, draws, class, func(x []float64) {
			for k, i := range q.Private {
				if within[k].mass > 0 { // else the side is the record's own value, so far
					x[i] = within[k].sample(rng)
				}
			}
		})
		return kept == draws, err
	}
	starts := [][]float64{g.within(0)}
	for _, radius := range [...]float64{0.5, 0.25, 0.125, 0.0625, 0.03125} {
		ok, err := holds(g.sides(g.within(radius)))
		if err != nil {
			return SampledBound{}, err
		}
		if ok {
			starts = append(starts, g.within(radius))
			break
		}
	}
	if err := g.creep(starts, holds); err != nil {
		return SampledBound{}, err
	}
	return q.BoundOn(ctx, laws, g.sides(g.best), draws, confidence, rng)
}

// sampler draws one private answer on condition that it falls into a side.
type sampler struct {
	measure
	within proof.Side
	mass   float64
}

func samplersWithin(laws []mechanisms.Law, sides []proof.Side) []sampler {
	all := make([]sampler, len(laws))
	for k, l := range laws {
		m := measured(l)
		all[k] = sampler{m, sides[k], m.side(sides[k])}
	}
	return all
}

// sample draws again until the side is hit; where that would take long it
// inverts the distribution function instead.
func (s sampler) sample(rng *rand.Rand) float64 {
	const tries = 16
	for range tries {
		if y := s.law.Sample(rng); s.within.Contains(y) {
			return y
		}
	}
	share := rng.Float64() * s.mass
	low, high := s.within.Ends()
	if reach := s.reach(s.law.Mean()); math.IsInf(low, -1) || math.IsInf(high, 1) {
		low, high = max(low, reach.Low), min(high, reach.High)
	}
	for range 80 {
		mid := low + (high-low)/2
		if mid <= low || mid >= high {
			break
		}
		if s.side(proof.Side{Low: s.within.Low, OpenLow: s.within.OpenLow, High: mid}) >= share {
			high = mid
		} else {
			low = mid
		}
	}
	if s.bins != nil { // bisection ends just above the bin
		return float64(max(s.binsUpTo(high)-1, 0)) / s.steps
	}
	return high
}

// SampledRadius is a radius found by sampling.
type SampledRadius struct {
	Passed float64 // the largest radius whose test passed, and all before it
	Failed float64 // the next, whose test failed; +Inf when none did
	Draws  int     // at each radius
	Share  float64 // the share of points that are tolerated
}

// RadiusBySampling tests increasing radii: at each, draws are made uniformly in
// the ball, and one failure is one too many. It stops at the first radius that
// fails, so no correction for many tests is needed: a radius whose ball holds a
// larger share than the tolerated one of other classes passes with probability
// at most 1 − confidence, and whatever comes after the first such radius is
// reached no more often (fixed-sequence testing: Maurer, Hothorn & Lehmacher
// 1995). Bisection would jump over holes. Like BoxBySampling it is for black
// boxes, which no view has.
func (q Question) RadiusBySampling(ctx context.Context, ladder []float64, limits proof.Side, tolerated, confidence float64, rng *rand.Rand) (SampledRadius, error) {
	if !(tolerated > 0 && tolerated < 1) {
		return SampledRadius{}, fmt.Errorf("tolerated share = %g is outside (0, 1)", tolerated)
	}
	draws := DrawsWithoutFailure(tolerated, confidence)
	if err := checkSampling(draws, confidence); err != nil {
		return SampledRadius{}, err
	}
	if !slices.IsSorted(ladder) {
		return SampledRadius{}, fmt.Errorf("the radii to test are not in increasing order")
	}
	r := SampledRadius{Failed: math.Inf(1), Draws: draws, Share: tolerated}
	class := q.Classifier.Predict(q.Record)
	for _, radius := range ladder {
		ball := proof.Ball(q.Record, q.Private, radius, limits)
		kept, err := q.count(ctx, draws, class, func(x []float64) {
			for _, i := range q.Private {
				x[i] = ball[i].Low + rng.Float64()*(ball[i].High-ball[i].Low)
			}
		})
		if err != nil {
			return r, err
		}
		if kept < draws {
			r.Failed = radius
			return r, nil
		}
		r.Passed = radius
	}
	return r, nil
}

// DrawsWithoutFailure returns how many draws, none of which fails, show with
// the confidence that at most a share tau fails: the least n with
// (1 − τ)ⁿ ≤ 1 − confidence. For τ = 0.01 at 95 % it is 299, where a two-sided
// Hoeffding bound asks for 73,778 for half that tolerance.
func DrawsWithoutFailure(tau, confidence float64) int {
	return int(math.Ceil(math.Log1p(-confidence) / math.Log1p(-tau)))
}
