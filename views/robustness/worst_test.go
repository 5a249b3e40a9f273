package robustness

import (
	"testing"

	"dpscope/engine/known"
	"dpscope/engine/population"
)

// While records are still answered, the worst of them bounds the worst of all, and
// the worst of their bounds does not.
func TestWorstOfARunThatGoesOn(t *testing.T) {
	s, table := population.Describe([]float64{0.9, 0.4}), &population.Table{Rows: [][]float64{{0}, {1}}, Lines: []int{2, 3}}
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
		q := crowd{subjects: subjects{underWay: c.underWay, sample: population.Sample{Table: table, At: []int{0, 1}}}}
		if v := q.least(s, c.basis); v.Value != 0.4 || v.Basis != c.want {
			t.Errorf("under way %t, of %s: the worst is %+v", c.underWay, c.basis, v)
		}
	}
}

// The names of groups leave room for numbers.
func TestGroupsInFewLetters(t *testing.T) {
	for name, want := range map[string]string{
		"predicted class 1": "predicted 1", "stroke 1": "stroke 1", "work_type Self-employed": "work_type Self-em…",
	} {
		if got := inFew(name); got != want {
			t.Errorf("%q is called %q, want %q", name, got, want)
		}
	}
}
