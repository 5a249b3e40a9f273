package training

import "dpscope/mechanisms"

// Worth is about how many clean labels so many flipped ones are worth, of balanced
// classes and by a symmetric risk: flips leave tanh(ε/4) of its signal, and all of
// its sampling noise.
func Worth(records float64, m mechanisms.LabelFlip) float64 {
	return records * m.Contraction * m.Contraction
}

// Explained is the AUC on flipped labels of records not seen, of a score that has
// some AUC on true ones, of balanced classes.
func Explained(auc float64, m mechanisms.LabelFlip) float64 {
	return 0.5 + (auc-0.5)*m.Contraction
}
