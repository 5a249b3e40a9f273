package central

import "dpscope/mechanisms"

// Told is the total variation of noise of a fixed shape and of itself moved by the
// sensitivity: δ at ε = 0. All noise here is as likely on either side of 0 and less likely further
// out, so that X is likelier than X + 1 where it is below 1/2, and the total variation is
// Pr[−1/2 ≤ X < 1/2]; moved by less it is the mass of a shorter interval. hidden is 1 − told,
// with all its digits.
func Told(law mechanisms.Law) (told, hidden float64) {
	const half = 0.5
	end := law.Mass(half, half)
	return law.Mass(-half, half) - end, law.Outside(-half, half) + end
}
