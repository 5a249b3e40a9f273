package privacy

import (
	"math"

	"dpscope/engine/num/normal"
)

// NormalTests tests a normal law against one moved by Shift deviations: the tests of any number of unsampled
// steps, with the curve Φ(Φ⁻¹(α) + μ).
type NormalTests struct{ Shift float64 } // in deviations

// TPR is exact.
func (t NormalTests) TPR(fpr float64) (low, high float64) {
	tpr := 0.0
	switch {
	case fpr >= 1:
		tpr = 1
	case fpr > 0:
		tpr = normal.UpperTail(above(fpr) - t.Shift)
	}
	return tpr, tpr
}

// Delta is exact.
func (t NormalTests) Delta(epsilon float64) (low, high float64) {
	return symmetric(epsilon, func(epsilon float64) float64 { return GaussianProfile(epsilon, 1/t.Shift) })
}

// Mu returns the shift, at any floor.
func (t NormalTests) Mu(float64) (low, high float64) { return t.Shift, t.Shift }

// symmetric returns an exact profile at any ε, of laws alike in both orders.
func symmetric(epsilon float64, of func(float64) float64) (low, high float64) {
	delta := of(math.Abs(epsilon))
	if epsilon < 0 {
		delta = Otherwise(-epsilon, delta)
	}
	return delta, delta
}

// LaplaceTests tests Laplace noise against itself moved by the sensitivity that Epsilon refers to.
type LaplaceTests struct{ Epsilon float64 }

// TPR is exact: e^ε·α as long as that is at most a half, 1 − e^−ε·(1 − α) from α = 1/2 on, and
// 1 − e^−ε/(4α) between.
func (t LaplaceTests) TPR(fpr float64) (low, high float64) {
	rest := math.Exp(-t.Epsilon)
	tpr := 0.0
	switch {
	case fpr <= 0:
	case fpr <= rest/2:
		tpr = fpr / rest
	case fpr >= 0.5:
		tpr = 1 - rest*(1-fpr)
	default:
		tpr = 1 - rest/(4*fpr)
	}
	return tpr, tpr
}

// Profile returns the privacy profile at ε ≥ 0.
func (t LaplaceTests) Profile(epsilon float64) float64 {
	return -math.Expm1(-max(t.Epsilon-epsilon, 0) / 2)
}

// Delta is exact.
func (t LaplaceTests) Delta(epsilon float64) (low, high float64) {
	return symmetric(epsilon, t.Profile)
}

// Mu is attained at equally likely errors, e^(−ε/2)/2 each, if that is no less than the floor.
func (t LaplaceTests) Mu(floor float64) (low, high float64) {
	rate := math.Exp(-t.Epsilon/2) / 2
	if rate < floor {
		return math.Inf(1), math.Inf(1)
	}
	mu := max(0, 2*above(rate))
	return mu, mu
}

// ClaimTests holds all tests that a claim allows; with δ = 0, those of randomised response.
type ClaimTests struct{ Claim }

// TPR is exact for the worst mechanism that keeps the claim.
func (t ClaimTests) TPR(fpr float64) (low, high float64) {
	tpr := min(math.Exp(t.Epsilon)*fpr+t.Claim.Delta, 1-math.Exp(-t.Epsilon)*(1-t.Claim.Delta-fpr), 1)
	tpr = max(tpr, fpr) // but for rounding
	return tpr, tpr
}

// Delta is exact for the same mechanism.
func (t ClaimTests) Delta(epsilon float64) (low, high float64) {
	return symmetric(epsilon, stated{t.Claim}.Delta)
}

// Mu is attained at a corner of the curve: where both errors are equally likely, or at a floor.
func (t ClaimTests) Mu(floor float64) (low, high float64) {
	rate := (1 - t.Claim.Delta) / (1 + math.Exp(t.Epsilon))
	_, tpr := t.TPR(floor)
	if rate < floor || 1-tpr < floor {
		return math.Inf(1), math.Inf(1)
	}
	mu := max(0, 2*above(rate), above(floor)-above(tpr)) // 0: rounding alone
	return mu, mu
}
