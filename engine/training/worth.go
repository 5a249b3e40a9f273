package training

import "dpscope/mechanisms"

// Worth is about how many clean labels so many flipped ones are worth, of balanced
// classes and by a symmetric risk: flips leave tanh(ε/4) of its signal, and all of
// its sampling noise.
func Worth(records float64, m mechanisms.LabelFlip) float64 {
	return records * m.Contraction * m.Contraction
}

// Explained is the AUC on flipped labels of records not seen, of a score that has
// some AUC on true ones: the contraction of a symmetric risk, for the share of the
// records that are truly positive, in [0, 1].
func Explained(auc float64, m mechanisms.LabelFlip, positive float64) float64 {
	if !(0 < positive && positive < 1) { // of one class, noisy labels say nothing
		return 0.5
	}
	return 0.5 + (auc-0.5)*Mix(m, positive).Slope
}
