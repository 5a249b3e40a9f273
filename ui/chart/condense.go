package chart

import (
	"math"
	"slices"
	"sort"

	"dpscope/engine"
)

// condense keeps, of a series with many more samples than the picture has columns of dots, the first, the lowest, the highest
// and the last of every column, and a gap where there is one: all that the eye could tell apart.
func condense(f frame, xs, ys []float64, columns int) (fewXs, fewYs []float64) {
	n := min(len(xs), len(ys))
	xs, ys = xs[:n], ys[:n]
	if n <= 8*columns || !engine.Rising(xs) {
		return xs, ys
	}
	from := max(sort.SearchFloat64s(xs, f.x.Low)-1, 0)
	to := min(sort.SearchFloat64s(xs, math.Nextafter(f.x.High, math.Inf(1)))+1, n)
	var kept []int
	for column, i := 1, from; i < to; column++ {
		j := to
		if column < columns {
			j = max(i, sort.SearchFloat64s(xs[:to], f.x.Value(float64(column)/float64(columns))))
		}
		if i == from && j == i { // the sample before the picture
			j = i + 1
		}
		kept = appendExtremes(kept, ys, i, j)
		i = j
	}
	for _, i := range kept {
		fewXs, fewYs = append(fewXs, xs[i]), append(fewYs, ys[i])
	}
	return fewXs, fewYs
}

// appendExtremes appends, in order, the indices in [i, j) that matter.
func appendExtremes(kept []int, ys []float64, i, j int) []int {
	if i >= j {
		return kept
	}
	low, high, hole := i, i, i
	for k := i; k < j; k++ {
		switch y := ys[k]; {
		case math.IsNaN(y) || math.IsInf(y, 0):
			hole = k
		case !(y >= ys[low]):
			low = k
		case !(y <= ys[high]):
			high = k
		}
	}
	some := [...]int{i, low, high, hole, j - 1}
	slices.Sort(some[:])
	last := i - 1
	for _, k := range some {
		if k > last {
			kept, last = append(kept, k), k
		}
	}
	return kept
}
