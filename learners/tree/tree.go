package tree

import (
	"fmt"
	"math"

	"dpscope/learners"
	"dpscope/learners/table"
)

// Tree is a binary decision tree, its nodes in parallel slices. Node 0 is the
// root. At an inner node a point goes left if and only if
//
//	float64(float32(x[Feature])) ≤ Threshold
//
// which is scikit-learn's rule: an input is rounded to float32, a threshold is
// not. Cut gives the same test without the rounding. A tree that is Double
// rounds nothing. A missing value is NaN, which goes right unless the node says
// otherwise.
type Tree struct {
	NumFeatures, NumClasses int
	Double                  bool // inputs are compared as they are

	Feature     []int32   // of each node; -1 makes it a leaf
	Threshold   []float64 // of each inner node
	Left, Right []int32   // children of each inner node
	Probability []float64 // len(Feature) rows of NumClasses; rows of inner nodes are not used
	MissingLeft []bool    // of each inner node: a missing value goes left; nil: none does

	planned planned // for proofs and maps
}

var treeKind = learners.Kind{
	Name:    "decision_tree",
	Title:   "a decision tree",
	Keys:    []string{"tree", "compares"},
	Example: `"tree":{"feature":[0,1,-1,-1,-1],"threshold":[0.5,0.3,0,0,0],"left":[1,2,0,0,0],"right":[4,3,0,0,0],"p1":[0,0,0.2,0.9,0.4]}`,
	Read:    readLoneTree,
}

// Kind implements learners.Declared.
func (t *Tree) Kind() learners.Kind { return treeKind }

// Leaf is the Feature of a leaf.
const Leaf = -1

// Classes returns the number of classes.
func (t *Tree) Classes() int { return t.NumClasses }

// Dims returns the number of features.
func (t *Tree) Dims() int { return t.NumFeatures }

// Thresholds returns the thresholds of a feature.
func (t *Tree) Thresholds(feature int) []float64 {
	var list []float64
	for n, f := range t.Feature {
		if int(f) == feature {
			list = append(list, t.Threshold[n])
		}
	}
	return list
}

// leaf returns the leaf that x falls into.
func (t *Tree) leaf(x []float64) int {
	n := int32(0)
	for t.Feature[n] >= 0 {
		n = t.next(n, t.rounded(x[t.Feature[n]]))
	}
	return int(n)
}

// next returns the child of an inner node that a value goes to, which is rounded
// already.
func (t *Tree) next(n int32, v float64) int32 {
	if v <= t.Threshold[n] || v != v && t.MissingLeft != nil && t.MissingLeft[n] {
		return t.Left[n]
	}
	return t.Right[n]
}

// rounded returns a value as comparisons see it.
func (t *Tree) rounded(v float64) float64 {
	if t.Double {
		return v
	}
	return float64(float32(v))
}

// cut returns the largest float64 that goes left at a threshold of the tree.
func (t *Tree) cut(threshold float64) float64 {
	if t.Double {
		return threshold
	}
	return Cut(threshold)
}

// probabilities returns the class probabilities at a node, not to be changed.
func (t *Tree) probabilities(node int) []float64 {
	return t.Probability[node*t.NumClasses : (node+1)*t.NumClasses]
}

// Predict returns the most probable class at the leaf of x.
func (t *Tree) Predict(x []float64) int { return learners.Argmax(t.probabilities(t.leaf(x))) }

// Scores writes each class's probability at the leaf of x.
func (t *Tree) Scores(x, into []float64) { copy(into, t.probabilities(t.leaf(x))) }

// depth returns the number of splits on the longest way from root to leaf.
func (t *Tree) depth() int {
	type place struct {
		node  int32
		depth int
	}
	deepest := 0
	for stack := []place{{0, 0}}; len(stack) > 0; {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		deepest = max(deepest, p.depth)
		if t.Feature[p.node] >= 0 {
			stack = append(stack, place{t.Left[p.node], p.depth + 1}, place{t.Right[p.node], p.depth + 1})
		}
	}
	return deepest
}

// Cut returns the largest float64 that goes left at a threshold: with it,
// x ≤ Cut(threshold) decides exactly as float64(float32(x)) ≤ threshold does.
func Cut(threshold float64) float64 {
	left := float32Below(threshold)
	if left == math.MaxFloat32 { // from half a step beyond, rounding gives infinity
		step := float64(left) - float64(math.Nextafter32(left, 0))
		return math.Nextafter(float64(left)+step/2, 0)
	}
	middle := (float64(left) + float64(math.Nextafter32(left, math.MaxFloat32))) / 2 // exact: float64 has the digits
	if float32(middle) == left {
		return middle
	}
	return math.Nextafter(middle, math.Inf(-1))
}

// float32Below returns the largest float32 that is at most t.
func float32Below(t float64) float32 {
	below := float32(t)
	if float64(below) > t {
		below = math.Nextafter32(below, float32(math.Inf(-1)))
	}
	return below
}

// Check says whether the nodes form one tree over the features, without
// cycles, lost nodes or thresholds that are no numbers, and hold probabilities.
func (t *Tree) Check() error {
	if err := t.checkShape(); err != nil {
		return err
	}
	for n, f := range t.Feature {
		if f >= 0 {
			continue
		}
		for k, p := range t.probabilities(n) {
			if !(0 <= p && p <= 1) {
				return fmt.Errorf("node %d: probability of class %d is %g, outside [0, 1]", n, k, p)
			}
		}
	}
	return nil
}

// checkShape checks all but the leaves' contents.
func (t *Tree) checkShape() error {
	nodes := len(t.Feature)
	switch {
	case t.NumFeatures < 1:
		return fmt.Errorf("a tree over %d features; at least 1 would work", t.NumFeatures)
	case t.NumClasses < 2:
		return fmt.Errorf("a tree for %d classes; at least 2 would work", t.NumClasses)
	case nodes == 0:
		return fmt.Errorf("no nodes; at least a leaf would work")
	case len(t.Threshold) != nodes:
		return fmt.Errorf("%d thresholds for %d nodes; one each would work", len(t.Threshold), nodes)
	case len(t.Left) != nodes:
		return fmt.Errorf("%d left children for %d nodes; one each would work", len(t.Left), nodes)
	case len(t.Right) != nodes:
		return fmt.Errorf("%d right children for %d nodes; one each would work", len(t.Right), nodes)
	case len(t.Probability) != nodes*t.NumClasses:
		return fmt.Errorf("%d probabilities for %d nodes and %d classes; %d would work", len(t.Probability), nodes, t.NumClasses,
			nodes*t.NumClasses)
	case t.MissingLeft != nil && len(t.MissingLeft) != nodes:
		return fmt.Errorf("%d nodes of %d say where a missing value goes; all or none would work", len(t.MissingLeft), nodes)
	}
	parent := make([]int32, nodes)
	for i := range parent {
		parent[i] = -1
	}
	for n := range nodes {
		if err := t.checkNode(n, parent); err != nil {
			return fmt.Errorf("node %d: %w", n, err)
		}
	}
	return t.checkReached(parent)
}

// checkNode looks at one node and enters it as the parent of its children.
func (t *Tree) checkNode(n int, parent []int32) error {
	f := t.Feature[n]
	if f == Leaf {
		return nil
	}
	if f < 0 || int(f) >= t.NumFeatures {
		return fmt.Errorf("feature %d does not exist (%d features; %d makes a leaf)", f, t.NumFeatures, Leaf)
	}
	if !(math.Abs(t.Threshold[n]) <= math.MaxFloat32) {
		return fmt.Errorf("threshold is %g; a finite number that float32 can hold would work", t.Threshold[n])
	}
	for _, child := range []struct {
		side string
		node int32
	}{{"left", t.Left[n]}, {"right", t.Right[n]}} {
		switch c := child.node; {
		case c < 0 || int(c) >= len(t.Feature):
			return fmt.Errorf("%s child %d does not exist (%d nodes)", child.side, c, len(t.Feature))
		case c == 0:
			return fmt.Errorf("%s child is the root, a cycle", child.side)
		case parent[c] >= 0:
			return fmt.Errorf("%s child %d is also a child of node %d; each node needs one parent", child.side, c, parent[c])
		default:
			parent[c] = int32(n)
		}
	}
	return nil
}

// checkReached reports a node that does not hang from the root, given each node's parent: with at most one
// parent, it is lost or on a cycle.
func (t *Tree) checkReached(parent []int32) error {
	reached := 0
	stack := []int32{0}
	seen := make([]bool, len(parent))
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		seen[n] = true
		reached++
		if t.Feature[n] >= 0 {
			stack = append(stack, t.Left[n], t.Right[n])
		}
	}
	if reached == len(parent) {
		return nil
	}
	for n := range seen {
		if !seen[n] && parent[n] < 0 {
			return fmt.Errorf("node %d is not reached from the root", n)
		}
	}
	for n := range seen {
		if !seen[n] {
			return fmt.Errorf("node %d is its own ancestor, a cycle that the root does not reach", n)
		}
	}
	return nil
}

// RescaleInputs implements learners.Rescalable.
func (t *Tree) RescaleInputs(scales []table.Scale) error { return rescaleTrees([]*Tree{t}, scales) }

// sum returns the tree as a sum by itself.
func (t *Tree) sum() treeSum { return treeSum{trees: []*Tree{t}, mean: true} }

func (t *Tree) plan() *treePlan { return t.planned.of(t.sum()) }

// PreparedBytes implements learners.Preparing.
func (t *Tree) PreparedBytes() int64 { return t.sum().preparedBytes() }
