package rareclass

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"dpscope/engine/work/worktest"
	"dpscope/learners/table"
)

// Features that a norm and a ridge do not suit are noticed; constant ones are not.
func TestUnlikeFeatures(t *testing.T) {
	for _, c := range []struct {
		name          string
		means, scales [3]float64
		want          bool
	}{
		{"alike", [3]float64{0, 1, 2}, [3]float64{1, 1, 2}, false},
		{"one constant", [3]float64{0, 5, 1}, [3]float64{1, 0, 1}, false},
		{"years and shares", [3]float64{40, 0, 0}, [3]float64{20, 0.5, 0.5}, true},
		{"far away", [3]float64{500, 500, 500}, [3]float64{1, 1, 1}, true},
	} {
		rng := rand.New(rand.NewPCG(1, 2))
		r := Records{Features: make([]table.Feature, 3)}
		for i := range 200 {
			for f := range 3 {
				r.X = append(r.X, c.means[f]+c.scales[f]*rng.NormFloat64())
			}
			r.Positive = append(r.Positive, i%2 == 1)
		}
		if got := r.unlike(); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// Classes that are words are no feature, and nothing is said to be made of them.
func TestClassesOfWordsAreNoFeatures(t *testing.T) {
	file := filepath.Join(t.TempDir(), "words.csv")
	if err := os.WriteFile(file, []byte("a,b,y\n1,2,no\n2,1,yes\n3,5,no\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := Source{File: file}.Open(worktest.Session(t.Context(), 0))
	if err != nil || len(r.Notes) > 0 || r.Positives() != 1 {
		t.Errorf("%d positive, %q, %v", r.Positives(), r.Notes, err)
	}
}

// A table keeps only what is learnt from: 2.8 million records of one feature, the longest that is read, leave room for their
// splits beside them.
func TestRecordsAreLean(t *testing.T) {
	r := mixture(1000, MixtureRatio, 1)
	if most := int64(9 * len(r.X)); r.bytes() > most {
		t.Errorf("%d records of %d features count as %d bytes, at most %d would work", r.Len(), r.Dims(), r.bytes(), most)
	}
	learnt, test := table.Stratified(r.Positive, TestShare, rand.New(rand.NewPCG(3, splitting)))
	y := make([]int, r.Len())
	rows := make([]int, r.Len())
	for i, p := range r.Positive {
		rows[i] = i
		if p {
			y[i] = 1
		}
	}
	d := table.Data{Features: r.Features, ClassNames: r.ClassNames, X: r.X, Y: y, Rows: rows}
	in, out := d.Split(TestShare, rand.New(rand.NewPCG(3, splitting)))
	if !slices.Equal(learnt, in.Rows) || !slices.Equal(test, out.Rows) {
		t.Error("the split is another than that of a table")
	}
}
