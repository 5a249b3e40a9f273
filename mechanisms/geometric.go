package mechanisms

import "math"

// geometric holds the moments of m in 0 ... count−1 with weight e^(−ratio·m).
type geometric struct{ mean, variance float64 }

// newGeometric differentiates ln Σ e^(−ratio·m). The closed forms
//
//	mean     = 1/(e^h − 1) − k/(e^(hk) − 1)
//	variance = 1/(4 sinh²(h/2)) − k²/(4 sinh²(hk/2))
//
// cancel when hk is small; there the equal poles at 0 are left out.
func newGeometric(ratio float64, count int) geometric {
	h, k := ratio, float64(count)
	if h*k < 1 {
		return geometric{
			mean:     (k-1)/2 + meanRest(h) - k*meanRest(h*k),
			variance: k*k*varianceRest(h*k) - varianceRest(h),
		}
	}
	return geometric{
		mean:     1/math.Expm1(h) - k/math.Expm1(h*k),
		variance: inverseSinhSquare(h) - k*k*inverseSinhSquare(h*k),
	}
}

// inverseSinhSquare returns 1/(4 sinh²(u/2)) = e^−u/(1 − e^−u)².
func inverseSinhSquare(u float64) float64 {
	rest := -math.Expm1(-u)
	return math.Exp(-u) / rest / rest
}

// meanRest returns 1/(e^u − 1) − 1/u + 1/2 for |u| < 1: Σ B₂ₙ·u^(2n−1)/(2n)!
// (DLMF 24.2.1).
func meanRest(u float64) float64 {
	s := u * u
	sum := 0.0
	for i := len(bernoulli) - 1; i >= 0; i-- {
		sum = sum*s + bernoulli[i]
	}
	return sum * u
}

// varianceRest returns 1/u² − 1/(4 sinh²(u/2)), the derivative of meanRest.
func varianceRest(u float64) float64 {
	s := u * u
	sum := 0.0
	for i := len(bernoulli) - 1; i >= 0; i-- {
		sum = sum*s + bernoulli[i]*float64(2*i+1)
	}
	return sum
}

// bernoulli[n−1] is B₂ₙ/(2n)!. The series converges for |u| < 2π; eleven terms
// leave 1e-17 at u = 1.
var bernoulli = [...]float64{
	1.0 / 12, -1.0 / 720, 1.0 / 30240, -1.0 / 1209600, 1.0 / 47900160,
	-691.0 / 1307674368000, 1.0 / 74724249600, -3617.0 / 10670622842880000,
	43867.0 / 5109094217170944000, -174611.0 / 802857662698291200000,
	77683.0 / 14101100039391805440000,
}
