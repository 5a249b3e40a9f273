package grid

import (
	"math"
	"slices"
	"testing"
)

// Points rise from one end to the other, both exact, at equal distances or
// equal ratios.
func TestGrids(t *testing.T) {
	for _, ends := range [][2]float64{{0.1, 20}, {1e-6, 1500}, {1, 1e12}, {1e-300, 1e300}, {0.3, 0.3000000001}} {
		for _, count := range []int{2, 3, 9, 400} {
			even, log := Even(ends[0], ends[1], count), Log(ends[0], ends[1], count)
			for name, g := range map[string][]float64{"even": even, "log": log} {
				if len(g) != count || g[0] != ends[0] || g[count-1] != ends[1] || !slices.IsSorted(g) {
					t.Errorf("%s: %d points from %v to %v, want %d over %v", name, len(g), g[0], g[len(g)-1], count, ends)
				}
			}
			for i := 1; i < count; i++ {
				if step := (ends[1] - ends[0]) / float64(count-1); math.Abs(even[i]-even[i-1]-step) > 1e-12*ends[1] {
					t.Errorf("a step of %g, want %g", even[i]-even[i-1], step)
				}
				ratio := math.Log(ends[1]/ends[0]) / float64(count-1)
				if ends[1]/ends[0] < 1e300 && math.Abs(math.Log(log[i]/log[i-1])-ratio) > 1e-11*(1+ratio) {
					t.Errorf("a ratio of e^%g, want e^%g", math.Log(log[i]/log[i-1]), ratio)
				}
			}
		}
	}
}
