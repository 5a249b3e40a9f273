package learners

import (
	"context"
	"fmt"
	"math"
	"slices"

	"dpscope/learners/proof"
)

// Map takes time proportional to the leaves that can be reached and the cells.
func (f *Forest) Map(ctx context.Context, x []float64, free []int) (*proof.DecisionMap, error) {
	return mapTrees(ctx, f.Trees, x, free)
}

// patch is a leaf of a tree and the rectangle on which it decides: above Low
// and up to High of each axis.
type patch struct {
	low, high [2]float64
	leaf      int32
}

// treeMapper collects the patches of all trees.
type treeMapper struct {
	trees   []*Tree
	record  []float64
	axis    []int8 // of each feature: 0, 1, or -1 when it is held
	edges   [2][]float64
	patches [][]patch // of each tree
}

func mapTrees(ctx context.Context, trees []*Tree, x []float64, free []int) (*proof.DecisionMap, error) {
	if err := proof.CheckFree("a decision map", free); err != nil {
		return nil, err
	}
	t := &treeMapper{trees: trees, record: x, axis: make([]int8, len(x))}
	for i := range t.axis {
		t.axis[i] = -1
	}
	for a, f := range free {
		t.axis[f] = int8(a)
	}
	for _, tree := range trees {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		t.patches = append(t.patches, t.collect(tree))
	}
	m := &proof.DecisionMap{Features: free, RoundsInputs: true}
	for a := range m.Edges {
		slices.Sort(t.edges[a])
		t.edges[a] = slices.Compact(t.edges[a])
		for _, v := range t.edges[a] {
			m.Edges[a] = append(m.Edges[a], proof.Edge{At: v, Cut: Cut(v)})
		}
	}
	const mostCells = 20_000_000
	if cells := m.Rows() * m.Columns(); cells > mostCells {
		return nil, fmt.Errorf("a decision map of %d cells; at most %d are drawn", cells, mostCells)
	}
	if err := t.paint(ctx, m); err != nil {
		return nil, err
	}
	for a, f := range free {
		m.Home[a] = m.Cell(a, x[f])
	}
	return m, nil
}

// collect walks one tree, down both sides of thresholds on free features and
// down the record's side of the others.
func (t *treeMapper) collect(tree *Tree) []patch {
	everywhere := patch{low: [2]float64{math.Inf(-1), math.Inf(-1)}, high: [2]float64{math.Inf(1), math.Inf(1)}}
	todo, found := []patch{everywhere}, []patch(nil)
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for tree.Feature[p.leaf] >= 0 {
			f, threshold := tree.Feature[p.leaf], tree.Threshold[p.leaf]
			a := t.axis[f]
			switch {
			case a < 0 && float64(float32(t.record[f])) <= threshold, a >= 0 && p.high[a] <= threshold:
				p.leaf = tree.Left[p.leaf]
			case a < 0 || p.low[a] >= threshold:
				p.leaf = tree.Right[p.leaf]
			default:
				t.edges[a] = append(t.edges[a], threshold)
				right := p
				right.low[a], right.leaf = threshold, tree.Right[p.leaf]
				todo = append(todo, right)
				p.high[a], p.leaf = threshold, tree.Left[p.leaf]
			}
		}
		found = append(found, p)
	}
	return found
}

// paint adds up the probabilities of all patches on the cells, in whole
// multiples of 2⁻⁴⁰ so that the order does not matter: a patch enters at its
// four corners, and running sums spread it. Where two classes come closer than
// the rounding to multiples can tell, the trees are asked as Predict asks them.
func (t *treeMapper) paint(ctx context.Context, m *proof.DecisionMap) error {
	classes := t.trees[0].NumClasses
	rows, columns := m.Rows(), m.Columns()
	stride := columns + 1
	sums := make([][]int64, classes-1) // of class k+1, less class 0
	for k := range sums {
		sums[k] = make([]int64, (rows+1)*stride)
	}
	const unit = 1 << 40
	for i, tree := range t.trees {
		for _, p := range t.patches[i] {
			var from, to [2]int
			for a := range 2 {
				from[a], to[a] = cellAbove(t.edges[a], p.low[a]), cellAbove(t.edges[a], p.high[a])
			}
			probability := tree.probabilities(int(p.leaf))
			none := int64(math.Round(probability[0] * unit))
			for k, sum := range sums {
				v := int64(math.Round(probability[k+1]*unit)) - none
				sum[from[0]*stride+from[1]] += v
				sum[from[0]*stride+to[1]] -= v
				sum[to[0]*stride+from[1]] -= v
				sum[to[0]*stride+to[1]] += v
			}
		}
	}
	slack := int64(len(t.trees)) // two roundings of half a unit for each tree
	if sumSlack(t.trees) == 0 {
		slack = -1 // nothing was rounded, and the least class takes a tie
	}
	m.Class = make([]uint16, rows*columns)
	leads := make([]int64, classes)
	for i := range rows {
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, sum := range sums {
			spread(sum[i*stride:(i+1)*stride], sum[max(i-1, 0)*stride:], i > 0)
		}
		for j := range columns {
			for k, sum := range sums {
				leads[k+1] = sum[i*stride+j]
			}
			class, clear := leader(leads, slack)
			if !clear {
				class = t.ask(m, i, j)
			}
			m.Class[i*columns+j] = uint16(class)
		}
	}
	return nil
}

// cellAbove returns the index of the first cell above v, or past the last for +Inf.
func cellAbove(edges []float64, v float64) int {
	if math.IsInf(v, 1) {
		return len(edges) + 1
	}
	if math.IsInf(v, -1) {
		return 0
	}
	i, _ := slices.BinarySearch(edges, v)
	return i + 1
}

// spread turns the corner entries of a row into the sums of its cells, given
// the row before, which is done.
func spread(row, before []int64, some bool) {
	running := int64(0)
	for j, v := range row {
		running += v
		row[j] = running
	}
	if some {
		for j := range row {
			row[j] += before[j]
		}
	}
}

// leader returns the first of the largest, and whether it is ahead of all
// others by more than slack.
func leader(leads []int64, slack int64) (best int, clear bool) {
	for k, v := range leads {
		if v > leads[best] {
			best = k
		}
	}
	if slack < 0 {
		return best, true
	}
	for k, v := range leads {
		if k != best && leads[best]-v <= slack {
			return best, false
		}
	}
	return best, true
}

// ask computes the class of a cell as Forest does, at the cell's upper corner.
func (t *treeMapper) ask(m *proof.DecisionMap, i, j int) int {
	corner := [2]float64{math.Inf(1), math.Inf(1)}
	for a, c := range [2]int{i, j} {
		if c < len(m.Edges[a]) {
			corner[a] = m.Edges[a][c].At
		}
	}
	scores := make([]float64, t.trees[0].NumClasses)
	for _, tree := range t.trees {
		n := int32(0)
		for tree.Feature[n] >= 0 {
			v := float64(float32(t.record[tree.Feature[n]]))
			if a := t.axis[tree.Feature[n]]; a >= 0 {
				v = corner[a]
			}
			if v <= tree.Threshold[n] {
				n = tree.Left[n]
			} else {
				n = tree.Right[n]
			}
		}
		for k, p := range tree.probabilities(int(n)) {
			scores[k] += p
		}
	}
	for k := range scores {
		scores[k] /= float64(len(t.trees))
	}
	return argmax(scores)
}
