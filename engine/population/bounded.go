package population

import (
	"math"

	"dpscope/engine/num/rootfind"
)

// boundedMean returns an interval for the mean of any population of shares, given the mean of n drawn with or
// without replacement: the means μ with n·KL(mean ‖ μ) ≤ ln(2/α), because a mean of shares is no farther from
// its own than one of coins (Hoeffding 1963, Theorem 1 and section 6).
func boundedMean(mean float64, n int, alpha float64) (low, high float64) {
	most := math.Log(2/alpha) / float64(n)
	near := func(of float64) bool { return divergence(mean, of) <= most }
	_, low = rootfind.Border(near, mean, 0, rootfind.Halving{})
	_, high = rootfind.Border(near, mean, 1, rootfind.Halving{})
	return low, high
}

// divergence returns the Kullback-Leibler divergence of one coin from another: p·ln(p/q) + (1−p)·ln((1−p)/(1−q)).
func divergence(p, q float64) float64 {
	sum := 0.0
	if p > 0 {
		sum += p * (math.Log(p) - math.Log(q))
	}
	if p < 1 {
		sum += (1 - p) * (math.Log1p(-p) - math.Log1p(-q))
	}
	return sum
}
