package privacy

import (
	"math"
	"testing"
)

// What both profiles bound is the curve itself where they are exact, at every rate: of laws whose
// curve has a closed form.
func TestCurveOfProfiles(t *testing.T) {
	for name, tests := range map[string]interface {
		Tests
		profile(epsilon float64) float64
	}{"normal": normalProfile{NormalTests{1.7}}, "laplace": laplaceProfile{LaplaceTests{2.2}}, "claim": claimProfile{ClaimTests{Claim{Epsilon: 1, Delta: 0.05}}}} {
		by := Profile{Of: tests.profile}
		a := Attack{In: ProfileTests{by, by}}
		for _, fpr := range []float64{0, 1e-6, 1e-3, 0.05, 0.3, 0.5, 0.8, 0.999, 1} {
			_, want := tests.TPR(fpr)
			if got := a.TPR(fpr); got.High < want*(1-1e-9) || got.High > want+1e-6 || got.Low > want {
				t.Errorf("%s at %g: %v, want %g", name, fpr, got, want)
			}
		}
		for _, epsilon := range []float64{-3, -0.5, 0, 0.5, 3} {
			_, want := tests.Delta(epsilon)
			if _, got := a.In.Delta(epsilon); math.Abs(got-want) > 1e-12 {
				t.Errorf("%s at ε = %g: %g, want %g", name, epsilon, got, want)
			}
		}
		if v := a.Mu(1e-10); !v.Missing() {
			t.Errorf("%s: μ is not bounded by a profile, and is %v", name, v)
		}
	}
}

type (
	normalProfile  struct{ NormalTests }
	laplaceProfile struct{ LaplaceTests }
	claimProfile   struct{ ClaimTests }
)

func (p normalProfile) profile(epsilon float64) float64  { return GaussianProfile(epsilon, 1/p.Shift) }
func (p laplaceProfile) profile(epsilon float64) float64 { return p.Profile(epsilon) }
func (p claimProfile) profile(epsilon float64) float64   { return State(p.Claim).Delta(epsilon) }

// Precision and right guesses of randomised response at a prior, by counting: of a thousand one is there.
func TestPriors(t *testing.T) {
	a := Alike(ClaimTests{Claim{Epsilon: math.Log(9)}}) // the truth nine times of ten
	if v := a.Precision(0.1, 0.001); math.Abs(v.High-0.9/(0.9+99.9)) > 1e-12 {
		t.Errorf("precision %v", v)
	}
	for prior, want := range map[float64]float64{0.5: 0.9, 0.001: 0.999, 0.8: 0.9, 0.95: 0.95} {
		if v := a.Right(prior); math.Abs(v.High-want) > 1e-12 {
			t.Errorf("right at a prior of %g: %v, want %g", prior, v, want)
		}
	}
}
