package tree

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/learners"
	"dpscope/learners/modelfile"
	"dpscope/learners/proof"
	"dpscope/learners/table"
)

// RandomForest grows trees on samples drawn with replacement, each split among
// a few features drawn anew (Breiman 2001), and averages them.
type RandomForest struct {
	Trees    int // 0 counts as 100
	Depth    int // as in CART
	Leaf     int // as in CART
	Features int // drawn for each split; 0 for the square root of all
}

var forestTrees = param.Param{Name: "trees", Symbol: "trees",
	Help: "Trees whose votes are averaged.",
	Min:  1, Max: maxTrees, Low: 1, High: 500, Default: 100, Scale: param.Count}

var forestLearner = param.Kind[learners.Learner]{
	Name:   "forest",
	Title:  "Random forest",
	Help:   "The average of many decision trees, each grown on its own sample of the records.",
	Source: "Breiman 2001",
	Params: []param.Param{forestTrees, forestDepth, treeLeaf},
	New: func(v param.Values) (learners.Learner, error) {
		return RandomForest{Trees: int(v.Get(forestTrees)), Depth: int(v.Get(forestDepth)), Leaf: int(v.Get(treeLeaf))}, nil
	},
}

func (f RandomForest) String() string {
	return fmt.Sprintf("random forest, %d trees, depth at most %d, leaves of at least %d", f.trees(), f.rule(1).depth(), max(f.Leaf, 1))
}

func (f RandomForest) trees() int {
	if f.Trees <= 0 {
		return 100
	}
	return min(f.Trees, maxTrees)
}

func (f RandomForest) rule(dims int) CART {
	features := f.Features
	if features <= 0 {
		features = max(1, int(math.Sqrt(float64(dims))))
	}
	return CART{Depth: f.Depth, Leaf: f.Leaf, Features: features}
}

// Fit grows the trees on all cores. Each tree has a random stream of its own,
// so that the forest does not depend on which core grows it.
func (f RandomForest) Fit(ctx context.Context, d table.Data, rng *rand.Rand) (learners.Classifier, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	trees := make([]*Tree, f.trees())
	streams := make([]*rand.Rand, len(trees))
	for i := range streams {
		streams[i] = rand.New(rand.NewPCG(rng.Uint64(), rng.Uint64()))
	}
	data := rankData(d)
	room := sync.Pool{New: func() any { return &growing{newGrower(data, f.rule(d.Dims())), make([]int32, d.Len())} }}
	var lock sync.Mutex
	grown := 0 // numbers of all trees
	parts := work.NewParts(len(trees), func(done float64) {
		work.Report(ctx, work.Progress{Done: done, Of: float64(len(trees)), What: "trees"})
	})
	err := work.Each(ctx, len(trees), func(within context.Context, i int) error {
		g := room.Get().(*growing)
		defer room.Put(g)
		var err error
		if trees[i], err = g.sampled(work.Sparingly(parts.Of(within, i)), streams[i]); err != nil {
			return err
		}
		if err := f.checkWritable(trees[i]); err != nil {
			return err
		}
		lock.Lock()
		defer lock.Unlock()
		if grown += numbersOf(trees[i]); grown > modelfile.MaxNumbers {
			return f.tooLarge(trees[i], grown)
		}
		parts.End(i)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &Forest{Trees: trees}, nil
}

// checkWritable refuses a forest too large for a file by its first tree, before growing the others. Trees of
// one forest differ little in size, and growing counts their total.
func (f RandomForest) checkWritable(one *Tree) error {
	if all := numbersOf(one) * f.trees(); float64(all) > 1.25*modelfile.MaxNumbers {
		return f.tooLarge(one, all)
	}
	return nil
}

// numbersOf returns how many numbers a file holds for a tree.
func numbersOf(t *Tree) int { return len(t.Feature) * (4 + t.NumClasses) }

// tooLarge refuses a forest of that many numbers, given one of its trees. It rounds millions up, so that the
// count exceeds the limit.
func (f RandomForest) tooLarge(one *Tree, numbers int) error {
	return &proof.TooLargeError{
		What:  fmt.Sprintf("million numbers in %d trees of some %d nodes with %d classes", f.trees(), len(one.Feature), one.NumClasses),
		Count: numbers/1_000_000 + 1, Most: modelfile.MaxNumbers / 1_000_000, Instead: "larger leaves or fewer trees",
	}
}

// growing holds one core's memory for growing trees, one after another.
type growing struct {
	*grower
	weights []int32
}

// sampled grows a tree on as many records as there are, drawn with replacement.
func (g *growing) sampled(ctx context.Context, rng *rand.Rand) (*Tree, error) {
	clear(g.weights)
	for range g.weights {
		g.weights[rng.IntN(len(g.weights))]++
	}
	return g.grow(ctx, g.weights, rng)
}
