package binomial

import (
	"math"

	"dpscope/engine/num/rootfind"
)

// Bin is the chance of a run of counts.
type Bin struct {
	From, To float64 // whole, both in the bin
	Prob     float64 // Pr(From ≤ X ≤ To)
}

// Visible returns the least and the greatest count with at least e^−depth of the greatest probability.
func (l Law) Visible(depth float64) (from, to float64) {
	mode := l.Mode()
	floor := l.logProb(mode) - depth
	above := l.reach(mode, floor)
	below := l.Failures().reach(l.N-mode, floor)
	return mode - below, mode + above
}

// reach returns how far beyond the mode ln Pr(X = x) stays at or above floor,
// by bisection.
func (l Law) reach(mode, floor float64) float64 {
	inside, outside := 0.0, 1.0
	for mode+outside <= l.N && l.logProb(mode+outside) >= floor {
		inside, outside = outside, 2*outside
	}
	outside = min(outside, l.N-mode+1)
	visible := func(x float64) bool { return l.logProb(mode+x) >= floor }
	last, _ := rootfind.Border(visible, inside, outside, rootfind.Halving{
		Middle: func(a, b float64) float64 { return math.Floor((a + b) / 2) },
	})
	return last
}

// Bins divides the counts from ≤ x ≤ to into at most the given number of bins of equal width, the last
// perhaps narrower, and returns their exact chances. Its cost grows with the bins, not with the counts.
func (l Law) Bins(from, to float64, most int) []Bin {
	from, to = max(math.Ceil(from), 0), min(math.Floor(to), l.N)
	if !(from <= to) || most < 1 {
		return nil
	}
	width := math.Ceil((to - from + 1) / float64(most))
	bins := make([]Bin, 0, int(math.Ceil((to-from+1)/width)))
	for x := from; x <= to; x += width {
		end := min(x+width-1, to)
		bins = append(bins, Bin{x, end, l.Between(x, end)})
	}
	return bins
}
