package model

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/work"
	"dpscope/learners"
	"dpscope/learners/linear"
	"dpscope/learners/modelfile"
	"dpscope/learners/proof"
	"dpscope/learners/table"
	"dpscope/learners/tree"
)

// A classifier that is too large to explore is refused at once, with what would work, and not after minutes.
func TestWhatIsTooLargeIsRefusedAtOnce(t *testing.T) {
	pair := []byte(`{"format":"dpscope-classifier/1","kind":"nearest_centroid","features":["u"],"centroids":[` +
		strings.Repeat("[0.5],", 100_000) + `[0.1]],"centroid_class":[0,1]}`)
	if _, err := Read(bytes.NewReader(pair), "many"); err == nil || !strings.Contains(err.Error(), "more than 1000 values") {
		t.Errorf("%v", err)
	}
	_, ofTrees := combs(5000).Map(t.Context(), []float64{0.5, 0.5}, []int{0, 1})
	var large *proof.TooLargeError
	if !errors.As(ofTrees, &large) || large.Count <= large.Most || large.Instead == "" {
		t.Errorf("%v", ofTrees)
	}
}

// A forest that no file would hold is refused by its first tree, before the
// others are grown.
func TestAForestTooLargeForAFileIsNotGrown(t *testing.T) {
	effort.ForNumbers(t)
	rng := rand.New(rand.NewPCG(1, 4))
	d := table.Data{}
	for range 3 {
		d.Features = append(d.Features, table.Feature{Name: "x" + strconv.Itoa(len(d.Features))})
	}
	for k := range 100 {
		d.ClassNames = append(d.ClassNames, strconv.Itoa(k))
	}
	for i := range 2000 {
		d.X = append(d.X, rng.Float64(), rng.Float64(), rng.Float64())
		d.Y, d.Rows = append(d.Y, i%100), append(d.Rows, i)
	}
	trees := 0.0
	ctx := work.Reporting(t.Context(), func(p work.Progress) { trees = p.Done })
	_, err := tree.RandomForest{Trees: 200}.Fit(ctx, d, rng)
	var large *proof.TooLargeError
	if !errors.As(err, &large) || trees >= 1 {
		t.Errorf("after %g trees: %v", trees, err)
	}
	few, err := tree.RandomForest{Trees: 3}.Fit(ctx, d, rng)
	if err != nil {
		t.Fatal(err)
	}
	// So many that the first tree leaves it open, and all together are too many.
	trees = 0
	one := few.(*tree.Forest).Trees[0]
	many := int(1.1 * modelfile.MaxNumbers / float64(len(one.Feature)*(4+one.NumClasses)))
	if _, err := (tree.RandomForest{Trees: many}).Fit(ctx, d, rng); !errors.As(err, &large) || trees < 0.8*float64(many) || trees >= float64(many) {
		t.Errorf("after %g of %d trees: %v", trees, many, err)
	}
}

// combs returns a forest of one tree along each of two features, with that number of thresholds in a row.
func combs(thresholds int) *tree.Forest {
	f := &tree.Forest{}
	for feature := range int32(2) {
		t := &tree.Tree{NumFeatures: 2, NumClasses: 2}
		for i := range thresholds {
			n := int32(2 * i)
			t.Feature = append(t.Feature, feature, tree.Leaf)
			t.Threshold = append(t.Threshold, float64(i+1)/float64(thresholds+1), 0)
			t.Left, t.Right = append(t.Left, n+1, tree.Leaf), append(t.Right, n+2, tree.Leaf)
			t.Probability = append(t.Probability, 0.5, 0.5, float64(i%2), float64(1-i%2))
		}
		t.Feature, t.Threshold = append(t.Feature, tree.Leaf), append(t.Threshold, 0)
		t.Left, t.Right, t.Probability = append(t.Left, tree.Leaf), append(t.Right, tree.Leaf), append(t.Probability, 1, 0)
		f.Trees = append(f.Trees, t)
	}
	return f
}

// A forest with the greatest number of thresholds that a map can hold is too fine, one with a few is not; a classifier without
// a map never is.
func TestExcess(t *testing.T) {
	d := table.Data{X: []float64{0.5, 0.5}, Y: []int{0}, Rows: []int{0}, Features: make([]table.Feature, 2), ClassNames: []string{"a", "b"}}
	of := func(c learners.Classifier) float64 { return (&Model{Classifier: c, Features: d.Features}).Excess(d) }
	if e := of(combs(5000)); e < 5 || e > 10 {
		t.Errorf("25 million cells are %g times too many", e)
	}
	if e := of(combs(100)); e <= 0 || e > 1 {
		t.Errorf("10,000 cells are %g times too many", e)
	}
	if e := of(&linear.Linear{Weights: []float64{1, 2}}); e != 0 {
		t.Errorf("a line is %g times too fine", e)
	}
}

// A forest says how far it is within a tree, never goes back, and ends with all trees.
func TestAForestReportsWithinATree(t *testing.T) {
	effort.ForNumbers(t)
	const trees = 2
	last, within := 0.0, 0
	ctx := work.Reporting(t.Context(), func(p work.Progress) {
		if p.Done < last || p.Of != trees || p.What != "trees" {
			t.Errorf("%+v after %g", p, last)
		}
		if p.Done != math.Trunc(p.Done) {
			within++
		}
		last = p.Done
	})
	d := rings(effort.Scale(100_000, 200_000, 200_000), 3, 2, 0.3, 9)
	if _, err := (tree.RandomForest{Trees: trees}).Fit(ctx, d, rand.New(rand.NewPCG(1, 2))); err != nil {
		t.Fatal(err)
	}
	if within == 0 || last != trees {
		t.Errorf("%d reports within a tree, the last of %g trees", within, last)
	}
}
