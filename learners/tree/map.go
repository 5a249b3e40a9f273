package tree

import (
	"context"
	"math"

	"dpscope/learners/proof"
)

// Map takes time proportional to the leaves that can be reached and the cells.
func (t *Tree) Map(ctx context.Context, x []float64, free []int) (*proof.DecisionMap, error) {
	return t.plan().mapAt(ctx, x, free)
}

// Map takes time proportional to the leaves that can be reached and the cells.
func (f *Forest) Map(ctx context.Context, x []float64, free []int) (*proof.DecisionMap, error) {
	return f.plan().mapAt(ctx, x, free)
}

// Map takes time proportional to the leaves that can be reached and the cells.
func (a *AdditiveTrees) Map(ctx context.Context, x []float64, free []int) (*proof.DecisionMap, error) {
	return a.plan().mapAt(ctx, x, free)
}

// Edges implements learners.Celled.
func (t *Tree) Edges(feature int) []proof.Edge { return t.plan().edges[feature] }

// Edges implements learners.Celled.
func (f *Forest) Edges(feature int) []proof.Edge { return f.plan().edges[feature] }

// Edges implements learners.Celled.
func (a *AdditiveTrees) Edges(feature int) []proof.Edge { return a.plan().edges[feature] }

// Fineness implements learners.Fine.
func (t *Tree) Fineness(x []float64, free []int) float64 { return t.plan().fineness(x, free) }

// Fineness implements learners.Fine.
func (f *Forest) Fineness(x []float64, free []int) float64 { return f.plan().fineness(x, free) }

// Fineness implements learners.Fine.
func (a *AdditiveTrees) Fineness(x []float64, free []int) float64 { return a.plan().fineness(x, free) }

// mapAt draws the map on a board that is free, so that a table of records is
// gone through without a new one for each.
func (p *treePlan) mapAt(ctx context.Context, x []float64, free []int) (*proof.DecisionMap, error) {
	if err := proof.CheckFree("a decision map", free); err != nil {
		return nil, err
	}
	b := p.boards.Get().(*board)
	defer p.boards.Put(b)
	b.prepare(p, x, free)
	edges := b.reached(free)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if cells := b.cells(edges); cells > mostCells {
		return nil, &proof.TooLargeError{What: "cells into which the trees cut these private features", Count: cells, Most: mostCells,
			Instead: "one private feature, three or more by sampling, or fewer trees or larger leaves (--trees and --leaf of dpscope train)"}
	}
	m := proof.NewDecisionMap(free, edges)
	m.RoundsInputs = !p.trees[0].Double
	if err := b.paint(ctx, m); err != nil {
		return nil, err
	}
	m.Trim()
	for a, f := range free {
		m.Home[a] = m.Cell(a, x[f])
	}
	return m, nil
}

// mostCells limits the cells summed for a map, counted once per class but one.
const mostCells = 20_000_000

// cells returns the number of cells that a map within the edges sums.
func (b *board) cells(edges [2]proof.Edges) int {
	return (edges[0].Len() + 1) * (edges[1].Len() + 1) * max(b.plan.trees[0].NumClasses-1, 1)
}

// fineness compares the cells summed by a map at x with the number affordable for a population, which draws a
// map for each record.
func (p *treePlan) fineness(x []float64, free []int) float64 {
	const comfortable = mostCells / 5
	b := p.boards.Get().(*board)
	defer p.boards.Put(b)
	b.prepare(p, x, free)
	return float64(b.cells(b.reached(free))) / comfortable
}

// reached collects the leaves that can be reached, and returns the thresholds met.
func (b *board) reached(free []int) (edges [2]proof.Edges) {
	for i := range b.plan.trees {
		b.collect(int32(i))
	}
	for a, f := range free {
		edges[a] = b.axes[a].pick(b.plan.edges[f])
	}
	return edges
}

// board holds the memory for drawing a map.
type board struct {
	plan    *treePlan
	record  []float64 // as the trees compare it
	axis    []int8    // per feature: 0, 1, or -1 if it is held
	axes    [2]mapAxis
	patches []patch // of all trees
	todo    []patch
	first   []int32   // per row: see schedule; −1: none
	next    []int32   // per entry: the next one of its row
	steps   [][]int64 // per class but 0 and column: the change there of its lead over class 0
	leads   []int64   // of each class over class 0
	ahead   []int64   // leads before any tree
	row     []uint16
}

// patch is a leaf of a tree and the rectangle on which it decides, by the
// places of the thresholds of each axis that it lies between: above low, which
// is −1 when nothing is below, and up to high.
type patch struct {
	low, high  [2]int32
	tree, leaf int32
}

// prepare clears the board for a record.
func (b *board) prepare(p *treePlan, x []float64, free []int) {
	b.plan, b.record = p, resized(b.record, len(x))
	for i, v := range x {
		b.record[i] = p.trees[0].rounded(v)
	}
	b.axis = resized(b.axis, len(x))
	for i := range b.axis {
		b.axis[i] = -1
	}
	b.axes[0].clear(0)
	b.axes[1].clear(0)
	for a, f := range free {
		b.axis[f] = int8(a)
		b.axes[a].clear(len(p.edges[f]))
	}
	b.patches = b.patches[:0]
}

// resized returns a slice of n elements, in the room of another if there is
// enough.
func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// collect walks one tree, down both sides of thresholds on free features and
// down the record's side of the others.
func (b *board) collect(i int32) {
	tree := &b.plan.trees[i]
	everywhere := patch{low: [2]int32{-1, -1}, high: [2]int32{b.axes[0].end(), b.axes[1].end()}, tree: i}
	for todo := append(b.todo[:0], everywhere); len(todo) > 0; b.todo = todo {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for tree.Feature[p.leaf] >= 0 {
			f, place := tree.Feature[p.leaf], tree.place[p.leaf]
			a := b.axis[f]
			switch {
			case a < 0:
				p.leaf = tree.next(p.leaf, b.record[f])
			case p.high[a] <= place:
				p.leaf = tree.Left[p.leaf]
			case p.low[a] >= place:
				p.leaf = tree.Right[p.leaf]
			default:
				b.axes[a].met[place] = true
				right := p
				right.low[a], right.leaf = place, tree.Right[p.leaf]
				todo = append(todo, right)
				p.high[a], p.leaf = place, tree.Left[p.leaf]
			}
		}
		b.patches = append(b.patches, p)
	}
}

// ask computes the class of a cell as the classifier does, at the cell's upper
// corner.
func (b *board) ask(m *proof.DecisionMap, i, j int) int {
	corner := [2]float64{math.Inf(1), math.Inf(1)}
	for a, c := range [2]int{i, j} {
		if c < m.Edges[a].Len() {
			corner[a] = m.Edges[a].At(c).At
		}
	}
	return b.plan.sum.ask(func(t *Tree, n int32) int32 {
		if a := b.axis[t.Feature[n]]; a >= 0 {
			return t.next(n, corner[a])
		}
		return t.next(n, b.record[t.Feature[n]])
	})
}
