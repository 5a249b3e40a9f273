package mechanisms

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

func sortedUnique(list []float64) []float64 {
	slices.Sort(list)
	return slices.Compact(list)
}

// checkSampler draws at several x and compares the counts in twenty cells, and the mass outside, with the law by the chi-square
// test. It also requires every draw to lie in the support, and on a bin where there are bins.
//
// A sound sampler fails with probability below 1e-7 per x.
func checkSampler(s subject) error {
	const draws, cells = 20000, 20
	if finerThanFloat(s) {
		return nil
	}
	rng := rand.New(rand.NewPCG(20, 26))
	for _, x := range []float64{0, 0.013, 0.5, 0.77, 1} {
		l := s.At(x)
		low, high := l.Support()
		binned, discrete := l.(Binned)
		edges := quantiles(l, cells)
		counts := make([]float64, len(edges)+1)
		for range draws {
			y := l.Sample(rng)
			if !(low <= y && y <= high) {
				return fmt.Errorf("x=%g: drew %g outside the support [%g, %g]", x, y, low, high)
			}
			if discrete {
				if i := math.Round(y * float64(binned.Bins()-1)); (grid{binned.Bins() - 1}).at(int(i)) != y {
					return fmt.Errorf("x=%g: drew %.17g, which is no bin", x, y)
				}
			}
			i, _ := slices.BinarySearch(edges, y) // the first edge not below y
			counts[i]++
		}
		statistic, freedom := 0.0, -1.0
		last := 0.0
		pooledCount, pooledWant := 0.0, 0.0
		for i, count := range counts {
			below := 1.0
			if i < len(edges) {
				below = l.Mass(math.Inf(-1), edges[i])
			}
			pooledCount += count
			pooledWant += (below - last) * draws
			last = below
			if pooledWant >= 20 || i == len(counts)-1 && pooledWant > 0 {
				statistic += (pooledCount - pooledWant) * (pooledCount - pooledWant) / pooledWant
				freedom++
				pooledCount, pooledWant = 0, 0
			}
		}
		if pooledCount > 0 {
			return fmt.Errorf("x=%g: %g draws where the law has no mass", x, pooledCount)
		}
		// Wilson-Hilferty: the cube root of a chi-square is nearly normal; 5.5
		// standard deviations are a chance of 2e-8.
		if freedom > 0 {
			z := (math.Cbrt(statistic/freedom) - (1 - 2/(9*freedom))) / math.Sqrt(2/(9*freedom))
			if z > 5.5 {
				return fmt.Errorf("x=%g: chi-square %.1f with %g degrees of freedom", x, statistic, freedom)
			}
		}
	}
	return nil
}

// quantiles returns edges that cut the law into about equally likely cells; it
// only asks for masses.
func quantiles(l Law, cells int) []float64 {
	if b, ok := l.(Binned); ok {
		each := (b.Bins() + cells - 1) / cells
		var edges []float64
		for i := 0; i < b.Bins()-1; i += each {
			edges = append(edges, (grid{b.Bins() - 1}).at(i))
		}
		return edges
	}
	low, high := l.Support()
	low, high = max(low, -1e9), min(high, 1e9)
	var edges []float64
	for i := 1; i < cells; i++ {
		p := float64(i) / float64(cells)
		a, b := low, high
		for range 120 {
			if middle := (a + b) / 2; l.Mass(math.Inf(-1), middle) >= p {
				b = middle
			} else {
				a = middle
			}
		}
		edges = append(edges, b)
	}
	return sortedUnique(edges)
}
