package mechanisms

import (
	"errors"
	"slices"
)

// MostBudget returns the greatest budget of a mechanism.
func MostBudget(maker Family) float64 {
	var large *LargeEpsilonError
	if _, err := maker(Epsilon.Max); errors.As(err, &large) {
		return large.Most
	}
	return Epsilon.Max
}

// MonotonePieces returns budgets, rising from the least to the greatest that a mechanism
// has, such that between neighbouring ones Pr[from ≤ M(x) ≤ to] is monotone in ε. Where that
// is not known it returns the two ends alone.
func MonotonePieces(maker Family, x, from, to float64) (budgets []float64, known bool) {
	least, most := Epsilon.Min, MostBudget(maker)
	ends := []float64{least, most}
	m, err := maker(least)
	if err != nil {
		return ends, true // there is nothing to cut: the mass is missing at the least already
	}
	turning, is := m.(Turning)
	if !is {
		return ends, false
	}
	turns, known := turning.CriticalEpsilons(x, from, to)
	if !known {
		return ends, false
	}
	turns = slices.DeleteFunc(turns, func(epsilon float64) bool { return !(least < epsilon && epsilon < most) })
	slices.Sort(turns)
	return slices.Concat(ends[:1], turns, ends[1:]), true
}
