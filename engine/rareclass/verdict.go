package rareclass

import (
	"math"

	"dpscope/engine/known"
)

// leastDifference is from which difference of a measure on one method is ahead of another: a point.
const leastDifference = 0.01

// Clearly reports whether a difference over several splits is distinguishable from zero.
func Clearly(s known.Summary) bool { return s.Seeds > 1 && Distinct(s.Value()) }

// Distinct reports whether a difference is distinguishable from zero: its interval excludes 0, and it amounts
// to a point or more.
func Distinct(v known.Value) bool {
	return (v.Low > 0 || v.High < 0) && math.Abs(v.Value) >= leastDifference
}

// Ahead reports whether a difference over several splits is clearly above none.
func Ahead(s known.Summary) bool { return Clearly(s) && s.Mean > 0 }

// Verdict is the result of a contest between weights, a moved threshold, and neither.
type Verdict string

// The verdicts.
const (
	Undecided    Verdict = "undecided" // one split decides nothing
	Guessing     Verdict = "guessing"  // no method is above guessing
	Ridge        Verdict = "ridge"     // the threshold calls everybody positive
	Neither      Verdict = "neither"   // doing neither is ahead of both
	WeightsAhead Verdict = "weights"
	MovedAhead   Verdict = "threshold"
	Either       Verdict = "either"
)

// Contest is a comparison of weights, a moved threshold and doing neither, on the same splits.
type Contest struct {
	Weights, NeitherToWeights, NeitherToMoved known.Summary // weights less threshold; neither less weights, and less threshold

	Best, Guess   float64 // the greatest mean, and what guessing scores; 0: that is not known
	Recall, Worst float64 // means of the threshold: recall, and the accuracy of the worse class
}

// Verdict decides the contest.
func (c Contest) Verdict() Verdict {
	const everybody, nobody = 0.99, 0.01
	switch {
	case c.Weights.Seeds < 2:
		return Undecided
	case c.Guess > 0 && c.Best < c.Guess:
		return Guessing
	case c.Recall > everybody && c.Worst < nobody:
		return Ridge
	case Ahead(c.NeitherToWeights) && Ahead(c.NeitherToMoved):
		return Neither
	case Ahead(c.Weights):
		return WeightsAhead
	case Clearly(c.Weights):
		return MovedAhead
	}
	return Either
}
