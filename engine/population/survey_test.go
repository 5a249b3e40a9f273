package population

import (
	"testing"

	"dpscope/engine/known"
)

// While records are still answered, the worst of them bounds the worst of all, and
// the worst of their bounds does not.
func TestWorstOfARunThatGoesOn(t *testing.T) {
	s, table := Describe([]float64{0.9, 0.4}), &Table{Rows: [][]float64{{0}, {1}}, Lines: []int{2, 3}}
	for _, c := range []struct {
		underWay bool
		basis    known.Basis
		want     known.Basis
	}{
		{false, known.Exact, known.Exact},
		{false, known.AtLeast, known.AtLeast},
		{true, known.Exact, known.AtMost},
		{true, known.AtLeast, known.Estimate},
	} {
		d := Surveyed{Looked: Looked{UnderWay: c.underWay, Sample: Sample{Table: table, At: []int{0, 1}}}}
		if v := d.Least(s, c.basis); v.Value != 0.4 || v.Basis != c.want {
			t.Errorf("under way %t, of %s: the worst is %+v", c.underWay, c.basis, v)
		}
	}
}
