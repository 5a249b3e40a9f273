package agreement

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"dpscope/learners/linear"
	"dpscope/learners/proof"
)

// Cells that limits do not touch keep the mass of the whole cell, and all have
// that of their part, to the last digit: also where a threshold is a limit.
func TestMassesWithinLimits(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 3))
	for range 40 {
		forest := smallForest(rng, 4, 4, 2)
		threshold := &forest.Trees[0].Threshold[0]
		*threshold = [4]float64{0, 1, 0.5, *threshold}[rng.IntN(4)]
		r := prepare(t, forest, []float64{rng.Float64(), rng.Float64()}, 0, 1)
		for _, law := range []string{"pm", "laplace", "laplace-clamped", "krr", "gaussian-clamped"} {
			c := r.grid.under(r.Laws(mechanism(t, law, 3)))
			for _, limits := range []proof.Side{UnitInterval, Everywhere, {Low: 0.2, High: 0.5}, {Low: *threshold, High: 2}, {Low: -1, High: 0.1}} {
				for _, as := range []reading{asWritten, asComputed} {
					for axis := range 2 {
						for i, got := range c.within(as, axis, limits) {
							if want := c.mass(as, axis, i, i, limits); math.Float64bits(got) != math.Float64bits(want) {
								t.Fatalf("%s, cell %d of axis %d within %v: %v, want %v", law, i, axis, limits, got, want)
							}
						}
					}
				}
			}
		}
	}
}

// Asked together or apart, in whatever order, agreement and box are the same.
func TestUnderSharesWithoutMixing(t *testing.T) {
	forest := loaded(t, "stroke-forest")
	private, err := forest.FeatureIndices([]string{"age", "bmi"})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []*Region{
		prepare(t, forest.Classifier, forest.Records[0].X, private...),
		prepare(t, forest.Classifier, forest.Records[0].X, private[0]),
		prepare(t, &linear.Linear{Weights: []float64{1, -0.5}, Bias: -0.2}, []float64{0.6, 0.3}, 0, 1),
	} {
		for _, law := range []string{"pm", "gaussian", "krr"} {
			laws := r.Laws(mechanism(t, law, 2))
			exact, err := r.Exact(t.Context(), laws)
			if err != nil {
				t.Fatal(err)
			}
			under := r.Under(laws)
			for _, limits := range []proof.Side{UnitInterval, {Low: 0.1, High: 0.8}, UnitInterval} {
				box, err := r.LargestBox(t.Context(), laws, limits)
				if err != nil {
					t.Fatal(err)
				}
				if got, err := under.LargestBox(t.Context(), limits); err != nil || !reflect.DeepEqual(got, box) {
					t.Errorf("%s: %+v, alone %+v (%v)", law, got, box, err)
				}
				if got, err := under.Exact(t.Context()); err != nil || got != exact {
					t.Errorf("%s: %+v, alone %+v (%v)", law, got, exact, err)
				}
			}
		}
	}
	if _, err := prepare(t, forest.Classifier, forest.Records[0].X, private...).Under(nil).Exact(t.Context()); err == nil {
		t.Error("no law for two private features was accepted")
	}
}
