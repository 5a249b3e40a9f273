package population

import (
	"math/rand/v2"
	"testing"

	"dpscope/engine/agreement"
	"dpscope/engine/param"
	"dpscope/learners/tree"
	"dpscope/mechanisms"
)

// candidates returns mechanisms of the menu.
func candidates(t testing.TB, names ...string) []agreement.Candidate {
	t.Helper()
	var all []agreement.Candidate
	for _, name := range names {
		kind, err := mechanisms.All.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, agreement.Candidate{Name: name, Make: mechanisms.FamilyOf(kind, param.Values{})})
	}
	return all
}

// forest has complete trees over d features with thresholds anywhere in the
// unit interval.
func forest(rng *rand.Rand, trees, depth, d int) *tree.Forest {
	f := &tree.Forest{}
	for range trees {
		t := &tree.Tree{NumFeatures: d, NumClasses: 2}
		inner := 1<<depth - 1
		for n := range 2*inner + 1 {
			p := float64(rng.IntN(2))
			t.Probability = append(t.Probability, 1-p, p)
			if n >= inner {
				t.Feature, t.Threshold = append(t.Feature, tree.Leaf), append(t.Threshold, 0)
				t.Left, t.Right = append(t.Left, 0), append(t.Right, 0)
				continue
			}
			t.Feature, t.Threshold = append(t.Feature, int32(rng.IntN(d))), append(t.Threshold, rng.Float64())
			t.Left, t.Right = append(t.Left, int32(2*n+1)), append(t.Right, int32(2*n+2))
		}
		f.Trees = append(f.Trees, t)
	}
	return f
}

// comb returns a tree that asks for one of two features again and again, at rising thresholds.
func comb(feature int32, thresholds int) *tree.Tree {
	t := &tree.Tree{NumFeatures: 2, NumClasses: 2}
	node := func(feature int32, threshold float64, left, right int, p float64) {
		t.Feature, t.Threshold = append(t.Feature, feature), append(t.Threshold, threshold)
		t.Left, t.Right = append(t.Left, int32(left)), append(t.Right, int32(right))
		t.Probability = append(t.Probability, 1-p, p)
	}
	for i := range thresholds {
		node(feature, float64(i+1)/float64(thresholds+1), 2*i+1, 2*i+2, 0)
		node(tree.Leaf, 0, 0, 0, float64(i%2))
	}
	node(tree.Leaf, 0, 0, 0, 1)
	return t
}
