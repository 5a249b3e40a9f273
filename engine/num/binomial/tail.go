package binomial

import "math"

// Tails holds the chances of either side of a cut, with their logarithms in case a chance underflows.
type Tails struct {
	Below, Above       float64 // Pr(X ≤ j) and Pr(X > j)
	LogBelow, LogAbove float64
}

// Tails returns both sides of the cut after j, each with full relative
// precision. The side away from the mode is summed; the other, then at least
// about a third, is its complement.
func (l Law) Tails(j float64) Tails {
	j = math.Floor(j)
	switch {
	case j < 0:
		return Tails{Above: 1, LogBelow: math.Inf(-1)}
	case j >= l.N:
		return Tails{Below: 1, LogAbove: math.Inf(-1)}
	case j < l.Mode():
		return l.Failures().above(l.N - j - 1).swapped()
	}
	return l.above(j)
}

// above returns Tails for a j at or beyond the mode.
func (l Law) above(j float64) Tails {
	above := min(l.logSum(j+1, l.N), 0)
	chance := math.Exp(above)
	return Tails{Below: 1 - chance, Above: chance, LogBelow: 0 + math.Log1p(-chance), LogAbove: above}
}

func (t Tails) swapped() Tails {
	return Tails{Below: t.Above, Above: t.Below, LogBelow: t.LogAbove, LogAbove: t.LogBelow}
}

// logBetween returns ln Pr(from ≤ X ≤ to), summed from the most likely count
// in that range outwards.
func (l Law) logBetween(from, to float64) float64 {
	from, to = max(math.Ceil(from), 0), min(math.Floor(to), l.N)
	mode := l.Mode()
	switch {
	case !(from <= to):
		return math.Inf(-1)
	case from > mode:
		return l.logSum(from, to)
	case to < mode:
		return l.Failures().logSum(l.N-to, l.N-from)
	case from == 0 && to == l.N:
		return 0
	}
	right := l.logSum(mode, to)
	if from == mode {
		return right
	}
	left := l.Failures().logSum(l.N-mode+1, l.N-from)
	return min(math.Max(left, right)+math.Log1p(math.Exp(-math.Abs(left-right))), 0)
}

// Between returns Pr(from ≤ X ≤ to).
func (l Law) Between(from, to float64) float64 { return math.Exp(l.logBetween(from, to)) }

// A sum of many terms that change slowly goes by quadrature: with 32 nodes,
// about the cost of 500 terms, or 8 where the terms hardly fall.
const (
	longSum    = 500
	longBin    = 150
	slowChange = 1. / 50
)

// logSum returns ln Σ Pr(X = x) over whole x from ≤ x ≤ to, which must be one
// or more counts at or beyond the mode, where the terms fall.
func (l Law) logSum(from, to float64) float64 {
	first := l.logProb(from)
	if from == to || math.IsInf(first, -1) {
		return first
	}
	return first + math.Log(l.sumOver(first, from, to))
}

// FromOver returns Pr(X ≥ j)/Pr(X = j) for whole j from 0 to N that has a probability.
func (l Law) FromOver(j float64) float64 {
	if j < l.Mode() {
		return math.Exp(l.Tails(j-1).LogAbove - l.logProb(j))
	}
	return l.sumOver(l.logProb(j), j, l.N)
}

// sumOver returns the sum that logSum returns the logarithm of, over its first term, e^first.
func (l Law) sumOver(first, from, to float64) float64 {
	// ln Pr(X = from+t) falls by about slope·t + bend·t²/2.
	odds := l.P / l.Q
	slope := max(-math.Log((l.N-from)/(from+1)*odds), 0)
	bend := 1/(from+1) + 1/(l.N-from)
	if terms := to - from + 1; terms > longBin && slope < slowChange && bend < slowChange*slowChange {
		const negligible = 46 // e^−46 is 1e-20
		terms = min(terms, math.Ceil((math.Sqrt(slope*slope+2*negligible*bend)-slope)/bend))
		switch fall := (slope + bend*terms/2) * terms; {
		case fall < 1:
			return l.quadrature(first, from, terms, fewNodes)
		case terms > longSum:
			return l.quadrature(first, from, terms, manyNodes)
		}
	}
	sum, term := 1.0, 1.0
	for x := from; x < to; x++ {
		term *= (l.N - x) / (x + 1) * odds
		sum += term
		if term < 1e-18*sum {
			break
		}
	}
	return sum
}
