package matching

import (
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/effort"
	"dpscope/mechanisms/central"
)

// At a great risk truncated Laplace noise with a support shorter than the sensitivity costs least; its losses and advantages
// equal those of a search over both of its parameters.
func TestTruncatedNoiseAtGreatRisk(t *testing.T) {
	for _, c := range []struct {
		terms Terms
		rank  float64
	}{
		{Terms{By: Advantage, Value: 0.653, Loss: absolute}, 1 / (4 * 0.653)}, // that of uniform noise
		{Terms{By: Loss, Value: 0.3, Loss: absolute}, 0.78815},
		{Terms{By: Advantage, Value: 0.8, Loss: absolute}, 0.29188},
	} {
		m, err := c.terms.Match(t.Context(), truncated)
		if err != nil || math.Abs(c.terms.Rank(m)-c.rank) > 2e-5 {
			t.Errorf("%+v: %v, %v, want %v", c.terms, c.terms.Rank(m), err, c.rank)
		}
	}
	right := Terms{By: Advantage, Value: 0.8, Loss: absolute}
	if turn, found, err := right.Turn(t.Context()); err != nil || !found || math.Abs((1+turn.At)/2-0.9015) > 1e-4 || turn.Then != staircase {
		t.Errorf("the order turns at %+v, %v, %v", turn, found, err)
	}
	mu := Terms{By: Gaussian, Value: 0.102, Floor: 1e-10, Loss: absolute}
	if m, err := mu.Match(t.Context(), truncated); err != nil || m.Law == nil {
		t.Errorf("at μ = 0.102: %v, %s", err, m.None)
	}
}

// No noise of a fixed shape costs less than the optimised one, and every noise has at most the requested risk.
func TestOptimisedIsNeverWorse(t *testing.T) {
	rng := rand.New(rand.NewPCG(42, 6))
	settings := []Terms{{By: Found, FPR: 0.00019, Value: 0.6788, Loss: absolute}}
	for range effort.Scale(12, 60, 300) {
		terms := Terms{By: Risk(rng.IntN(5)), Epsilon: math.Exp(3*rng.Float64() - 1), Delta: math.Pow(10, -8*rng.Float64()) * 0.49, Value: 0.02 + 0.95*rng.Float64(),
			FPR: math.Pow(10, -4*rng.Float64()-0.1), Floor: 1e-6, Loss: []central.Loss{absolute, central.Square{}}[rng.IntN(2)], Coarse: rng.IntN(2) == 0}
		if terms.By == Found {
			terms.Value = terms.FPR + (1-terms.FPR)*terms.Value
		}
		settings = append(settings, terms)
	}
	for _, terms := range settings {
		optimal, err := terms.Match(t.Context(), best)
		if err != nil {
			t.Fatalf("%+v: %v", terms, err)
		}
		for _, s := range Shapes {
			m, err := terms.Match(t.Context(), s.Name)
			if err != nil || m.Law == nil {
				continue
			}
			if terms.Rank(m) < terms.Rank(optimal) {
				t.Errorf("%+v: %s noise has %v, and optimised %v", terms, s.Words, terms.Rank(m), terms.Rank(optimal))
			}
			risk, limit := 0.0, terms.Value
			switch terms.By {
			case Budget:
				risk, limit = m.Attack.Delta(terms.Epsilon).Low, terms.Delta
			case Advantage:
				risk = m.Attack.Advantage().Low
			case Found:
				risk = m.Attack.TPR(terms.FPR).Low
			case Gaussian:
				risk = m.Attack.Mu(terms.Floor).Low
			case Loss:
				risk = m.Expects
			}
			within := 1e-6
			if terms.Coarse {
				within = 1e-5
			}
			if risk > limit*(1+within)+1e-12 {
				t.Errorf("%+v: %s noise has a risk of %v", terms, s.Words, risk)
			}
		}
	}
}
