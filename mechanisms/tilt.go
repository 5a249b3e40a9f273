package mechanisms

import (
	"math"

	"dpscope/engine/num/rootfind"
)

// A law with weight e^(−rate·distance from x) is tilted by its rate: the mass of a window rises with the rate
// if the answers outside are on average further from x than those inside,
//
//	d ln(mass/(1 − mass))/d rate = E[distance | outside] − E[distance | inside],
//
// and both means fall as the rate grows, by the variances. So if at the lower end of an interval of rates the
// mean inside is below the mean outside at the upper end, the mass rises all over the interval; it falls in
// the opposite case. That settles most intervals; the rest are split.

// stretch is a run of answers on one side of x: an interval of distances, or a
// number of bins, from near on.
type stretch struct{ near, length float64 }

// exponentialTilt is a law with weights e^(−rate·d) at distance d from x: the answers inside a window and
// those outside, at most two stretches each.
type exponentialTilt struct {
	inside, outside []stretch

	// moments returns the sum of weights e^(−rate·d) over d in a stretch of the
	// given length from 0, up to a factor that depends on the rate only, and the
	// mean of d.
	moments func(rate, length float64) (weight, mean float64)
}

// mean returns the mean distance of the answers in the stretches.
func (t exponentialTilt) mean(rate float64, stretches []stretch) float64 {
	nearest := math.Inf(1)
	for _, s := range stretches {
		nearest = min(nearest, s.near)
	}
	total, sum := 0.0, 0.0
	for _, s := range stretches {
		weight, mean := t.moments(rate, s.length)
		weight *= math.Exp(-rate * (s.near - nearest))
		total += weight
		sum += weight * (s.near - nearest + mean)
	}
	return nearest + sum/total
}

// tilt is a rate, as its logarithm, with both means.
type tilt struct{ logRate, inside, outside float64 }

func (t exponentialTilt) at(logRate float64) tilt {
	rate := math.Exp(logRate)
	return tilt{logRate, t.mean(rate, t.inside), t.mean(rate, t.outside)}
}

func (t tilt) slope() float64 { return t.outside - t.inside }

// turns returns the rates between low and high at which the mass turns. It misses two turns within 3 % of
// each other if the means never differ by much: a wave without height.
func (t exponentialTilt) turns(low, high float64) []float64 {
	if len(t.inside) == 0 || len(t.outside) == 0 {
		return nil
	}
	const step, halvings = 0.44, 4
	low, high = math.Log(low), math.Log(high)
	steps := math.Ceil((high - low) / step)
	var turns []float64
	left := t.at(low)
	for i := 1.0; i <= steps; i++ {
		right := t.at(low + (high-low)*i/steps)
		turns = t.between(turns, left, right, halvings)
		left = right
	}
	return turns
}

func (t exponentialTilt) between(turns []float64, left, right tilt, halvings int) []float64 {
	const flat = 1e-11
	switch {
	case right.outside >= left.inside, left.outside <= right.inside: // rises, falls
		return turns
	case max(math.Abs(left.slope())/left.inside, math.Abs(right.slope())/right.inside) < flat:
		return turns
	case halvings > 0:
		middle := t.at((left.logRate + right.logRate) / 2)
		turns = t.between(turns, left, middle, halvings-1)
		return t.between(turns, middle, right, halvings-1)
	case (left.slope() < 0) == (right.slope() < 0):
		return turns
	}
	sign := math.Copysign(1, right.slope())
	slope := func(logRate float64) float64 { return sign * t.at(logRate).slope() }
	_, above := rootfind.Bracket(slope, left.logRate, right.logRate, sign*left.slope(), sign*right.slope(), 1e-12)
	return append(turns, math.Exp(above))
}
