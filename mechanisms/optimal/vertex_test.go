package optimal

import (
	"errors"
	"math"
	"testing"

	"dpscope/engine/num/lp"
)

// From coarse to fine, and with an interior-point method where that takes long, a
// law and the bound on all laws come out as from the tails alone.
func TestVertex(t *testing.T) {
	for _, c := range []struct {
		p      Problem
		enough bool // whether coarse to fine is
	}{
		{Problem{Epsilon: 1, Delta: 0.2, Loss: absolute, Steps: 25, Reach: 50}, true},
		{Problem{Epsilon: 1, Delta: 0.2, Loss: doubled, Steps: 17, Reach: 34}, true},
		{Problem{Epsilon: 1, Delta: 0.2, Loss: absolute, Shape: Monotone, Steps: 25, Reach: 50}, true},
		{Problem{Epsilon: 5, Delta: 0.05, Loss: absolute, Steps: 25, Reach: 50}, false},
		{Problem{Epsilon: 3, Delta: 0.3, Loss: absolute, Steps: 25, Reach: 50, Atom: true}, false},
	} {
		for _, padded := range []bool{false, true} {
			got, err := c.p.vertex(t.Context(), padded, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			if enough := len(got.rounds) <= hurried(got.weights()); enough != c.enough {
				t.Errorf("%+v: %d rounds", c.p, len(got.rounds))
			}
			want, err := c.p.vertex(t.Context(), padded, c.p.grid(padded).tails(), nil)
			if err != nil || math.Abs(got.Value-want.Value) > 1e-8*want.Value || got.Bound > got.Value*(1+1e-9) {
				t.Errorf("%+v, padded: %t: %v, no less than %v, and %v from the tails, %v", c.p, padded, got.Value, got.Bound, want.Value, err)
			}
		}
	}
}

// A grid on half as many cells may have no law where the finer has one.
func TestNoLawOnTheCoarserGrid(t *testing.T) {
	p := Problem{Epsilon: 3, Delta: 0.3, Loss: absolute, Steps: 20, Reach: 20}
	var none *InfeasibleError
	if _, err := p.vertex(t.Context(), false, nil, nil); !errors.As(err, &none) || errors.Is(err, lp.ErrRounds) {
		t.Errorf("%v", err)
	}
}

// Events brought to a finer grid hold the same places moved by the same lengths; none
// are brought where a loss tells the sides apart and the other does not.
func TestLent(t *testing.T) {
	coarse := Problem{Epsilon: 1, Delta: 0.2, Loss: absolute, Steps: 4, Reach: 8}
	fine := coarse
	fine.Steps, fine.Reach = 8, 16
	e := Event{3, newSet(coarse.Cells())}
	e.cells.put(2)
	e.cells.put(9)
	lent := fine.Lent(coarse, []Event{e})
	if len(lent) != 2 || lent[0].Shift != 6 || lent[1].Shift != 5 {
		t.Fatalf("%+v", lent)
	}
	for i := range fine.Cells() {
		if lent[0].cells.has(i) != e.cells.has(i/2) {
			t.Errorf("cell %d is in the event: %t", i, lent[0].cells.has(i))
		}
	}
	if back := coarse.Lent(fine, lent[:1]); len(back) != 1 || back[0].Shift != 3 || back[0].cells[0] != e.cells[0] {
		t.Errorf("back on the coarse grid %+v, which was %+v", back, e)
	}
	other := fine
	other.Loss = doubled
	if lent := other.Lent(coarse, []Event{e}); lent != nil {
		t.Errorf("lent to another kind of loss: %+v", lent)
	}
}
