package learners

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"dpscope/engine/work"
	"dpscope/learners/modelfile"
	"dpscope/learners/proof"
	"dpscope/learners/table"
)

// What is too large to be explored says so, with what would work, and not after
// minutes.
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
	_, err := RandomForest{Trees: 200}.Fit(ctx, d, rng)
	var large *proof.TooLargeError
	if !errors.As(err, &large) || trees > 1 {
		t.Errorf("after %g trees: %v", trees, err)
	}
	few, err := RandomForest{Trees: 3}.Fit(ctx, d, rng)
	if err != nil {
		t.Fatal(err)
	}
	// So many that the first tree leaves it open, and all together are too many.
	trees = 0
	many := int(1.1 * modelfile.MaxNumbers / float64(numbersOf(few.(*Forest).Trees[0])))
	if _, err := (RandomForest{Trees: many}).Fit(ctx, d, rng); !errors.As(err, &large) || trees < 3 {
		t.Errorf("%d trees: %v", many, err)
	}
}

// combs is a forest of a tree along each of two features, which asks so many
// thresholds one after another.
func combs(thresholds int) *Forest {
	f := &Forest{}
	for feature := range int32(2) {
		t := &Tree{NumFeatures: 2, NumClasses: 2}
		for i := range thresholds {
			n := int32(2 * i)
			t.Feature = append(t.Feature, feature, Leaf)
			t.Threshold = append(t.Threshold, float64(i+1)/float64(thresholds+1), 0)
			t.Left, t.Right = append(t.Left, n+1, Leaf), append(t.Right, n+2, Leaf)
			t.Probability = append(t.Probability, 0.5, 0.5, float64(i%2), float64(1-i%2))
		}
		t.Feature, t.Threshold = append(t.Feature, Leaf), append(t.Threshold, 0)
		t.Left, t.Right, t.Probability = append(t.Left, Leaf), append(t.Right, Leaf), append(t.Probability, 1, 0)
		f.Trees = append(f.Trees, t)
	}
	return f
}
