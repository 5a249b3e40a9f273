package tree

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"dpscope/learners"
	"dpscope/learners/modelfile"
	"dpscope/learners/source"
	"dpscope/learners/table"
)

// Limits of a classifier file, far above what a terminal can explore, and low enough to refuse a wrong or
// hostile file before it fills the memory.
const (
	maxTrees     = 10000
	countedTrees = 1 << 20 // the error counts the trees of a file up to this number
	maxNodes     = 4 << 20 // over all trees
	maxDepth     = 512     // of a tree, in splits
)

// Forest averages the class probabilities of its trees, in their order, and
// takes the largest: with two classes, class 1 if and only if its mean is
// strictly greater.
type Forest struct {
	Trees []*Tree

	once    sync.Once
	packed  *packedForest // Trees in the layout that Predict walks
	planned planned       // for proofs and maps
}

var forestKind = learners.Kind{
	Name:  "random_forest",
	Title: "a random forest",
	Keys:  []string{"n_trees", "trees", "compares"},
	Example: `"n_trees":2,"trees":[{"feature":[0,1,-1,-1,-1],"threshold":[0.5,0.7,0,0,0],"left":[1,2,0,0,0],"right":[4,3,0,0,0],"p1":[0,0,0.1,0.6,0.8]},` +
		`{"feature":[1,-1,-1],"threshold":[0.3,0,0],"left":[1,0,0],"right":[2,0,0],"p1":[0,0.7,0.4]}]`,
	Read: readForest,
}

// Thresholds returns the thresholds of a feature in all trees.
func (f *Forest) Thresholds(feature int) []float64 { return f.sum().thresholds(feature) }

// Kind implements learners.Declared.
func (f *Forest) Kind() learners.Kind { return forestKind }

// Classes returns the number of classes.
func (f *Forest) Classes() int { return f.Trees[0].NumClasses }

// Dims returns the number of features.
func (f *Forest) Dims() int { return f.Trees[0].NumFeatures }

// Predict returns the class of the largest mean probability over the trees.
func (f *Forest) Predict(x []float64) int { return f.pack().predict(x) }

// Scores writes each class's mean probability over the trees.
func (f *Forest) Scores(x, into []float64) { f.pack().scores(x, into) }

// PredictAll classifies many points, on all cores when there are enough.
func (f *Forest) PredictAll(ctx context.Context, points []float64, into []int) error {
	return f.pack().predictAll(ctx, points, into)
}

// sum returns the trees as a sum.
func (f *Forest) sum() treeSum { return treeSum{trees: f.Trees, mean: true} }

func (f *Forest) pack() *packedForest {
	f.once.Do(func() { f.packed = packForest(f.sum()) })
	return f.packed
}

func (f *Forest) plan() *treePlan { return f.planned.of(f.sum()) }

// Check says whether every tree is one, and whether they agree on features and
// classes.
func (f *Forest) Check() error {
	if err := checkAlike(f.Trees); err != nil {
		return err
	}
	for i, t := range f.Trees {
		if err := t.Check(); err != nil {
			return inTree(i, err)
		}
	}
	return nil
}

// checkAlike says whether there are trees, and all over the same features and
// classes.
func checkAlike(trees []*Tree) error {
	if len(trees) == 0 {
		return fmt.Errorf("no trees; at least 1 would work")
	}
	for i, t := range trees {
		if t.NumFeatures != trees[0].NumFeatures || t.NumClasses != trees[0].NumClasses {
			return fmt.Errorf("tree %d has %d features and %d classes, tree 0 has %d and %d; all alike would work",
				i, t.NumFeatures, t.NumClasses, trees[0].NumFeatures, trees[0].NumClasses)
		}
		if t.Double != trees[0].Double {
			return fmt.Errorf("tree %d compares in other numbers than tree 0; all alike would work", i)
		}
	}
	return nil
}

// inTree prefixes an error with the number of its tree: "tree 3, node 17: ...".
func inTree(i int, err error) error {
	if strings.HasPrefix(err.Error(), "node ") {
		return fmt.Errorf("tree %d, %w", i, err)
	}
	return fmt.Errorf("tree %d: %w", i, err)
}

func readForest(o *modelfile.Object, features, classes int) (learners.Declared, error) {
	double, err := readDouble(o)
	if err != nil {
		return nil, err
	}
	f := &Forest{}
	f.Trees, err = readTrees(o, func(raw json.RawMessage) (*Tree, error) { return readTree(raw, features, classes, double) })
	if err != nil {
		return nil, err
	}
	return f, nil
}

// readTrees reads the list "trees" with read, which reads one.
func readTrees(o *modelfile.Object, read func(json.RawMessage) (*Tree, error)) ([]*Tree, error) {
	var raw []json.RawMessage
	if err := o.Need("trees", &raw, countedTrees); err != nil {
		return nil, err
	}
	if len(raw) > maxTrees {
		return nil, fmt.Errorf("%d trees; at most %d would work: training with fewer, each of which may learn more", len(raw), maxTrees)
	}
	count := len(raw)
	if err := o.May("n_trees", &count); err != nil {
		return nil, err
	}
	if count != len(raw) {
		return nil, fmt.Errorf("n_trees = %d, but %d trees are there; the same number would work", count, len(raw))
	}
	trees := make([]*Tree, 0, len(raw))
	nodes := 0
	for i, r := range raw {
		t, err := read(r)
		if err != nil {
			return nil, inTree(i, err)
		}
		nodes += len(t.Feature)
		if err := source.AtMost(nodes, "nodes", maxNodes); err != nil {
			return nil, err
		}
		trees = append(trees, t)
	}
	return trees, nil
}

// Members implements learners.Declared.
func (f *Forest) Members() modelfile.Members {
	trees := make([]modelfile.Members, len(f.Trees))
	for i, t := range f.Trees {
		trees[i] = t.nodes()
	}
	return compares(f.Trees[0], modelfile.Members{}.Add("n_trees", len(trees)).Add("trees", trees))
}

// RescaleInputs implements learners.Rescalable.
func (f *Forest) RescaleInputs(scales []table.Scale) error { return rescaleTrees(f.Trees, scales) }

// PreparedBytes implements learners.Preparing.
func (f *Forest) PreparedBytes() int64 { return f.sum().preparedBytes() }
