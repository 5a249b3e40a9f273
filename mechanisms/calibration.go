package mechanisms

import (
	"math"

	"dpscope/engine/num/normal"
	"dpscope/engine/num/quad"
)

// The standard deviations that give Gaussian noise of sensitivity 1 a stated
// guarantee. Throughout h = 1/(2σ) and m = εσ: at distance 1 the privacy loss
// is normal with mean 2h² and standard deviation 2h, and exceeds ε with
// probability Φ(h − m) (Balle & Wang 2018, Lemma 3).

// classicSigma is the σ of Dwork & Roth 2014, Theorem 3.22. The proof needs
// ε ≤ 1.
func classicSigma(epsilon, delta float64) float64 {
	return math.Sqrt(2*math.Log(1.25/delta)) / epsilon
}

// pacSigma is the σ of Theorem 4 of Zheng & Hu, Quantifying Classifier Utility
// under LDP, in the form its proof arrives at. It bounds the normal tail by exp(−z²/2), and so gives away a factor
// of several in delta.
func pacSigma(epsilon, delta float64) float64 {
	return tailSigma(epsilon, math.Sqrt(2*math.Log(2/delta)))
}

// tightSigma is the least σ with Pr[loss > ε] ≤ δ.
func tightSigma(epsilon, delta float64) float64 {
	return tailSigma(epsilon, normal.UpperQuantile(delta))
}

// tailSigma solves m − h = z: the loss exceeds ε with probability Φ(−z).
func tailSigma(epsilon, z float64) float64 {
	return (z + math.Sqrt(z*z+2*epsilon)) / (2 * epsilon)
}

// hockeyStick returns the least δ for which Gaussian noise of standard
// deviation sigma is (ε, δ)-private at distance 1,
//
//	Φ(h − m) − e^ε·Φ(−h − m)
//
// (Balle & Wang 2018, Theorem 8), as φ(m−h)·(R(m−h) − R(m+h)) with R Mills'
// ratio: neither e^ε nor the tails are formed, and nothing cancels.
func hockeyStick(epsilon, sigma float64) float64 {
	h, m := 1/(2*sigma), epsilon*sigma
	if h-m > 1 { // R would overflow in the end, and both terms are of order 1
		return normal.UpperTail(m-h) - math.Exp(-(m-h)*(m-h)/2)*normal.InvSqrtTwoPi*normal.MillsRatio(m+h)
	}
	return math.Exp(-(m-h)*(m-h)/2) * normal.InvSqrtTwoPi * 2 * h * meanDecline(m, h)
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

// analyticSigma is the least σ with hockeyStick(ε, σ) ≤ δ: the analytic
// Gaussian mechanism (Balle & Wang 2018, Algorithm 1).
//
// It solves for u = ln h by Newton's method on F(u) = ln hockeyStick − ln δ,
// whose slope is 1/meanDecline. F is increasing and concave, so that the
// iterates rise monotonically to the root from any start below it.
func analyticSigma(epsilon, delta float64) float64 {
	goal := math.Log(delta)
	// Two starts below the root: the tight tail bound exceeds the hockey stick,
	// and the hockey stick is at most its value at ε = 0, itself below 2h·φ(0).
	h := max(1/(2*tightSigma(epsilon, delta)), delta*normal.SqrtHalfPi)
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
