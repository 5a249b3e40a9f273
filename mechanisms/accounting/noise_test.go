package accounting

import (
	"math"
	"testing"
)

// The least noise keeps its budget, and hardly less does not: the truth, which one tenth of
// a thousandth is told of, lies between.
func TestLeastDeviation(t *testing.T) {
	for _, c := range []struct {
		rate           float64
		steps          int
		epsilon, delta float64
		want           float64 // 0: nobody else says
	}{{0.1, 200, 2, 1e-5, 0}, {0.01, 1000, 0.5, 1e-6, 0}, {1, 10, 8, 1e-5, 0}, {0.1, 200, 0.05, 1e-5, 0}, {1e-4, 3, 0.1, 1e-9, 0}, {0.1, 100, 1, 1e-5, 3.942}} {
		deviation, err := LeastDeviation(t.Context(), c.rate, c.steps, c.epsilon, c.delta)
		if err != nil {
			t.Fatal(err)
		}
		spent := func(deviation float64) Bounds {
			return bounds(t, Run{Step{c.rate, deviation}, float64(c.steps)}, c.delta, Fine)
		}
		if spent(deviation).High > c.epsilon || spent(deviation*0.998).Low <= c.epsilon {
			t.Errorf("%+v: noise of %g spends %v, a little less %v", c, deviation, spent(deviation), spent(deviation*0.998))
		}
		if c.want > 0 && math.Abs(deviation/c.want-1) > 2e-3 {
			t.Errorf("%+v: %g", c, deviation)
		}
	}
}
