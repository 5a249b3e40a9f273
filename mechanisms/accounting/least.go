package accounting

import (
	"context"
	"math"

	"dpscope/engine/num/rootfind"
	"dpscope/mechanisms/privacy"
)

// Calibration asks for a number x > 0 of a tree; a greater x makes the tree spend less. The deviation of
// noise is one; a rate, a number of steps and a budget per step are inverses of one.
type Calibration struct {
	By          Accountant // its upper bound must keep the promise
	Near        Accountant // a quick accountant for a first approximation; nil: none
	Tree        func(x float64) Event
	Keeps       privacy.Claim // ε > 0 and δ, in total
	Least, Most float64       // range of the search for x
	Start       float64       // first guess, unless Near gives a better one
}

// Find returns the least sufficient x, within a ten-thousandth above; NaN if none up to Most suffices. It
// fails as the accountants do.
func (c Calibration) Find(ctx context.Context) (x float64, err error) {
	const step, near = 1.2, 1e-4
	least, most, from := math.Log(c.Least), math.Log(c.Most), math.Log(c.Start)
	spare := func(by Accountant) func(log float64) float64 { // below 0 where x does not suffice
		return func(log float64) float64 {
			if err != nil {
				return 0
			}
			v, failed := by.Price(ctx, c.Tree(math.Exp(log)), c.Keeps.Delta)
			switch err = failed; {
			case err == nil && v.Missing():
				return math.Inf(-1)
			}
			return 1 - v.High/c.Keeps.Epsilon
		}
	}
	if c.Near != nil {
		rough := spare(c.Near)
		low, high := around(rough, from, math.Log(2), least, most)
		from = high
		if atLow, atHigh := rough(low), rough(high); atLow < 0 && atHigh >= 0 {
			_, from = rootfind.Bracket(rough, low, high, atLow, atHigh, 1e-2)
		}
	}
	short := spare(c.By)
	low, high := around(short, from, math.Log(step), least, most)
	atLow, atHigh := short(low), short(high)
	switch {
	case err != nil:
		return 0, err
	case !(atHigh >= 0):
		return math.NaN(), nil
	case atLow >= 0:
		return math.Exp(low), nil
	}
	_, log := rootfind.Bracket(short, low, high, atLow, atHigh, near/(4*max(1, math.Abs(low)+math.Abs(high))))
	return math.Exp(log), err
}

// NormalSteps returns a run of noisy gradient descent. Each step looks at a part of the records drawn by
// coins; a record's gradient has a norm of at most 1, and the sum gets normal noise.
func NormalSteps(rate, deviation, steps float64) Event {
	return Times{Sampled{Normal{deviation, privacy.OneAdded}, rate, Poisson}, steps}
}

// LeastDeviation returns the noise of a step, in sensitivities, that keeps NormalSteps (epsilon,
// delta)-private between neighbours that differ by the presence of one record: sufficient by the law of the
// loss, and at most a thousandth above the least. It fails only when ctx ends.
func LeastDeviation(ctx context.Context, rate float64, steps int, epsilon, delta float64) (deviation float64, err error) {
	return Calibration{
		By: Losses{Accuracy: Coarse}, Near: Orders{},
		Tree:  func(deviation float64) Event { return NormalSteps(rate, deviation, float64(steps)) },
		Keeps: privacy.Claim{Epsilon: epsilon, Delta: delta, Notion: privacy.Approximate, Neighbours: privacy.OneAdded},
		Least: 1e-3, Most: 1e9, Start: 1,
	}.Find(ctx)
}

// around goes in steps from a place to where a function that rises is 0 or more at one
// end and less at the other, if that is from least to most.
func around(f func(float64) float64, from, step, least, most float64) (low, high float64) {
	low, high = from, from
	for f(high) < 0 && high < most {
		low, high = high, min(high+step, most)
	}
	for f(low) >= 0 && low > least {
		low, high = max(low-step, least), low
	}
	return low, high
}
