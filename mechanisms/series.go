package mechanisms

import "math"

// excess returns e^u − 1 − u without cancellation: about u²/2 for small u.
func excess(u float64) float64 {
	if math.Abs(u) < 1 {
		return expTail(u, 2)
	}
	return math.Expm1(u) - u
}

// gamma2 returns ∫₀ᵘ t·e^−t dt = 1 − (1 + u)·e^−u, for u ≥ 0.
func gamma2(u float64) float64 {
	switch {
	case u < 1:
		return math.Exp(-u) * expTail(u, 2)
	case u > 800:
		return 1
	}
	return 1 - (1+u)*math.Exp(-u)
}

// gamma3 returns ∫₀ᵘ t²·e^−t dt = 2 − (2 + 2u + u²)·e^−u, for u ≥ 0.
func gamma3(u float64) float64 {
	switch {
	case u < 2:
		return 2 * math.Exp(-u) * expTail(u, 3)
	case u > 800:
		return 2
	}
	return 2 - (2+u*(2+u))*math.Exp(-u)
}

// expTail returns the sum of u^k/k! over k ≥ first, for |u| < 2.
func expTail(u float64, first int) float64 {
	term := 1.0
	for k := 1; k <= first; k++ {
		term *= u / float64(k)
	}
	sum := 0.0
	for k := first + 1; sum+term != sum; k++ {
		sum += term
		term *= u / float64(k)
	}
	return sum
}
