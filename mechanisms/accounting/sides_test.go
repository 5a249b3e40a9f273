package accounting

import (
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/mechanisms/privacy"
)

// Of one step the side that wonders whether a record was added is told no more, at any
// budget: Q − e^ε·P is (1 − e^ε·(1−q))·(Q − e^ε″·N(1, σ²)) with e^ε″ = e^ε·q/(1 − e^ε·(1−q)), and negative where
// that first factor is.
func TestNoSideOfAStepIsWorse(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	for range 20_000 {
		s := Step{Rate: math.Exp(-9 * rng.Float64()), Deviation: math.Exp(6*rng.Float64() - 3)}
		epsilon := math.Exp(9*rng.Float64() - 7)
		if rng.IntN(2) == 0 { // where the other side is told anything
			epsilon = -rng.Float64() * math.Log1p(-s.Rate)
		}
		left := 1 - math.Exp(epsilon)*(1-s.Rate)
		if left <= 0 {
			continue
		}
		added := left * privacy.GaussianProfile(epsilon+math.Log(s.Rate/left), s.Deviation)
		if removed := s.Delta(epsilon); added > removed*(1+1e-9) {
			t.Errorf("%+v at %v: the added record shows %v, the removed one %v", s, epsilon, added, removed)
		}
	}
}
