package tree

import (
	"math"
	"slices"
	"sync"

	"dpscope/learners/proof"
)

// treePlan prepares the trees for proofs and maps: the thresholds of each feature in order, and the trees
// without rounding.
type treePlan struct {
	sum    treeSum
	trees  []plannedTree
	edges  [][]proof.Edge // of each feature: its thresholds, increasing
	slack  float64        // of sum
	unit   float64        // a map sums whole multiples of one over this
	boards sync.Pool      // *board, for maps
}

// plannedTree is a tree whose inner nodes compare float64 without rounding.
type plannedTree struct {
	*Tree
	cut   []float64 // per inner node: go left if and only if x[Feature] ≤ cut
	place []int32   // per inner node: the place of its threshold among the edges of the feature
}

// planned makes a plan when it is first asked for.
type planned struct {
	once sync.Once
	plan *treePlan
}

func (p *planned) of(sum treeSum) *treePlan {
	p.once.Do(func() { p.plan = planTrees(sum) })
	return p.plan
}

func planTrees(sum treeSum) *treePlan {
	trees := sum.trees
	p := &treePlan{sum: sum, edges: edgesOf(trees), slack: sum.slack()}
	_, exponent := math.Frexp(sum.most())
	p.unit = math.Ldexp(1, 60-exponent) // leads, of twice that size, then stay within int64
	p.boards.New = func() any { return &board{} }
	for _, t := range trees {
		nodes := len(t.Feature)
		planned := plannedTree{t, make([]float64, nodes), make([]int32, nodes)}
		for n, f := range t.Feature {
			if f >= 0 {
				i, _ := slices.BinarySearchFunc(p.edges[f], t.Threshold[n], func(e proof.Edge, v float64) int {
					if e.At < v {
						return -1
					}
					return 1
				})
				planned.cut[n], planned.place[n] = p.edges[f][i].Cut, int32(i)
			}
		}
		p.trees = append(p.trees, planned)
	}
	return p
}

// edgesOf lists the thresholds of each feature, in increasing order.
func edgesOf(trees []*Tree) [][]proof.Edge {
	thresholds := make([][]float64, trees[0].NumFeatures)
	for _, t := range trees {
		for n, f := range t.Feature {
			if f >= 0 {
				thresholds[f] = append(thresholds[f], t.Threshold[n])
			}
		}
	}
	edges := make([][]proof.Edge, len(thresholds))
	for f, of := range thresholds {
		slices.Sort(of)
		of = slices.Compact(of)
		edges[f] = make([]proof.Edge, len(of))
		for i, v := range of {
			edges[f][i] = proof.Edge{At: v, Cut: trees[0].cut(v)}
		}
	}
	return edges
}

// preparedBytes returns the size of a pack and of a plan of the trees.
func (s treeSum) preparedBytes() int64 {
	inner, all := 0, 0
	for _, t := range s.trees {
		all += len(t.Feature)
		inner += len(t.Feature) / 2
	}
	const packed, planned, edge = 16, 8 + 4, 24
	return int64(all*(packed+8*s.trees[0].NumClasses+planned) + inner*edge)
}
