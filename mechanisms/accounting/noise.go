package accounting

import "dpscope/engine/num/root"

// LeastDeviation is the noise of a step, in sensitivities, that keeps so many steps
// (epsilon, delta)-private between neighbours of which one has a record more: the
// least by Rényi divergences, to a ten-thousandth, which is enough.
func LeastDeviation(rate float64, steps int, epsilon, delta float64) float64 {
	const most, least = 1e9, 1e-3
	enough := func(deviation float64) float64 { // above 0 where it is
		return 1 - Run{Step: Step{Rate: rate, Deviation: deviation}, Steps: float64(steps)}.Renyi(delta).Epsilon/epsilon
	}
	low, high := 1.0, 1.0
	for enough(high) < 0 && high < most {
		high *= 2
	}
	for enough(low) >= 0 && low > least {
		low /= 2
	}
	_, deviation := root.Bracket(enough, low, high, enough(low), enough(high), 1e-4)
	return deviation
}
