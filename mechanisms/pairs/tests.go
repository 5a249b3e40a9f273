package pairs

import (
	"math"
	"slices"

	"dpscope/engine/num/normal"
)

// TPR returns the greatest P-probability of a test with a Q-probability of at most fpr: a polygon with the
// tests that accept the outcomes of the greatest losses as its corners; a coin decides between two of them.
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

// Mu returns the least μ such that no test with both error rates at least a floor is more powerful than one
// between two normal laws μ deviations apart: the greatest Φ⁻¹(TPR) − Φ⁻¹(FPR). It is attained at a corner,
// or where a rate equals the floor: between two corners the curve is a line, and those of normal laws are
// concave, so that a line that touches one lies above it. It is +Inf if a test with one error at the floor
// has fewer of the other.
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

// deviation returns Φ⁻¹ of a rate, given with its complement.
func deviation(rate, rest float64) float64 {
	if rate < rest {
		return -normal.UpperQuantile(rate)
	}
	return normal.UpperQuantile(rest)
}
