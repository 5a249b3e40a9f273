package engine

import (
	"math"
	"sort"
)

// Axes holds the facts about the axes that finding a sample at an x needs.
type Axes struct {
	LogX, LogY bool
	Near       float64 // how far from x a sample that stands alone may be; in powers of ten where LogX
}

// along returns the place of a coordinate on its axis.
func along(v float64, log bool) float64 {
	if log {
		return math.Log10(v)
	}
	return v
}

// at finds the sample at x, and how far x is on the way to the next one, in [0, 1); false if there is none.
func (n *Normal) at(ys []float64, x float64, a Axes) (i int, share float64, ok bool) {
	xs := n.X[:min(len(n.X), len(ys))]
	switch n.Interpolation {
	case Linear, Previous:
		return n.between(xs, x, a)
	case Nearest, Filling:
		i, ok = n.nearest(xs, ys, x, a)
	}
	return i, 0, ok
}

// between is at for lines.
func (n *Normal) between(xs []float64, x float64, a Axes) (i int, share float64, ok bool) {
	k := len(xs)
	if k == 0 || math.IsNaN(x) {
		return 0, 0, false
	}
	i = sort.SearchFloat64s(xs, x)
	switch {
	case i < k && xs[i] == x:
		for n.Interpolation == Previous && i+1 < k && xs[i+1] == x {
			i++
		}
		return i, 0, true
	case i == 0 || i == k:
		return 0, 0, false
	case n.Interpolation == Previous:
		return i - 1, 0, true
	}
	from, to := along(xs[i-1], a.LogX), along(xs[i], a.LogX)
	share = (along(x, a.LogX) - from) / (to - from)
	return i - 1, share, isFinite(share)
}

// nearest is at for samples that stand alone.
func (n *Normal) nearest(xs, ys []float64, x float64, a Axes) (best int, ok bool) {
	const slack = 1e-9 // for distances equal to rounding
	place, least, near := along(x, a.LogX), math.Inf(1), a.Near*(1+slack)
	closer := func(i int) {
		if away := math.Abs(along(xs[i], a.LogX) - place); away < least && isFinite(ys[i]) {
			best, least = i, away
		}
	}
	if n.Interpolation == Filling && len(xs) > 0 {
		closer(NearestOf(xs, x))
		if half := math.Abs(along(x+Gap(n.X)/2, a.LogX) - place); half > near {
			near = half
		}
		return best, least <= near
	}
	for i := range xs {
		closer(i)
	}
	return best, least <= near
}

// Value returns the samples' value at x; false where they have none. Samples are in the order of X, unless
// each stands alone.
func (n *Normal) Value(x float64, a Axes) (y float64, ok bool) { return n.value(n.Y, x, a) }

// Interval returns the ends at x of the intervals; false outside them.
func (n *Normal) Interval(x float64, a Axes) (low, high float64, ok bool) {
	low, okLow := n.value(n.Low, x, a)
	high, okHigh := n.value(n.High, x, a)
	return low, high, okLow && okHigh
}

func (n *Normal) value(ys []float64, x float64, a Axes) (float64, bool) {
	i, share, ok := n.at(ys, x, a)
	switch {
	case !ok:
		return 0, false
	case share == 0:
		return ys[i], isFinite(ys[i])
	}
	from, to := ys[i], ys[i+1]
	switch {
	case !isFinite(from) || !isFinite(to):
		return 0, false
	case a.LogY && from > 0 && to > 0:
		return math.Exp((1-share)*math.Log(from) + share*math.Log(to)), true
	}
	return (1-share)*from + share*to, true
}

// NearestOf returns the index of the value nearest to x in a rising, non-empty list.
func NearestOf(xs []float64, x float64) int {
	i := sort.SearchFloat64s(xs, x)
	if i == len(xs) || i > 0 && x-xs[i-1] <= xs[i]-x {
		i--
	}
	return i
}
