package quad

import (
	"math"
	"testing"
)

// A rule of n points is exact for polynomials of degree 2n − 1.
func TestRulesArePolynomiallyExact(t *testing.T) {
	for _, r := range []Rule{Five, Legendre(8), Legendre(32)} {
		for degree := range 2 * len(r) {
			want := 0.0
			if degree%2 == 0 {
				want = 2 / float64(degree+1)
			}
			got := r.Sum(func(x float64) float64 { return math.Pow(x, float64(degree)) })
			if math.Abs(got-want) > 4e-15 {
				t.Errorf("%d points, degree %d: %v, want %v", len(r), degree, got, want)
			}
		}
	}
}

// exponential is the exponential law from zero on; it narrows as its rate grows.
type exponential struct{ rate float64 }

func (e exponential) Mass(low, high float64) float64 {
	return math.Exp(-e.rate*max(low, 0)) - math.Exp(-e.rate*max(high, 0))
}

func (e exponential) Density(u float64) float64 {
	if u < 0 {
		return 0
	}
	return e.rate * math.Exp(-e.rate*u)
}

// The moments of exponential laws; the last one is a needle that fixed nodes would miss.
func TestExpectation(t *testing.T) {
	for _, rate := range []float64{0.5, 3, 80, 1e6, 1e12} {
		law := exponential{rate}
		for power, want := range []float64{1, 1 / rate, 2 / (rate * rate)} {
			got := Expectation(law, -1, 200, Breaks{Kinks: []float64{0}}, func(u float64) float64 { return math.Pow(u, float64(power)) })
			if math.Abs(got-want) > 1e-10*want {
				t.Errorf("rate %g, moment %d: %g, want %g", rate, power, got, want)
			}
		}
	}
}

// A function may jump at a break.
func TestExpectationOfAStep(t *testing.T) {
	law := exponential{2}
	got := Expectation(law, 0, 50, Breaks{Kinks: []float64{0.7}}, func(u float64) float64 {
		if u > 0.7 {
			return 1
		}
		return 0
	})
	if want := math.Exp(-1.4); math.Abs(got-want) > 1e-14 {
		t.Errorf("%v, want %v", got, want)
	}
}

// The mean width of a disc under an exponential law of rate r is
// π·e^(−r/2)·I₁(r/2), I₁ the modified Bessel function (DLMF 10.32.2). Where it is said
// that the width turns back at the edges, a few panels are enough, a needle's among
// them.
func TestExpectationWhereADiscTurns(t *testing.T) {
	bessel := func(x float64) float64 { // DLMF 10.25.2
		term, sum := x/2, 0.0
		for k := 1.0; sum+term != sum; k++ {
			sum += term
			term *= x * x / 4 / k / (k + 1)
		}
		return sum
	}
	for _, rate := range []float64{1e-3, 1, 9, 60, 1e4, 1e9} {
		calls := 0
		width := func(u float64) float64 {
			calls++
			return 2 * math.Sqrt(max(u*(1-u), 0))
		}
		got := Expectation(exponential{rate}, -1, 40, Breaks{Turns: []float64{1, 0}}, width)
		want := math.Pi * math.Exp(-rate/2) * bessel(rate/2)
		if rate > 500 { // ∫ 2√u·(1 − u/2 - ...) to the second term
			want = math.Sqrt(math.Pi/rate) * (1 - 3/(4*rate))
		}
		if math.Abs(got/want-1) > 1e-11 && rate < 500 || math.Abs(got/want-1) > 1e-8 {
			t.Errorf("rate %g: %.15g, want %.15g", rate, got, want)
		}
		if calls > 400 {
			t.Errorf("rate %g: f was asked %d times", rate, calls)
		}
		t.Logf("rate %g: f was asked %d times", rate, calls)
	}
}
