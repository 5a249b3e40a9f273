package agreement

import (
	"math"
	"testing"
)

// An indicator over d features, each answered by randomised response that fails
// with probability slack, has exactly the δ that IndicatorDelta bounds where one
// feature has no slack, and no more in any case: the divergence is summed over
// all outputs.
func TestIndicatorDelta(t *testing.T) {
	for _, d := range []int{1, 2, 3} {
		for _, raw := range []float64{0, 1e-3, 0.1} {
			for _, slack := range []float64{0, 1e-4, 0.05} {
				const epsilon = 0.7
				got, bound := indicatorDivergence(d, raw, slack, epsilon), IndicatorDelta(raw, slack, d)
				if got > bound+1e-15 {
					t.Errorf("d = %d, raw = %g, slack = %g: δ = %g, more than %g", d, raw, slack, got, bound)
				}
				if slack == 0 && math.Abs(got-raw) > 1e-15 || raw == 0 && d == 1 && math.Abs(got-slack) > 1e-15 {
					t.Errorf("d = %d, raw = %g, slack = %g: δ = %g is less than it should be", d, raw, slack, got)
				}
			}
		}
	}
}

// indicatorDivergence returns the hockey-stick divergence at d·ε of the releases of all zeros and all ones. A release says
// whether it is raw; a feature is 0 or 1 by randomised response, or 2 or 3, the value itself.
func indicatorDivergence(d int, raw, slack, epsilon float64) float64 {
	keep := math.Exp(epsilon) / (1 + math.Exp(epsilon))
	of := [2][4]float64{ // the law of one feature of value 0 and of value 1
		{(1 - slack) * keep, (1 - slack) * (1 - keep), slack, 0},
		{(1 - slack) * (1 - keep), (1 - slack) * keep, 0, slack},
	}
	total := raw // the raw zeros, which ones never send
	for output := range 1 << (2 * d) {
		p, q := 1-raw, 1-raw
		for k := range d {
			answer := output >> (2 * k) & 3
			p, q = p*of[0][answer], q*of[1][answer]
		}
		total += max(p-math.Exp(float64(d)*epsilon)*q, 0)
	}
	return total
}
