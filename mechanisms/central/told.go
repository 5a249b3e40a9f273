package central

import "dpscope/mechanisms"

// Told returns the total variation of noise of a fixed shape and itself moved by the sensitivity: δ at ε = 0.
// All noise here is symmetric about 0 and less likely further out, so that X is likelier than X + 1 below
// 1/2, and the total variation is Pr[−1/2 ≤ X < 1/2]; a smaller move gives the mass of a shorter interval.
// hidden is 1 − told, with all its digits.
func Told(law mechanisms.Law) (told, hidden float64) {
	const half = 0.5
	end := law.Mass(half, half)
	return law.Mass(-half, half) - end, law.Outside(-half, half) + end
}
