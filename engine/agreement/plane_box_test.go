package agreement

import (
	"context"
	"errors"
	"testing"

	"dpscope/engine/param"
	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// Of a million bins not every pair is tried: the box is nearly that of a
// thousand, whose pairs all are.
func TestTheLargestBoxOfManyBins(t *testing.T) {
	r := prepare(t, loaded(t, "circle-qda").Classifier, []float64{0.5, 0.5}, 0, 1)
	of := func(bins float64) Certified {
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
	s := &planeSearch{ctx: ctx}
	s.tryAll(make([]float64, 1e6), make([]float64, 1e6), [2]proof.Side{UnitInterval, UnitInterval})
	if !errors.Is(s.err, context.Canceled) {
		t.Errorf("%v", s.err)
	}
}
