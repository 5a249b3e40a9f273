package accounting

import "testing"

// The least noise keeps its budget, and a thousandth less does not.
func TestLeastDeviation(t *testing.T) {
	for _, c := range []struct {
		rate           float64
		steps          int
		epsilon, delta float64
	}{{0.1, 200, 2, 1e-5}, {0.01, 1000, 0.5, 1e-6}, {1, 10, 8, 1e-5}, {0.1, 200, 0.05, 1e-5}} {
		deviation := LeastDeviation(c.rate, c.steps, c.epsilon, c.delta)
		spent := func(deviation float64) float64 {
			return Run{Step: Step{Rate: c.rate, Deviation: deviation}, Steps: float64(c.steps)}.Renyi(c.delta).Epsilon
		}
		if spent(deviation) > c.epsilon || spent(deviation*0.999) <= c.epsilon {
			t.Errorf("%+v: noise of %g spends %g, a thousandth less %g", c, deviation, spent(deviation), spent(deviation*0.999))
		}
	}
}
