package robustness

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dpscope/engine/population"
	"dpscope/learners"
	"dpscope/learners/discriminant"
	"dpscope/learners/linear"
	"dpscope/learners/tree"
	"dpscope/views/viewtest"
)

// What is looked at where nobody says is what is quick, by what the classifier can
// do; made-up records and many private features are few.
func TestQuickly(t *testing.T) {
	file, madeUp := &population.Table{Lines: make([]int, 9000)}, &population.Table{}
	for name, c := range map[string]struct {
		table      *population.Table
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
		if got := quickly(c.table, c.classifier, c.private); got != c.want {
			t.Errorf("%s: %d records are looked at, want %d", name, got, c.want)
		}
	}
}

// Of one record there is no mean that hides anybody.
func TestOneRecordIsNoPopulation(t *testing.T) {
	file := filepath.Join(t.TempDir(), "one.csv")
	if err := os.WriteFile(file, []byte("bmi,age,hypertension,heart_disease,ever_married,avg_glucose_level\n30,50,0,0,1,90\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	sheet := viewtest.Sheet(t, Population, "classifier=stroke-logistic&values=raw&data="+file)
	lead := sheet.Lead.Answer.String()
	if !strings.HasPrefix(lead, "The only one, line 2, keeps its prediction with probability ") || strings.Contains(lead, "average") {
		t.Errorf("said: %s", lead)
	}
}
