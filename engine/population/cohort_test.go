package population

import (
	"testing"

	"dpscope/learners"
	"dpscope/learners/discriminant"
	"dpscope/learners/linear"
	"dpscope/learners/tree"
)

// By default a survey looks at as many records as are quick, depending on the classifier; made-up records and many private
// features mean few.
func TestQuickly(t *testing.T) {
	file, madeUp := &Table{Lines: make([]int, 9000)}, &Table{}
	for name, c := range map[string]struct {
		table      *Table
		classifier learners.Classifier
		private    int
		want       int
	}{
		"a plane":       {file, &linear.Linear{Weights: make([]float64, 3)}, 2, 5000},
		"trees":         {file, &tree.Forest{}, 2, 1000},
		"another":       {file, &discriminant.QDA{}, 2, 200},
		"many features": {file, &linear.Linear{Weights: make([]float64, 3)}, 3, 200},
		"made up":       {madeUp, &linear.Linear{Weights: make([]float64, 3)}, 2, 100},
	} {
		if got := (Cohort{}).Usual(c.table, c.classifier, c.private); got != c.want {
			t.Errorf("%s: %d records are looked at, want %d", name, got, c.want)
		}
	}
}
