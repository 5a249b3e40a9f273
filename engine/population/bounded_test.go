package population

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dpscope/engine/effort"
)

// For a hundred shares with one far below the others, the bootstrap knows hardly anything and Hoeffding's inequality much: the
// interval of 99.5 % does not begin at 0.
func TestMeansNearOneHaveAnInterval(t *testing.T) {
	values := slices.Repeat([]float64{1 - 1e-9}, 99)
	values = append(values, 0.5)
	s := summarised(t, values, rand.NewPCG(1, 2))
	if most := 0.86; s.Mean.Low < most || s.Mean.High < 0.999 {
		t.Errorf("of a mean of %g the interval is %g to %g", s.Mean.Value, s.Mean.Low, s.Mean.High)
	}
}

// The interval lies within that of Hoeffding's simpler inequality, for any shares; both ends tell the mean apart as far as is
// allowed, and it holds for shares of at most two values, the most spread ones, in as many samples as promised.
func TestIntervalOfAnyShares(t *testing.T) {
	const alpha = 0.05
	for _, n := range []int{1, 3, 40, 1000} {
		for _, mean := range []float64{0, 1e-9, 0.2, 0.5, 0.995, 1} {
			low, high := boundedMean(mean, n, alpha)
			wide := math.Sqrt(math.Log(2/alpha) / float64(2*n))
			if !(low <= mean && mean <= high) || low < mean-wide-1e-12 || high > mean+wide+1e-12 {
				t.Errorf("about %g of %d it is %g to %g", mean, n, low, high)
			}
			for _, end := range []float64{low, high} {
				if end > 0 && end < 1 && math.Abs(float64(n)*divergence(mean, end)-math.Log(2/alpha)) > 1e-6 {
					t.Errorf("about %g of %d the end %g lies at %g", mean, n, end, float64(n)*divergence(mean, end))
				}
			}
		}
	}
	samples, missed := effort.Scale(200, 1000, 20000), 0
	rng := rand.New(rand.NewPCG(6, 6))
	for range samples {
		const n, share = 30, 0.93
		hits := 0
		for range n {
			if rng.Float64() < share {
				hits++
			}
		}
		if low, high := boundedMean(float64(hits)/n, n, alpha); share < low || share > high {
			missed++
		}
	}
	if float64(missed) > alpha*float64(samples) {
		t.Errorf("%d of %d intervals miss", missed, samples)
	}
}
