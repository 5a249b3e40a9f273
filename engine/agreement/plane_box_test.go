package agreement

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/param"
	"dpscope/learners/linear"
	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// For a million bins not every pair is tried: the box is nearly that of a thousand bins, where every pair is.
func TestTheLargestBoxOfManyBins(t *testing.T) {
	effort.ForCheck(t)
	r := prepare(t, loaded(t, "circle-qda").Classifier, []float64{0.5, 0.5}, 0, 1)
	of := func(bins float64) CertifiedBox {
		kind, err := mechanisms.All.Find("krr")
		if err != nil {
			t.Fatal(err)
		}
		m, err := kind.New(param.Values{}.With(mechanisms.Epsilon, 2).With(mechanisms.Bins, bins))
		if err != nil {
			t.Fatal(err)
		}
		box, err := r.LargestBox(t.Context(), r.Laws(m), UnitInterval)
		if err != nil {
			t.Fatal(err)
		}
		return box
	}
	few, many := of(1001), of(1000001)
	if d := many.Mass - few.Mass; d < -0.003 || d > 0.003 || many.Upper < many.Mass {
		t.Errorf("a box of mass %v, at most %v; of a thousand bins %v", many.Mass, many.Upper, few.Mass)
	}
}

// Whichever way reaches are tried, a search that is cancelled ends.
func TestTryingAllReachesEndsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := &planeSearch{most: -1} // of no region, which cannot be asked for a height
	s.tryAll(ctx, make([]float64, 1e6), make([]float64, 1e6), [2]proof.Side{UnitInterval, UnitInterval})
	if s.most != -1 {
		t.Errorf("a box of mass %g was tried", s.most)
	}
}

// Halving stretches of bins finds the very box that trying every bin does, the
// first of several that are equally good.
func TestBinsOfALineAreRuledOutRightly(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 1))
	for range 200 {
		l := &linear.Linear{Weights: []float64{rng.NormFloat64(), rng.NormFloat64()}, Bias: rng.NormFloat64() / 4}
		r := prepare(t, l, []float64{rng.Float64(), rng.Float64()}, 0, 1)
		laws := r.Laws(mechanism(t, []string{"krr", "exponential"}[rng.IntN(2)], 0.5+8*rng.Float64()))
		fast, slow := r.halfPlane(laws, UnitInterval), r.halfPlane(laws, UnitInterval)
		if fast.laws[0].bins == nil {
			t.Fatal("a law without bins")
		}
		fast.search()
		slow.try(r.Record[0])
		for bin := range fast.laws[0].bins.Bins() {
			face := float64(bin) / slow.laws[0].steps
			slow.corner[1] = r.Record[1]
			if end := slow.furthest(0); min(r.Record[0], end) <= face && face <= max(r.Record[0], end) {
				slow.try(face)
			}
		}
		if fast.most != slow.most || !slices.Equal(fast.best, slow.best) {
			t.Errorf("%+v of %v: faces %v, mass %v; of all bins %v, %v", l, r.Record, fast.best, fast.most, slow.best, slow.most)
		}
	}
}

// Halving the reaches finds the very box that trying all pairs of them does.
func TestReachesAreRuledOutRightly(t *testing.T) {
	for _, law := range []string{"krr", "exponential", "exponential-sharp"} {
		for _, epsilon := range []float64{0.05, 1, 12} {
			for _, record := range [][]float64{{0.5, 0.5}, {0.31, 0.62}} {
				r := prepare(t, loaded(t, "circle-qda").Classifier, record, 0, 1)
				err := r.searchPlane(t.Context(), r.Laws(mechanism(t, law, epsilon)), UnitInterval, 0, func(fast *planeSearch, _ float64) error {
					window := [2]proof.Side{fast.window(fast.u, fast.x[0]), fast.window(fast.v, fast.x[1])}
					slow := *fast
					slow.best, slow.most = [4]float64{}, -1
					slow.tryAll(t.Context(), slow.stops(window, false), slow.stops(window, true), window)
					if slow.best != fast.best || slow.most != fast.most {
						t.Errorf("%s at %v of %v: reaches %v, mass %v; of all pairs %v, %v", law, epsilon, record, fast.best, fast.most, slow.best, slow.most)
					}
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
