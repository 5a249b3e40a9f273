package agreement

import (
	"slices"
	"testing"

	"dpscope/learners"
	"dpscope/learners/linear"
	"dpscope/learners/model"
	"dpscope/learners/table"
	"dpscope/learners/tree"
)

// The default record could be a person: one word of every column of words, and no half of one. Words are known from the file,
// or from a classifier that only tells 0 from 1 by them; the private features are measured ones, and no id.
func TestMiddleIsSomebody(t *testing.T) {
	words := func(column string, of ...string) (list []table.Feature) {
		for _, w := range of {
			list = append(list, table.Feature{Name: column + "=" + w, Column: column, Word: w})
		}
		return list
	}
	stumps := &tree.Forest{} // features 2 and 3 are told at 0.5 alone, 1 elsewhere too
	for _, cut := range []struct {
		feature int32
		at      float64
	}{{1, 0.5}, {1, 0.25}, {2, 0.5}, {3, 0.5}, {3, 0.5}} {
		stumps.Trees = append(stumps.Trees, &tree.Tree{NumFeatures: 4, NumClasses: 2, Feature: []int32{cut.feature, tree.Leaf, tree.Leaf},
			Threshold: []float64{cut.at, 0, 0}, Left: []int32{1, 0, 0}, Right: []int32{2, 0, 0}, Probability: []float64{0, 0, 1, 0, 0, 1}})
	}
	linear := func(n int) learners.Classifier { return &linear.Linear{Weights: make([]float64, n)} }
	for name, c := range map[string]struct {
		features []table.Feature
		model    learners.Classifier
		x        []float64
		says     string
		private  []string
	}{
		"columns of words": {slices.Concat([]table.Feature{{Name: "id"}, {Name: "age"}}, words("city", "Bonn", "Oslo", "Rome"), words("smokes", "yes"), []table.Feature{{Name: "bmi"}}), linear(7),
			[]float64{0.5, 0.5, 1, 0, 0, 0, 0.5}, "0.5 of every feature, 1 of city=Bonn, 0 of other words", []string{"age", "bmi"}},
		"words by their thresholds": {[]table.Feature{{Name: "patient_id"}, {Name: "age"}, {Name: "sex_F"}, {Name: "sex_M"}}, stumps,
			[]float64{0.5, 0.5, 1, 0}, "0.5 of every feature, 1 of sex_F, 0 of other words", []string{"age"}},
		"no words": {[]table.Feature{{Name: "a"}, {Name: "b"}, {Name: "c"}}, linear(3), []float64{0.5, 0.5, 0.5}, "0.5 of every feature", []string{"a", "b"}},
		"only ids": {[]table.Feature{{Name: "id"}}, linear(1), []float64{0.5}, "0.5 of every feature", []string{"id"}},
	} {
		m := &model.Model{Classifier: c.model, Features: c.features}
		r, err := findRecord(m, UsualRecord(m))
		if err != nil || !slices.Equal(r.X, c.x) || DescribeMiddle(m) != c.says {
			t.Errorf("%s: %v, %v, %q; want %v, %q", name, r.X, err, DescribeMiddle(m), c.x, c.says)
		}
		if got := UsualPrivate(m); !slices.Equal(got, c.private) {
			t.Errorf("%s: private are %q, want %q", name, got, c.private)
		}
	}
	example := &model.Model{Classifier: linear(1), Features: []table.Feature{{Name: "a"}}, Records: []model.Record{{ID: Middle, X: []float64{0.25}}}}
	if r, err := findRecord(example, UsualRecord(example)); err != nil || r.X[0] != 0.25 {
		t.Errorf("an example of that name: %v, %v", r, err)
	}
}
