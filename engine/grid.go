package engine

import (
	"math"
	"slices"
)

// Grid returns count ≥ 2 evenly spaced points from low to high, both ends
// exact.
func Grid(low, high float64, count int) []float64 {
	g := make([]float64, count)
	for i := range g {
		g[i] = low + (high-low)*float64(i)/float64(count-1)
	}
	g[count-1] = high
	return g
}

// LogGrid returns count ≥ 2 points from low > 0 to high, evenly spaced in the
// logarithm, both ends exact.
func LogGrid(low, high float64, count int) []float64 {
	g := Grid(math.Log(low), math.Log(high), count)
	for i := range g {
		g[i] = math.Exp(g[i])
	}
	g[0], g[count-1] = low, high
	return g
}

func sortedDistinct(values []float64) []float64 {
	slices.Sort(values)
	return slices.Compact(values)
}
