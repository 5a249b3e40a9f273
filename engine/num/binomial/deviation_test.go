package binomial

import (
	"math"
	"math/big"
	"testing"
)

// The closed form is the sum of |x − np|·Pr(X = x) over all counts, in exact rational numbers.
func TestMeanDeviationIsTheSum(t *testing.T) {
	for _, n := range []int{1, 2, 3, 10, 33} {
		for _, p := range []float64{0, 1e-300, 1e-9, 0.03, 0.25, 1. / 3, 0.5, 0.62, 0.999, 1 - 0x1p-53, 1} {
			point, _, _ := exactTails(n, p)
			number := func(v float64) *big.Float { return new(big.Float).SetPrec(5000).SetFloat64(v) }
			mean := number(0).Mul(number(float64(n)), number(p))
			sum := number(0)
			for x, chance := range point {
				apart := number(0).Sub(number(float64(x)), mean)
				sum.Add(sum, apart.Mul(apart.Abs(apart), chance))
			}
			if got := New(float64(n), p).MeanDeviation(); !(relative(got, sum) < 2e-13) { // as far as e^x is right
				t.Errorf("n=%d p=%g: %.17g, not %.17g", n, p, got, sum)
			}
		}
	}
}

// Of many trials it is √(2/π) standard deviations but for a part of 1/npq, and of rare successes 2·np·e^(−np): neither
// powers nor factorials overflow.
func TestMeanDeviationOfMany(t *testing.T) {
	for _, n := range []float64{1e6, 1e9, 1e15} {
		for _, p := range []float64{0.5, 0.1, 0.99} {
			l := New(n, p)
			if got, want := l.MeanDeviation(), math.Sqrt(2/math.Pi)*l.Deviation(); !(math.Abs(got/want-1) < 1/(n*p*(1-p))+1e-12) {
				t.Errorf("n=%g p=%g: %v, about %v", n, p, got, want)
			}
		}
		const mean = 0.25
		if got, want := New(n, mean/n).MeanDeviation(), 2*mean*math.Exp(-mean); !(math.Abs(got/want-1) < 2/n+1e-12) {
			t.Errorf("n=%g p=%g: %v, about %v", n, mean/n, got, want)
		}
	}
}
