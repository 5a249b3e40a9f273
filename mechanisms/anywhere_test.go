package mechanisms

import (
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/param"
)

// The worst pair may lie anywhere: two inputs drawn at random, near each other, near an end or
// on it, at settings up to the ends of the sliders, never show more than the profile, the
// loss and the tail say.
func TestNoPairIsWorse(t *testing.T) {
	effort.ForNumbers(t)
	rng := rand.New(rand.NewPCG(21, 22))
	input := func() float64 {
		switch rng.IntN(6) {
		case 0:
			return 0
		case 1:
			return 1
		case 2:
			return math.Exp(-12 * rng.Float64())
		case 3:
			return 1 - math.Exp(-12*rng.Float64())
		}
		return rng.Float64()
	}
	for range effort.Scale(3, 60, 1000) {
		for _, kind := range All.Kinds {
			epsilon := math.Exp(math.Log(1e-6) + rng.Float64()*math.Log(1500/1e-6))
			if rng.IntN(2) == 0 {
				epsilon = math.Exp(math.Log(0.01) + rng.Float64()*math.Log(20/0.01))
			}
			if rng.IntN(8) == 0 {
				epsilon = []float64{Epsilon.Min, Epsilon.Low, Epsilon.High, Epsilon.Max}[rng.IntN(4)]
			}
			delta := math.Exp(math.Log(Delta.Min) + rng.Float64()*math.Log(Delta.Max/Delta.Min))
			m, err := kind.New(param.Values{}.With(Epsilon, epsilon).With(Delta, delta).With(Bins, float64(2+rng.IntN(60))))
			if err != nil {
				continue
			}
			x, other := input(), input()
			if rng.IntN(3) == 0 {
				other = min(1, x+math.Exp(-12*rng.Float64()))
			}
			if finerThanFloat(subject{Mechanism: m}) {
				continue
			}
			holds(t, kind.Name, m, x, other, rng.Float64()*1.2*epsilon)
		}
	}
}

// holds compares the loss between two inputs with the guarantee for all, at a budget.
func holds(t *testing.T, name string, m Mechanism, x, other, budget float64) {
	t.Helper()
	sum, tail, total := 0.0, 0.0, 0.0
	for _, o := range outcomes(m, x, other) {
		total += o.p
		ratio := math.Log(o.p) - math.Log(o.q)
		if o.p > 1e-280 && o.q > 1e-280 && ratio > m.Loss()+1e-8*math.Abs(ratio)+1e-9 && o.p > 1e-13 {
			t.Errorf("%s %+v at %g and %g: log-ratio %v above %v", name, m, x, other, ratio, m.Loss())
		}
		if more := o.p - math.Exp(budget)*o.q; more > 0 {
			sum += more
		}
		if o.q > 1e-290 && ratio > budget*(1+1e-9)+1e-9 { // else beyond float64
			tail += o.p
		}
	}
	if want := m.DeltaAt(budget); sum > want*(1+1e-9)+1e-12 {
		t.Errorf("%s %+v at %g and %g: the divergence at %v is %v, of all pairs %v", name, m, x, other, budget, sum, want)
	}
	if tailed, ok := m.(LossTail); ok {
		// A cell in which the loss crosses the budget counts whole or not at all.
		if want := tailed.LossTail(budget); tail > want*(1+2e-2)+2e-3 {
			t.Errorf("%s %+v at %g and %g: losses above %v have probability %v, of all pairs %v", name, m, x, other, budget, tail, want)
		}
	}
	if want := m.TotalVariation(x, other); want > m.DeltaAt(0)*(1+1e-12) {
		t.Errorf("%s %+v at %g and %g: told apart by %v, of all pairs %v", name, m, x, other, want, m.DeltaAt(0))
	}
	if total > 1+1e-9 {
		t.Errorf("%s %+v at %g: answers add up to %v", name, m, x, total)
	}
}
