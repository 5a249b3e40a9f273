package agreement

import (
	"math"
	"strings"
	"testing"

	"dpscope/engine/param"
	"dpscope/learners/model"
	"dpscope/mechanisms"
)

// With weights every private answer has the law of its own budget, for every mechanism, and all budgets together equal those of
// equal shares.
func TestWeightsShareTheBudget(t *testing.T) {
	m, err := model.Load("stroke-logistic")
	if err != nil {
		t.Fatal(err)
	}
	private, err := FindPrivate(m, "age,bmi")
	if err != nil {
		t.Fatal(err)
	}
	w, err := ReadWeights(m, private, "age:3")
	if err != nil || w.Of(0, 1) != 1.5 || w.Of(1, 1) != 0.5 {
		t.Fatalf("age:3 is %v, %v", w, err)
	}
	q := Question{Classifier: m.Classifier, Record: []float64{0.5, 0, 0, 1, 0.4, 0.6}, Private: private, Weights: w}
	for _, kind := range mechanisms.All.Kinds {
		const epsilon = 0.4
		maker := mechanisms.FamilyOf(kind, param.Values{})
		at, err := maker(epsilon)
		if err != nil {
			t.Fatal(err)
		}
		laws := q.Laws(at)
		for k, f := range private {
			own, err := maker(w.Of(k, epsilon))
			if err != nil {
				t.Fatal(err)
			}
			if got, want := laws[k].Mass(0.2, 0.7), own.At(q.Record[f]).Mass(0.2, 0.7); math.Abs(got-want) > 1e-12 {
				t.Errorf("%s: of feature %d the mass is %g, with its own budget %g", kind.Name, k, got, want)
			}
		}
	}
}

// Weights without effect count as none; wrong ones are refused with what would work.
func TestWeightsAreRead(t *testing.T) {
	m, err := model.Load("stroke-logistic")
	if err != nil {
		t.Fatal(err)
	}
	private := []int{0, 5}
	for _, text := range []string{"", "age:2,bmi:2"} {
		if w, err := ReadWeights(m, private, text); w != nil || err != nil {
			t.Errorf("%q is %v, %v", text, w, err)
		}
	}
	for text, says := range map[string]string{
		"agee:2": `weights = "agee" is not known; nearest: age, bmi`,
		"age":    `weights: age = ""; a number from 1e-6 to 1e6, such as age:2, would work`,
		"age:-1": `age = "-1"; a number`,
		"bmi:x":  `bmi = "x"; a number`,
	} {
		if _, err := ReadWeights(m, private, text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %s", text, err, says)
		}
	}
}

// A raw record is the scaled one.
func TestRawRecords(t *testing.T) {
	m, err := model.Load("stroke-logistic")
	if err != nil {
		t.Fatal(err)
	}
	r, err := findRecord(m, "raw:67,0,1,1,228.6,36.5")
	if err != nil || math.Abs(r.X[0]-0.67) > 1e-12 || math.Abs(r.X[4]-0.762) > 1e-12 || math.Abs(r.X[5]-0.73) > 1e-12 || r.X[2] != 1 {
		t.Errorf("it is %v, %v", r.X, err)
	}
	if _, err := findRecord(m, "raw:67"); err == nil {
		t.Error("one number is a record")
	}
}
