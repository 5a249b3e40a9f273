package privacy

import (
	"math"

	"dpscope/engine/num/normal"
	"dpscope/engine/num/quad"
)

// The privacy of Gaussian noise on a query of sensitivity 1, and the standard
// deviations that give it a stated guarantee. Throughout h = 1/(2σ) and m = εσ:
// at distance 1 the privacy loss is normal with mean 2h² and standard deviation
// 2h, and exceeds ε with probability Φ(h − m) (Balle & Wang 2018, Lemma 3).

// TightSigma returns the least σ with Pr[loss > ε] ≤ δ.
func TightSigma(epsilon, delta float64) float64 {
	return TailSigma(epsilon, normal.UpperQuantile(delta))
}

// TailSigma solves m − h = z: the loss exceeds ε with probability Φ(−z).
func TailSigma(epsilon, z float64) float64 {
	return (z + math.Sqrt(z*z+2*epsilon)) / (2 * epsilon)
}

// GaussianProfile returns the privacy profile of Gaussian noise of standard deviation sigma at distance 1,
//
//	Φ(h − m) − e^ε·Φ(−h − m)
//
// (Balle & Wang 2018, Theorem 8), as φ(m−h)·(R(m−h) − R(m+h)) with R Mills'
// ratio: neither e^ε nor the tails are formed, and nothing cancels.
func GaussianProfile(epsilon, sigma float64) float64 {
	h, m := 1/(2*sigma), epsilon*sigma
	if h-m > 1 { // R would overflow in the end, and both terms are of order 1
		return normal.UpperTail(m-h) - normal.Density(m-h)*normal.MillsRatio(m+h)
	}
	return normal.Density(m-h) * 2 * h * meanDecline(m, h)
}

// meanDecline returns (R(m−h) − R(m+h))/(2h), the mean of −R′(t) = 1 − t·R(t)
// over m ± h. Where the difference would cancel, the integral is taken by
// Gauss-Legendre's rule.
func meanDecline(m, h float64) float64 {
	if h > 0.1 {
		return (normal.MillsRatio(m-h) - normal.MillsRatio(m+h)) / (2 * h)
	}
	if h < 1e-6 { // the rule of one point is right to h²
		return decline(m)
	}
	if h < 1e-3 { // of two points, to h⁴/270
		const node = 0.577350269189625764509148780502
		return (decline(m-h*node) + decline(m+h*node)) / 2
	}
	return quad.Five.Sum(func(node float64) float64 { return decline(m + h*node) }) / 2
}

func decline(t float64) float64 { return 1 - t*normal.MillsRatio(t) }

// AnalyticSigma returns the least σ with GaussianProfile(ε, σ) ≤ δ: the analytic Gaussian mechanism (Balle &
// Wang 2018, Algorithm 1).
//
// It solves for u = ln h by Newton's method on F(u) = ln GaussianProfile − ln δ,
// whose slope is 1/meanDecline. F is increasing and concave, so that the
// iterates rise monotonically to the root from any start below it.
func AnalyticSigma(epsilon, delta float64) float64 {
	goal := math.Log(delta)
	// Two starts below the root: the tight tail bound exceeds the profile, and
	// the profile is at most its value at ε = 0, itself below 2h·φ(0).
	h := max(1/(2*TightSigma(epsilon, delta)), delta*normal.SqrtHalfPi)
	for range 60 {
		m := epsilon / (2 * h)
		slope := meanDecline(m, h)
		excess := math.Log(2*h*normal.InvSqrtTwoPi*slope) - (m-h)*(m-h)/2 - goal
		step := excess * slope
		h *= math.Exp(-step)
		if math.Abs(step) < 1e-9 { // the error is now of the order of its square
			break
		}
	}
	return 1 / (2 * h)
}
