package learners

import (
	"testing"

	"dpscope/learners/table"
)

// A forest of as many thresholds as a map can hold at most is too fine, one of a
// few is not; what has no map never is.
func TestExcess(t *testing.T) {
	d := table.Data{X: []float64{0.5, 0.5}, Y: []int{0}, Rows: []int{0}, Features: make([]table.Feature, 2), ClassNames: []string{"a", "b"}}
	of := func(c Classifier) float64 { return Excess(&Model{Classifier: c, Features: d.Features}, d) }
	if e := of(combs(5000)); e < 5 || e > 10 {
		t.Errorf("25 million cells are %g times too many", e)
	}
	if e := of(combs(100)); e <= 0 || e > 1 {
		t.Errorf("10,000 cells are %g times too many", e)
	}
	if e := of(&Linear{Weights: []float64{1, 2}}); e != 0 {
		t.Errorf("a line is %g times too fine", e)
	}
}
