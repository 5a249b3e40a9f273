package optimal

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/effort"
)

// The law and the bound on all laws equal those of cutting planes from the tails alone, which use neither sums nor coarser
// grids, for any problem.
func TestVertex(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for i := range effort.Scale(30, 200, 2000) {
		p := drawn(rng, effort.Scale(40, 40, 60))
		p.Shape = Shape(rng.IntN(2))
		for _, padded := range []bool{false, true} {
			name := fmt.Sprintf("%d, padded: %t, %+v", i, padded, p)
			got, err := p.alone().vertex(t.Context(), padded, nil)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			want, err := p.alone().program(reporting(t.Context(), 0), padded, p.alone().tails(padded)).cut(t.Context(), nil)
			if err != nil || math.Abs(got.Value-want.Value) > 1e-8*want.Value || got.gap() > 1e-8 {
				t.Errorf("%s: %v, no less than %v, and %v from the tails, %v", name, got.Value, got.Bound, want.Value, err)
			}
		}
	}
}

// A grid on half as many cells may have no law where the finer has one, or both none.
func TestNoLawOnTheCoarserGrid(t *testing.T) {
	p := Problem{Epsilon: 3, Delta: 0.3, Loss: absolute, Steps: 20, Reach: 20}
	var none *InfeasibleError
	if _, err := p.alone().vertex(t.Context(), false, nil); !errors.As(err, &none) {
		t.Errorf("%v", err)
	}
}

// Events brought to a finer grid hold the same places moved by the same lengths; none
// are brought where a loss tells the sides apart and the other does not.
func TestLent(t *testing.T) {
	coarse := Problem{Epsilon: 1, Delta: 0.2, Loss: absolute, Steps: 4, Reach: 8}
	fine := coarse
	fine.Steps, fine.Reach = 8, 16
	e := Event{Shift: 3, cells: newSet(coarse.Cells())}
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
