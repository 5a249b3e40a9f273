package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dpscope/engine/agreement"
	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/learners/model"
	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// Twelve small classifiers of scikit-learn 1.2.1 (bench/outside.py makes them) give its classes, exact values that agree with
// draws, and boxes that hold. Draws are the same in every run.
func TestClassifiersOfOthers(t *testing.T) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) != 12 {
		t.Fatalf("%d classifiers, %v; want 12", len(files), err)
	}
	c := checker{draws: 4000, patience: time.Minute}
	tried := 0
	for i, file := range files {
		if effort.Sample(i, 3, 1) {
			tried++
			c.check(file)
		}
	}
	for _, f := range c.faults {
		t.Error(f)
	}
	if c.rows != tried*40 || c.exact < 4*tried || c.boxes < 5*tried {
		t.Errorf("%d rows, %d exact values, %d boxes", c.rows, c.exact, c.boxes)
	}
	var report strings.Builder
	c.report(&report)
	t.Log(report.String())
}

// Sixteen small pipelines of scikit-learn 1.2.1 and models of XGBoost 1.7.4 (bench/pipelines.py makes them) give their classes
// of raw rows, including words and missing values, exact values that agree with draws, and boxes that hold.
func TestPipelinesOfOthers(t *testing.T) {
	files, err := filepath.Glob("testdata/pipelines/*.json")
	if err != nil || len(files) != 16 {
		t.Fatalf("%d pipelines, %v; want 16", len(files), err)
	}
	c := checker{draws: 4000, patience: time.Minute}
	for _, file := range files {
		c.check(file)
	}
	for _, f := range c.faults {
		t.Error(f)
	}
	if c.rows != 16*40 || c.exact < 60 || c.boxes < 60 {
		t.Errorf("%d rows, %d exact values, %d boxes", c.rows, c.exact, c.boxes)
	}
}

// Planted faults are noticed: a class other than the maker's, an agreement other than that of the draws, and a box that is too
// large.
func TestFaultsAreNoticed(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"m.json": `{"format": "dpscope-classifier/1", "kind": "logistic_regression", "coef": [1, 0], "intercept": -0.5}`,
		"m.rows": `{"Points": [[0.6, 0]], "Classes": [0]}`,
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := checker{draws: 4000, patience: time.Minute}
	c.check(filepath.Join(folder, "m.json"))
	m, err := model.Open(filepath.Join(folder, "m.json"))
	if err != nil {
		t.Fatal(err)
	}
	q := asked{checker: &c, rng: rand.New(rand.NewPCG(1, 1)), Question: agreement.Question{Classifier: m.Classifier, Record: []float64{0.6, 0.5}, Private: []int{0}}}
	q.ask(0)
	q.laws = []mechanisms.Law{uniform{q.laws[0]}} // it keeps the class with probability 1/2
	q.compare(known.Exactly(0.6), "agreement")
	q.doubt(agreement.CertifiedBox{Sides: []proof.Side{{Low: 0.49, High: 1}}, Safe: 0.5}, known.Exactly(0.4), "box")
	for i, want := range []string{"has class 1 (by itself 1), and 0 at its maker's", "of 4000 draws keep the class", "exceeds the agreement", "class 0 at"} {
		if len(c.faults) != 4 || !strings.Contains(c.faults[i], want) {
			t.Fatalf("the faults are %q; %q is missing", c.faults, want)
		}
	}
}

// uniform draws from [0, 1].
type uniform struct{ mechanisms.Law }

func (uniform) Sample(rng *rand.Rand) float64 { return rng.Float64() }
