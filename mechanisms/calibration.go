package mechanisms

import (
	"math"

	"dpscope/mechanisms/privacy"
)

// classicSigma is the σ of Dwork & Roth 2014, Theorem 3.22. The proof needs
// ε ≤ 1.
func classicSigma(epsilon, delta float64) float64 {
	return math.Sqrt(2*math.Log(1.25/delta)) / epsilon
}

// pacSigma is the σ of Theorem 4 of Zheng & Hu, Quantifying Classifier Utility
// under LDP, in the form its proof arrives at. It bounds the normal tail by
// exp(−z²/2), and so gives away a factor of several in delta.
func pacSigma(epsilon, delta float64) float64 {
	return privacy.TailSigma(epsilon, math.Sqrt(2*math.Log(2/delta)))
}
