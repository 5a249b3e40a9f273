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

// exponential is the exponential law from zero on: the narrower, the greater
// its rate.
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

// The moments of exponential laws, of which the last is a needle that no fixed
// nodes would meet.
func TestExpectation(t *testing.T) {
	for _, rate := range []float64{0.5, 3, 80, 1e6, 1e12} {
		law := exponential{rate}
		for power, want := range []float64{1, 1 / rate, 2 / (rate * rate)} {
			got := Expectation(law, -1, 200, []float64{0}, func(u float64) float64 { return math.Pow(u, float64(power)) })
			if math.Abs(got-want) > 1e-10*want {
				t.Errorf("rate %g, moment %d: %g, want %g", rate, power, got, want)
			}
		}
	}
}

// A function may jump at a break.
func TestExpectationOfAStep(t *testing.T) {
	law := exponential{2}
	got := Expectation(law, 0, 50, []float64{0.7}, func(u float64) float64 {
		if u > 0.7 {
			return 1
		}
		return 0
	})
	if want := math.Exp(-1.4); math.Abs(got-want) > 1e-14 {
		t.Errorf("%v, want %v", got, want)
	}
}
