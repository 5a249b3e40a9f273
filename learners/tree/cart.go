package tree

import (
	"context"
	"fmt"
	"math/rand/v2"

	"dpscope/engine/param"
	"dpscope/learners"
	"dpscope/learners/table"
)

// CART grows a decision tree by the splits that most reduce the Gini impurity Σₖ pₖ(1−pₖ) (Breiman, Friedman,
// Olshen & Stone 1984). The search is exact: it tries every value at which the data can be cut. It rounds
// features to float32 and cuts halfway between two values, as scikit-learn does, so that a tree decides by
// the rule of Tree.
type CART struct {
	Depth    int // greatest number of splits from root to leaf; 0: no limit
	Leaf     int // least number of records in a leaf; 0 counts as 1
	Features int // drawn anew for each split; 0 for all
}

var (
	treeDepth = param.Param{Name: "depth", Symbol: "D", Label: "depth",
		Help: "Questions on the way from the root to a leaf, at most.",
		Min:  1, Max: maxDepth, Low: 1, High: 50, Default: 6, Scale: param.Count}
	forestDepth = func() param.Param { p := treeDepth; p.Default = maxDepth; p.High = maxDepth; return p }()
	treeLeaf    = param.Param{Name: "leaf", Symbol: "L", Label: "leaf size", Unit: "records",
		Help: "Records of the training data that a leaf holds, at least.",
		Min:  1, Max: 1e6, Low: 1, High: 100, Default: 1, Scale: param.Count}
)

var cartLearner = param.Kind[learners.Learner]{
	Name:   "tree",
	Title:  "Decision tree",
	Help:   "Yes-or-no questions about one feature at a time; its decision boundary is made of steps.",
	Source: "Breiman, Friedman, Olshen & Stone 1984",
	Params: []param.Param{treeDepth, treeLeaf},
	New: func(v param.Values) (learners.Learner, error) {
		return CART{Depth: int(v.Get(treeDepth)), Leaf: int(v.Get(treeLeaf))}, nil
	},
}

func (c CART) String() string {
	return fmt.Sprintf("decision tree, depth at most %d, leaves of at least %d", c.depth(), max(c.Leaf, 1))
}

func (c CART) depth() int {
	if c.Depth <= 0 {
		return maxDepth
	}
	return min(c.Depth, maxDepth)
}

// Fit grows the tree. It draws from rng only when Features are drawn.
func (c CART) Fit(ctx context.Context, d table.Data, rng *rand.Rand) (learners.Classifier, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	g := newGrower(rankData(d), c)
	weights := make([]int32, d.Len())
	for i := range weights {
		weights[i] = 1
	}
	return g.grow(ctx, weights, rng)
}
