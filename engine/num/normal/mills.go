package normal

import "math"

// MillsRatio returns Pr[N > t]/φ(t) for a standard normal N, to about two units
// in the last place: the tail without its exponential, so that quotients of
// tails neither underflow nor cancel. It is +Inf below t = −38.
func MillsRatio(t float64) float64 {
	if t < 0 {
		return math.Sqrt(2*math.Pi)*math.Exp(t*t/2) - MillsRatio(-t)
	}
	return SqrtHalfPi * scaledErfc(t/math.Sqrt2)
}

// scaledErfc returns exp(z²)·erfc(z) for z ≥ 0, by the rational minimax
// approximations of Cody (Mathematics of Computation 23, 1969, 631-637).
func scaledErfc(z float64) float64 {
	switch {
	case z <= 0.46875:
		s := z * z
		erf := z * (((((erfTop[4]*s+erfTop[0])*s+erfTop[1])*s+erfTop[2])*s + erfTop[3]) /
			((((s+erfBottom[0])*s+erfBottom[1])*s+erfBottom[2])*s + erfBottom[3]))
		return math.Exp(s) * (1 - erf)
	case z <= 4:
		top, bottom := midTop[8]*z, z
		for i := range 7 {
			top = (top + midTop[i]) * z
			bottom = (bottom + midBottom[i]) * z
		}
		return (top + midTop[7]) / (bottom + midBottom[7])
	case z > 1e8:
		return invSqrtPi / z
	}
	s := 1 / (z * z)
	top, bottom := farTop[5]*s, s
	for i := range 4 {
		top = (top + farTop[i]) * s
		bottom = (bottom + farBottom[i]) * s
	}
	return (invSqrtPi - s*(top+farTop[4])/(bottom+farBottom[4])) / z
}

const invSqrtPi = 0.564189583547756286948079451560772586 // https://oeis.org/A087197

// Coefficients of Cody's Tables I to III, lowest power last.
var (
	erfTop = [...]float64{3.16112374387056560e00, 1.13864154151050156e02, 3.77485237685302021e02,
		3.20937758913846947e03, 1.85777706184603153e-1}
	erfBottom = [...]float64{2.36012909523441209e01, 2.44024637934444173e02, 1.28261652607737228e03,
		2.84423683343917062e03}
	midTop = [...]float64{5.64188496988670089e-1, 8.88314979438837594e0, 6.61191906371416295e01,
		2.98635138197400131e02, 8.81952221241769090e02, 1.71204761263407058e03,
		2.05107837782607147e03, 1.23033935479799725e03, 2.15311535474403846e-8}
	midBottom = [...]float64{1.57449261107098347e01, 1.17693950891312499e02, 5.37181101862009858e02,
		1.62138957456669019e03, 3.29079923573345963e03, 4.36261909014324716e03,
		3.43936767414372164e03, 1.23033935480374942e03}
	farTop = [...]float64{3.05326634961232344e-1, 3.60344899949804439e-1, 1.25781726111229246e-1,
		1.60837851487422766e-2, 6.58749161529837803e-4, 1.63153871373020978e-2}
	farBottom = [...]float64{2.56852019228982242e00, 1.87295284992346725e00, 5.27905102951428412e-1,
		6.05183413124413191e-2, 2.33520497626869185e-3}
)
