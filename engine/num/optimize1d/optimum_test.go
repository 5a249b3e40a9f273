package optimize1d

import (
	"math"
	"testing"
)

var searches = map[string]func(f func(float64) float64, low, high float64) (at, value float64){
	"Brent": Brent,
	"golden": func(f func(float64) float64, low, high float64) (at, value float64) {
		return Golden(f, low, high, Stop{Width: 1e-9 * (high - low), Enough: math.Inf(1)})
	},
}

// Peaks inside and at an end, with a kink, and none.
func TestPeaks(t *testing.T) {
	for _, c := range []struct {
		f         func(float64) float64
		low, high float64
		at, value float64
	}{
		{func(x float64) float64 { return -(x - 0.3) * (x - 0.3) }, 0, 1, 0.3, 0},
		{func(x float64) float64 { return x }, 0, 1, 1, 1},
		{func(x float64) float64 { return -math.Abs(x - 0.7) }, 0, 1, 0.7, 0},
		{func(x float64) float64 { return x * math.Exp(-x) }, 0, 30, 1, math.Exp(-1)},
		{func(float64) float64 { return 2 }, 0, 1, math.NaN(), 2},
	} {
		for name, search := range searches {
			at, value := search(c.f, c.low, c.high)
			if !math.IsNaN(c.at) && math.Abs(at-c.at) > 1e-6*(c.high-c.low) || math.Abs(value-c.value) > 1e-7 {
				t.Errorf("%s: a peak of %g at %g, want %g at %g", name, value, at, c.value, c.at)
			}
		}
	}
}

// A value that is enough ends the climb at once; where f has no value is passed
// over.
func TestGoldenStops(t *testing.T) {
	asked := 0
	f := func(x float64) float64 {
		asked++
		if x < 0.2 {
			return math.Inf(-1)
		}
		return -math.Abs(x - 0.3)
	}
	if at, value := Golden(f, 0, 1, Stop{Width: 1e-12, Enough: -0.1}); value < -0.1 || asked > 4 {
		t.Errorf("%g at %g after %d values", value, at, asked)
	}
	if at, _ := Golden(f, 0, 1, Stop{Width: 1e-12, Enough: math.Inf(1)}); math.Abs(at-0.3) > 1e-9 {
		t.Errorf("the peak at %g, want 0.3", at)
	}
}
