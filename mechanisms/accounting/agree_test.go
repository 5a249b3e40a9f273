package accounting

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/effort"
	"dpscope/mechanisms/privacy"
)

// someRun returns a tree of events that accountants price, between neighbours that differ by one record.
func someRun(rng *rand.Rand, depth int) Event {
	if depth == 0 {
		switch rng.IntN(4) {
		case 0:
			return claimOf(0.5*rng.Float64(), privacy.OneAdded)
		case 1:
			return Pick{rng.Float64(), privacy.OneAdded}
		case 2:
			return Normal{1 + 4*rng.Float64(), privacy.OneAdded}
		}
		return Sampled{Normal{0.7 + 2*rng.Float64(), privacy.OneAdded}, 0.5 * rng.Float64(), Poisson}
	}
	switch rng.IntN(5) {
	case 0, 1:
		return Both{someRun(rng, depth-1), someRun(rng, depth-1)}
	case 2:
		return Times{someRun(rng, depth-1), float64(1 + rng.IntN(4))}
	case 3:
		return Split{someRun(rng, depth-1), someRun(rng, depth-1)}
	}
	return Group{someRun(rng, depth-1), float64(1 + rng.IntN(3))}
}

// No accountant reports less than the ε that is spent at least, for any tree; and the two ends of the law of the loss are near
// each other where no group is bounded by its steps.
func TestAccountantsAgree(t *testing.T) {
	effort.ForNumbers(t)
	rng := rand.New(rand.NewPCG(12, 3))
	priced := 0
	for range effort.Scale(12, 30, 600) {
		e, delta := someRun(rng, 2), math.Exp(-4-10*rng.Float64())
		v, err := Losses{Accuracy: Coarse}.Price(t.Context(), e, delta)
		if err != nil {
			t.Fatal(err)
		}
		if !(0 <= v.Low && v.Low <= v.High) {
			t.Errorf("%v at δ = %g: %+v", e, delta, v)
		}
		for _, by := range []Accountant{Claims{Basic}, Claims{Optimal}, Claims{AdvancedTight}, Orders{}, WholeOrders{}} {
			w, err := by.Price(t.Context(), e, delta)
			if refusal := (*Refusal)(nil); errors.As(err, &refusal) {
				continue
			}
			if priced++; err != nil || w.High < v.Low*(1-1e-9) {
				t.Errorf("%v at δ = %g: %s says %+v, %v, and it is %+v", e, delta, by.Name(), w, err, v)
			}
		}
	}
	if priced < 20 {
		t.Errorf("%d prices compared", priced)
	}
}

// Disjoint parts cost the worse of the two, at every ε, and picks cost at least any possible pick: two answers at every place
// of the range, chosen separately for every third.
func TestSplitAndPicks(t *testing.T) {
	a, b := Event(claimOf(1, privacy.OneAdded)), Event(Claim{privacy.Claim{Epsilon: 0.2, Delta: 0.05, Neighbours: privacy.OneAdded}})
	for epsilon := 0.0; epsilon < 4; epsilon += 0.1 {
		v := deltaOf(t, Times{Split{a, b}, 2}, epsilon)
		if least := max(worstOf(enumerate(Times{a, 2}), epsilon), worstOf(enumerate(Times{b, 2}), epsilon)); !encloses(v, least) {
			t.Errorf("two splits at %g: %+v, and %g is reached", epsilon, v, least)
		}
		once, want := deltaOf(t, Both{Split{a, b}, Nothing{}}, epsilon), max(worstOf(enumerate(a), epsilon), worstOf(enumerate(b), epsilon))
		if math.Abs(once.High-want) > 1e-9 {
			t.Errorf("a split at %g: %+v, want %g", epsilon, once, want)
		}
	}
	const length = 1.5
	pick := func(top float64) []told { // losses top and top − ε
		first := -math.Expm1(top-length) / -math.Expm1(-length)
		return []told{{first, first * math.Exp(-top)}, {1 - first, 1 - first*math.Exp(-top)}}
	}
	places := []float64{0.1, 0.3, 0.6, 0.75, 0.9, 1.2, 1.4}
	for _, epsilon := range []float64{0, 0.5, 1, 2, 3} {
		v, reached := deltaOf(t, Times{Pick{length, privacy.OneAdded}, 3}, epsilon), 0.0
		for _, x := range places {
			for _, y := range places {
				for _, z := range places {
					reached = max(reached, worstOf(product(product(pick(x), pick(y)), pick(z)), epsilon))
				}
			}
		}
		if !encloses(v, reached) || v.Low > reached*(1+1e-9) || v.High > 1.7*reached { // its range may be another at every ε
			t.Errorf("three picks at %g: %+v, and %g is reached", epsilon, v, reached)
		}
	}
	for x := 0.0; x < length; x += 0.1 { // one, by its formula
		best := 0.0
		for top := 0.001; top < length; top += 0.001 {
			best = max(best, hockey(pick(top), x))
		}
		if got := (Pick{length, 0}).profile(x); math.Abs(got-best) > 1e-5 {
			t.Errorf("a pick at %g: %g, and the best place has %g", x, got, best)
		}
	}
}
