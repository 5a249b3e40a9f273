// Package grid lays points over an interval.
package grid

import "math"

// Even returns count ≥ 2 evenly spaced points from low to high, both ends
// exact.
func Even(low, high float64, count int) []float64 {
	g := make([]float64, count)
	for i := range g {
		g[i] = low + (high-low)*float64(i)/float64(count-1)
	}
	g[count-1] = high
	return g
}

// Log returns count ≥ 2 points from low > 0 to high, evenly spaced in the
// logarithm, both ends exact.
func Log(low, high float64, count int) []float64 {
	g := Even(math.Log(low), math.Log(high), count)
	for i := range g {
		g[i] = math.Exp(g[i])
	}
	g[0], g[count-1] = low, high
	return g
}

// Centres returns the middles of count equal parts of [0, 1].
func Centres(count int) []float64 {
	centres := make([]float64, count)
	for i := range centres {
		centres[i] = (float64(i) + 0.5) / float64(count)
	}
	return centres
}
