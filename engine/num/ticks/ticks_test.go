package ticks

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestTicks(t *testing.T) {
	for _, c := range []struct{ v, below, atMost, atLeast, above float64 }{
		{1, 0.5, 1, 1, 2},
		{0.3, 0.2, 0.2, 0.5, 0.5},
		{0.05, 0.02, 0.05, 0.05, 0.1},
		{99.99, 50, 50, 100, 100},
		{1000, 500, 1000, 1000, 2000},
		{math.Nextafter(1000, 0), 500, 500, 1000, 1000},
		{math.Nextafter(1000, 2000), 1000, 1000, 2000, 2000},
		{1e-300, 5e-301, 1e-300, 1e-300, 2e-300},
		{3e300, 2e300, 2e300, 5e300, 5e300},
		{math.SmallestNonzeroFloat64, 0, math.SmallestNonzeroFloat64, math.SmallestNonzeroFloat64, 1e-323},
	} {
		if got := [4]float64{Below(c.v), AtMost(c.v), AtLeast(c.v), Above(c.v)}; got != [4]float64{c.below, c.atMost, c.atLeast, c.above} {
			t.Errorf("around %v: %v, want %v", c.v, got, c)
		}
	}
	for _, v := range []float64{0, -1, math.Inf(-1), math.NaN()} {
		if got := AtLeast(v); got != 0 {
			t.Errorf("the least tick not below %v is %v", v, got)
		}
	}
	if got, want := Between(0.5, 20), []float64{0.5, 1, 2, 5, 10, 20}; !slices.Equal(got, want) {
		t.Errorf("between 0.5 and 20: %v, want %v", got, want)
	}
}

// Neighbouring ticks enclose every number, and equal those of Between.
func TestTicksEnclose(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		v := math.Exp(rng.NormFloat64() * 100)
		below, above := Below(v), Above(v)
		if !(below < v && v < above) || above/below > 5.0000001 {
			t.Fatalf("%v lies between %v and %v", v, below, above)
		}
		if list := Between(below, above); len(list) > 3 || list[0] != below || list[len(list)-1] != above {
			t.Fatalf("between %v and %v: %v", below, above, list)
		}
	}
}
