package labelling

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
)

func TestCompareLabellings(t *testing.T) {
	largest := 0.0
	for n := 1; n <= maxEnumerated; n++ {
		for _, epsilon := range []float64{0, 0.1, 1, 3, 7, 1500} {
			m := labels(t, epsilon)
			c, err := CompareLabellings(m, n)
			if err != nil {
				t.Fatal(err)
			}
			chances, score := make([]float64, 1<<n), make([]float64, n+1)
			for i, l := range c.Labellings {
				if l.Flipped != uint(i) {
					t.Fatalf("labelling %d has flips %b", i, l.Flipped)
				}
				chances[i] = l.Exponential
				score[l.Kept] += l.Exponential
				if want := m.Epsilon * float64(1-2*int(l.Flipped&1)); math.Abs(l.Loss-want) > 1e-12*(1+epsilon) {
					t.Errorf("n=%d ε=%g: loss %v of labelling %b, want %v", n, epsilon, l.Loss, i, want)
				}
			}
			total := floats.SumCompensated(chances)
			if len(c.Labellings) != 1<<n || math.Abs(total-1) > 1e-13 {
				t.Errorf("n=%d ε=%g: %d labellings of total chance %v", n, epsilon, len(c.Labellings), total)
			}
			for kept, got := range score {
				if want := lawKept(m, float64(n)).Prob(float64(kept)); math.Abs(got-want) > 1e-13 {
					t.Errorf("n=%d ε=%g: Pr(q = %d) = %v, binomial %v", n, epsilon, kept, got, want)
				}
			}
			if epsilon < 100 {
				largest = max(largest, c.Difference)
			}
			if c.Difference > 1e-11 {
				t.Errorf("n=%d ε=%g: the two differ by %v", n, epsilon, c.Difference)
			}
			if math.Abs(c.MostLoss-m.Epsilon) > 1e-12*(1+epsilon) || math.Abs(c.LeastLoss+m.Epsilon) > 1e-12*(1+epsilon) {
				t.Errorf("n=%d ε=%g: loss from %v to %v, want ±%v", n, epsilon, c.LeastLoss, c.MostLoss, m.Epsilon)
			}
		}
	}
	t.Logf("largest relative difference %.2g", largest)
	for _, n := range []int{0, -1, maxEnumerated + 1, 64} {
		if _, err := CompareLabellings(labels(t, 1), n); err == nil {
			t.Errorf("n = %d is enumerated", n)
		}
	}
}
