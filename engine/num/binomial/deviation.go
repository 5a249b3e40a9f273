package binomial

import "math"

// MeanDeviation returns E|X − N·P|, by de Moivre's closed form 2·m·Q·Pr(X = m) with m the least whole number above the mean
// (Diaconis & Zabell 1991): one term, in which nothing cancels.
func (l Law) MeanDeviation() float64 {
	m := min(math.Floor(l.Mean())+1, l.N) // the mean equals N if P = 1, or by rounding
	return 2 * m * l.Q * l.Prob(m)
}
