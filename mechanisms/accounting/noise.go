package accounting

import (
	"context"
	"math"

	"dpscope/engine/num/root"
)

// LeastDeviation is the noise of a step, in sensitivities, that keeps so many steps
// (epsilon, delta)-private between neighbours of which one has a record more: enough by
// the upper bound of Losses, and a thousandth above the least at most. The only error is that of
// the context.
func LeastDeviation(ctx context.Context, rate float64, steps int, epsilon, delta float64) (deviation float64, err error) {
	const most, least, step, near = 1e9, 1e-3, 1.2, 1e-4
	run := func(deviation float64) Run { return Run{Step{rate, deviation}, float64(steps)} }
	short := func(log float64) float64 { // below 0 where it is not enough
		if err != nil {
			return 0
		}
		var b Bounds
		b, err = run(math.Exp(log)).Losses(ctx, delta, Coarse)
		return 1 - b.High/epsilon
	}
	rough := func(log float64) float64 { return 1 - run(math.Exp(log)).Renyi(delta).Epsilon/epsilon }
	low, high := around(rough, 0, math.Log(2), math.Log(least), math.Log(most))
	_, high = root.Bracket(rough, low, high, rough(low), rough(high), 1e-2)
	low, high = around(short, high, math.Log(step), math.Log(least), math.Log(most))
	_, log := root.Bracket(short, low, high, short(low), short(high), near/(4*max(1, math.Abs(low)+math.Abs(high))))
	return math.Exp(log), err
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
