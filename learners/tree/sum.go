package tree

import (
	"fmt"
	"math"
	"slices"

	"dpscope/learners"
	"dpscope/learners/proof"
	"dpscope/learners/table"
)

// treeSum sums the leaves of several trees for each class, in the order of the trees; the largest sum wins.
type treeSum struct {
	trees  []*Tree
	start  []float64 // of each class, before the first tree; nil: 0 of each
	mean   bool      // sums are divided by the number of trees
	single bool      // sums are rounded to float32 after each tree
}

// begin writes the sums before the first tree.
func (s treeSum) begin(sums []float64) {
	clear(sums)
	copy(sums, s.start)
}

// add adds a leaf's values.
func (s treeSum) add(sums, leaf []float64) {
	for k, v := range leaf {
		sums[k] += v
	}
	if s.single {
		for k, v := range sums {
			sums[k] = float64(float32(v))
		}
	}
}

// end makes scores of the sums.
func (s treeSum) end(sums []float64) {
	if s.mean {
		for k := range sums {
			sums[k] /= float64(len(s.trees))
		}
	}
}

// ask computes the class where the trees are walked through by next, which gives
// the child of an inner node.
func (s treeSum) ask(next func(t *Tree, node int32) int32) int {
	sums := make([]float64, s.trees[0].NumClasses)
	s.begin(sums)
	for _, t := range s.trees {
		n := int32(0)
		for t.Feature[n] >= 0 {
			n = next(t, n)
		}
		s.add(sums, t.probabilities(int(n)))
	}
	s.end(sums)
	return learners.Argmax(sums)
}

// most bounds the size of any sum on its way.
func (s treeSum) most() float64 {
	most := learners.LargestSize(s.start)
	for _, t := range s.trees {
		most += t.largest()
	}
	return most
}

// largest returns the greatest size of a leaf's value.
func (t *Tree) largest() float64 {
	most := 0.0
	for n, f := range t.Feature {
		if f < 0 {
			most = max(most, learners.LargestSize(t.probabilities(n)))
		}
	}
	return most
}

// spread returns by how much a leaf can favour one class over another.
func (t *Tree) spread() float64 {
	most := 0.0
	for n, f := range t.Feature {
		if f < 0 {
			row := t.probabilities(n)
			most = max(most, slices.Max(row)-slices.Min(row))
		}
	}
	return most
}

// slack bounds the rounding error of a sum over the trees, or of the difference of two: per tree half a unit
// in the last place of at most most, doubled for a verifier's errors. It is 0 if no sum rounds: if every
// number is a multiple of 2⁻³⁰ in [0, 1], such as those of pure leaves.
func (s treeSum) slack() float64 {
	if s.whole() {
		return 0
	}
	roundoff := float64(proof.Roundoff)
	if s.single {
		roundoff = 0x1p-24
	}
	return 4 * float64(len(s.trees)+2) * roundoff * max(s.most(), math.SmallestNonzeroFloat64)
}

// whole reports whether no sum rounds.
func (s treeSum) whole() bool {
	const unit = 1 << 30
	if len(s.trees) > 1<<20 || s.start != nil {
		return false
	}
	for _, t := range s.trees {
		for n, f := range t.Feature {
			if f >= 0 {
				continue
			}
			for _, p := range t.probabilities(n) {
				if p*unit != math.Trunc(p*unit) {
					return false
				}
			}
		}
	}
	return true
}

// thresholds returns the thresholds of a feature in all trees.
func (s treeSum) thresholds(feature int) []float64 {
	var list []float64
	for _, t := range s.trees {
		list = append(list, t.Thresholds(feature)...)
	}
	return list
}

// takesMissing reports whether some tree says where a missing value goes.
func (s treeSum) takesMissing() bool {
	return slices.ContainsFunc(s.trees, func(t *Tree) bool { return t.MissingLeft != nil })
}

// rescaleTrees puts, in place of each threshold, the scaled value of the largest raw
// value that goes left.
func rescaleTrees(trees []*Tree, scales []table.Scale) error {
	for i, t := range trees {
		for n, f := range t.Feature {
			if f < 0 {
				continue
			}
			t.Threshold[n] = scales[f].Apply(t.cut(t.Threshold[n]))
			if !(math.Abs(t.Threshold[n]) <= math.MaxFloat32) {
				return inTree(i, fmt.Errorf("node %d: the scaled threshold is %g; wider bounds would work", n, t.Threshold[n]))
			}
		}
		t.Double = true
	}
	return nil
}
