package matching

import (
	"math"
	"testing"
)

// After 24 months of Laplace noise at ε = 0.5 normal noise of σ = 2.15 tells as much, at a mean error of 1.72 where it is 2; normal
// noise has its own σ after any number of releases.
func TestGaussianAfter(t *testing.T) {
	months := Question{Terms: Terms{By: Advantage, Value: -math.Expm1(-0.25), FPR: 0.01, Floor: 1e-10, Loss: absolute}, Sensitivity: 1, Times: 24}
	m, err := months.Match(t.Context(), "laplace")
	if err != nil || math.Abs(m.Expects-2) > 1e-6 {
		t.Fatalf("Laplace noise costs %v, %v", m.Expects, err)
	}
	cost, sigma, err := months.GaussianAfter(t.Context(), "laplace")
	if err != nil || math.Abs(cost.Value-1.72) > 5e-3 || math.Abs(sigma.Value-2.15) > 5e-3 || cost.High-cost.Low > 2e-3*cost.High {
		t.Errorf("%v at σ = %v, %v", cost, sigma, err)
	}
	own, err := months.Match(t.Context(), "gaussian")
	if err != nil {
		t.Fatal(err)
	}
	if cost, _, err := months.GaussianAfter(t.Context(), "gaussian"); err != nil || math.Abs(cost.High-own.Expects) > 1e-6*own.Expects {
		t.Errorf("normal noise costs %v after all, and %v after one, %v", cost, own.Expects, err)
	}
}
