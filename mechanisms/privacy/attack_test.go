package privacy

import (
	"math"
	"testing"
)

// The bounds from both profiles equal the curve where the profiles are exact, at every rate: for laws with a closed form of the
// curve.
func TestCurveOfProfiles(t *testing.T) {
	for name, tests := range map[string]interface {
		Tests
		profile(epsilon float64) float64
	}{"normal": normalProfile{NormalTests{1.7}}, "laplace": laplaceProfile{LaplaceTests{2.2}}, "claim": claimProfile{ClaimTests{Claim{Epsilon: 1, Delta: 0.05}}}} {
		by := Profile{Of: tests.profile}
		a := SameInBoth(by.Of)
		for _, fpr := range []float64{0, 1e-6, 1e-3, 0.05, 0.3, 0.5, 0.8, 0.999, 1} {
			_, want := tests.TPR(fpr)
			if got := a.TPR(fpr); got.High < want*(1-1e-9) || got.High > want+1e-6 {
				t.Errorf("%s at %g: %v, want %g", name, fpr, got, want)
			}
		}
		for _, epsilon := range []float64{-3, -0.5, 0, 0.5, 3} {
			_, want := tests.Delta(epsilon)
			if _, got := a.In.Delta(epsilon); math.Abs(got-want) > 1e-12 {
				t.Errorf("%s at ε = %g: %g, want %g", name, epsilon, got, want)
			}
		}
		_, want := tests.Mu(1e-10)
		if v := a.Mu(1e-10); v.High < want*(1-1e-9) || v.High > want*1.01 {
			t.Errorf("%s: μ is %v, by a profile %v", name, want, v)
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

// An exact profile gives the values of closed forms: the number of deviations, to its digits, and the curve.
func TestMuOfProfiles(t *testing.T) {
	for _, shift := range []float64{0.01, 0.3, 1, 2.5, 6} {
		a := SameInBoth(func(epsilon float64) float64 { return GaussianProfile(epsilon, 1/shift) })
		for _, floor := range []float64{1e-3, 1e-10, 1e-14} {
			if v := a.Mu(floor); !(v.Low <= shift*(1+1e-9) && v.High >= shift*(1-1e-9) && v.High-v.Low < 1e-3*shift) {
				t.Errorf("a shift of %g with a floor of %g: %v to %v", shift, floor, v.Low, v.High)
			}
		}
		if v := a.Regret(1e-10); v.Low > 1e-9 || v.High > 1e-4 {
			t.Errorf("a shift of %g regrets %v", shift, v)
		}
	}
	for _, epsilon := range []float64{0.1, 0.35, 1, 2.2, 4} {
		of := LaplaceTests{epsilon}
		_, want := of.Mu(1e-10)
		if v := SameInBoth(of.Profile).Mu(1e-10); math.Abs(v.High-want) > 1e-7*want || math.Abs(v.Low-want) > 1e-7*want {
			t.Errorf("Laplace noise at %g: %v to %v, want %.9g", epsilon, v.Low, v.High, want)
		}
		claim := ClaimTests{Claim{Epsilon: epsilon, Delta: 1e-3}}
		_, want = claim.Mu(1e-2)
		if v := SameInBoth(stated{claim.Claim}.Delta).Mu(1e-2); math.Abs(v.High-want) > 1e-6*want || math.Abs(v.Low-want) > 1e-6*want {
			t.Errorf("a claim of %g: %v to %v, want %.9g", epsilon, v.Low, v.High, want)
		}
	}
}

// Regret is the least k by its definition, at places of another grid, for randomised response.
func TestRegretByDefinition(t *testing.T) {
	for _, epsilon := range []float64{0.5, 1, 3} {
		claim := ClaimTests{Claim{Epsilon: epsilon}}
		a := Alike(claim)
		mu := a.Mu(1e-10).High
		holds := func(k float64) bool {
			for i := range 5000 {
				alpha := (float64(i) + 0.5) / 5000
				_, tpr := claim.TPR(min(alpha+k, 1))
				normal := 0.5 * math.Erfc((math.Sqrt2*math.Erfinv(1-2*alpha)-mu)/math.Sqrt2)
				if 1-tpr-k > 1-normal+1e-12 {
					return false
				}
			}
			return true
		}
		low, high := 0.0, 1.0
		for range 40 {
			if middle := (low + high) / 2; holds(middle) {
				high = middle
			} else {
				low = middle
			}
		}
		if v := a.Regret(1e-10); v.Low > high+1e-6 || v.High < high-1e-6 || v.High-v.Low > 5e-3*v.High {
			t.Errorf("randomised response at %g regrets %v to %v, by its definition %v", epsilon, v.Low, v.High, high)
		}
	}
}

// Concentrated privacy says of normal noise no less than is so, at every ε, and the whole of Rényi's orders no more than it.
func TestConcentrated(t *testing.T) {
	for _, sigma := range []float64{0.3, 1, 5} {
		c := Concentrated{Rho: 1 / (2 * sigma * sigma)}
		orders := gaussian(sigma)
		for epsilon := 0.01; epsilon < 60; epsilon *= 1.4 {
			exact, got, listed := GaussianProfile(epsilon, sigma), c.Delta(epsilon), orders.Delta(epsilon)
			if got < exact || got > listed*(1+1e-9) || listed > 1.05*got+1e-100 {
				t.Errorf("σ = %g at %g: %g, exactly %g, by listed orders %g", sigma, epsilon, got, exact, listed)
			}
		}
	}
}

// The curve of normal laws is its own mirror image, to the rarest misses.
func TestNormalNearOne(t *testing.T) {
	for _, mu := range []float64{0.3, 1, 3} {
		tests := NormalTests{Shift: mu}
		for _, missed := range []float64{0.4, 1e-2, 1e-4, 1e-6, 1e-8} {
			found, _ := tests.TPR(missed)
			if back, _ := tests.TPR(1 - found); math.Abs(1-back-missed) > 1e-7*missed+1e-14 {
				t.Errorf("μ = %g: %g are missed where %g are not found", mu, 1-back, missed)
			}
		}
	}
}
