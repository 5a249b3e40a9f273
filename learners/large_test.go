package learners

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"dpscope/learners/proof"
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
