package pairs

import (
	"math"
	"slices"

	"dpscope/engine/num/normal"
)

// TPR is the greatest P-probability of a test whose Q-probability is at most fpr: a polygon, whose
// corners are the tests that accept the outcomes of the greatest losses; between two of them one tosses
// a coin.
func (p Pair) TPR(fpr float64) float64 {
	tpr := p.certain
	for _, a := range slices.Backward(p.atoms) {
		if a.q >= fpr {
			return min(tpr+a.p*(fpr/a.q), 1)
		}
		tpr += a.p
		fpr -= a.q
	}
	return min(tpr, 1)
}

// Mu is the least μ for which no test with rates of both errors of at least a floor is more powerful
// than between two normal laws μ deviations apart: Φ⁻¹(TPR) − Φ⁻¹(FPR) at its greatest. It is
// attained at a corner, or where a rate is the floor: between two corners the curve is a line, and
// those of normal laws are concave, so that a line that touches one lies above it. +Inf where a test
// with one error at the floor has fewer of the other.
func (p Pair) Mu(floor float64) float64 {
	mu := math.Inf(-1)
	list := p.corners()
	for k := 1; k < len(list); k++ {
		from, to := list[k-1], list[k]
		q, more := from.to(to)
		if to.fpr < floor || from.missed < floor || more <= 0 {
			continue
		}
		begin := max(0, (floor-from.fpr)/q)
		end := min(1, (from.missed-floor)/more)
		if begin > end {
			return math.Inf(1)
		}
		for _, share := range []float64{begin, end} {
			found := deviation(from.tpr+share*more, from.missed-share*more)
			mu = max(mu, found-deviation(from.fpr+share*q, from.left-share*q))
		}
	}
	if math.IsInf(mu, -1) {
		return math.Inf(1)
	}
	return max(mu, 0)
}

// deviation is Φ⁻¹ of a rate, given with what it leaves of 1.
func deviation(rate, rest float64) float64 {
	if rate < rest {
		return -normal.UpperQuantile(rate)
	}
	return normal.UpperQuantile(rest)
}
