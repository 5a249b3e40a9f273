package accounting

import (
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/effort"
	"dpscope/mechanisms/pairs"
	"dpscope/mechanisms/privacy"
)

// wildRun returns a tree of claims and noise with losses from next to none to hundreds.
func wildRun(rng *rand.Rand, depth int) Event {
	wild := func(least, most float64) float64 {
		return math.Exp(math.Log(least) + rng.Float64()*math.Log(most/least))
	}
	if depth == 0 {
		switch rng.IntN(3) {
		case 0:
			return Claim{privacy.Claim{Epsilon: wild(0.01, 300), Delta: float64(rng.IntN(2)) * wild(1e-9, 0.3), Neighbours: privacy.OneAdded}}
		case 1:
			return Pick{wild(0.01, 60), privacy.OneAdded}
		}
		return Normal{wild(0.05, 30), privacy.OneAdded}
	}
	of := func() Event { return wildRun(rng, depth-1) }
	switch rng.IntN(5) {
	case 0:
		return Both{of(), of()}
	case 1:
		return Times{of(), float64(1 + rng.IntN(20))}
	case 2:
		return Split{of(), of()}
	case 3:
		return Sampled{of(), wild(1e-6, 1), Poisson}
	}
	return Group{of(), float64(2 + rng.IntN(6))}
}

// Whichever of the pairs that bound an order from above is asked, also the other order's turned round, it tells no less than any
// that bounds it from below, at budgets below 0 too, where the least losses count.
func TestNoPairsCross(t *testing.T) {
	effort.ForNumbers(t)
	rng := rand.New(rand.NewPCG(22, 12))
	compared := 0
	for range effort.Scale(40, 80, 5000) {
		e := wildRun(rng, 1+rng.IntN(3))
		c, err := Losses{Accuracy: Coarse}.Curve(t.Context(), e, 1e-9)
		if err != nil {
			t.Fatalf("%v: %v", e, err)
		}
		for _, way := range [][2]orders{{c.above, c.below}, {c.above.others(), c.below.others()}} {
			for _, epsilon := range []float64{-40, -3, -0.1, 0, 0.5, 5, 50} {
				most, least := math.Inf(1), 0.0
				for _, p := range way[0].both() {
					most = min(most, p.Delta(epsilon))
				}
				for _, p := range way[1].both() {
					least = max(least, p.Delta(epsilon))
				}
				if compared++; least > most*(1+1e-9)+1e-12 {
					t.Errorf("%v at ε = %g: %g from below, and %g from above", e, epsilon, least, most)
				}
			}
			for _, rate := range []float64{1e-12, 1e-3, 0.5, 0.999} {
				tpr := func(p pairs.Pair) float64 { return p.TPR(rate) }
				low, high := (&tests{above: way[0].both(), below: way[1].both()}).ends(1, tpr)
				if low > high*(1+1e-9)+1e-12 {
					t.Errorf("%v at a rate of %g: %g is found from below, and %g from above", e, rate, low, high)
				}
			}
		}
	}
	if compared == 0 {
		t.Error("nothing is compared")
	}
}
