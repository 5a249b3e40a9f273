package tree

import (
	"context"
	"math"
	"slices"

	"dpscope/engine/work"
	"dpscope/learners"
)

// packedForest lays trees out for walking: all nodes in one slice, the children of a node side by side, so
// that a step takes one comparison and one addition. It decides exactly as the trees: it rounds a point once,
// if they round. A point with a missing value goes the slow way, tree by tree.
//
// A point walks through four trees at once: the processor then waits for four nodes at a time instead of one.
// A leaf leads back to itself, so that a finished walk stays put while the others go on.
type packedForest struct {
	treeSum
	classes, dims int
	nodes         []packedNode
	roots         []int32 // of each tree
	leaves        []float64
	// leaves has a row of class probabilities for each node; an inner node's row is unused.
	rest    []float64 // per tree, the greatest lead of one class over another that the trees from it on can add
	missing bool      // some tree has a side for missing values
}

// packedNode is an inner node with children at child and child+1. In a leaf, feature is a number that is
// always 0, threshold is 0 and child is the leaf itself.
type packedNode struct {
	threshold float64
	feature   int32
	child     int32
}

func packForest(sum treeSum) *packedForest {
	trees := sum.trees
	p := &packedForest{treeSum: sum, classes: trees[0].NumClasses, dims: trees[0].NumFeatures, rest: make([]float64, len(trees)),
		missing: sum.takesMissing()}
	left := sum.slack()
	for i := len(trees) - 1; i >= 0; i-- {
		left += trees[i].spread()
		p.rest[i] = left
	}
	nodes := 0
	for _, t := range trees {
		nodes += len(t.Feature)
	}
	p.nodes, p.leaves = make([]packedNode, 0, nodes), make([]float64, 0, nodes*p.classes)
	for _, t := range trees {
		root := int32(len(p.nodes))
		p.roots = append(p.roots, root)
		p.grow(1)
		type copying struct{ from, to int32 }
		for queue := []copying{{0, root}}; len(queue) > 0; {
			c := queue[0]
			queue = queue[1:]
			if f := t.Feature[c.from]; f >= 0 {
				child := p.grow(2)
				p.nodes[c.to] = packedNode{t.Threshold[c.from], f, child}
				queue = append(queue, copying{t.Left[c.from], child}, copying{t.Right[c.from], child + 1})
				continue
			}
			p.nodes[c.to] = packedNode{0, int32(p.dims), c.to}
			copy(p.leaf(c.to), t.probabilities(int(c.from)))
		}
	}
	return p
}

// grow adds n nodes and returns the index of the first.
func (p *packedForest) grow(n int) int32 {
	first := len(p.nodes)
	p.nodes = append(p.nodes, make([]packedNode, n)...)
	p.leaves = append(p.leaves, make([]float64, n*p.classes)...)
	return int32(first)
}

func (p *packedForest) leaf(node int32) []float64 {
	return p.leaves[int(node)*p.classes:][:p.classes]
}

// walk returns the leaf that the point x reaches from node. After the features
// of x comes the 0 of the leaves.
func (p *packedForest) walk(x []float64, node int32) int32 {
	for {
		n := p.nodes[node]
		next := n.child + beyond(x[n.feature], n.threshold)
		if next == node {
			return node
		}
		node = next
	}
}

// walk4 walks four trees at once.
func (p *packedForest) walk4(x []float64, a, b, c, d int32) (int32, int32, int32, int32) {
	nodes := p.nodes
	for {
		na, nb, nc, nd := &nodes[a], &nodes[b], &nodes[c], &nodes[d]
		nextA := na.child + beyond(x[na.feature], na.threshold)
		nextB := nb.child + beyond(x[nb.feature], nb.threshold)
		nextC := nc.child + beyond(x[nc.feature], nc.threshold)
		nextD := nd.child + beyond(x[nd.feature], nd.threshold)
		if (nextA^a)|(nextB^b)|(nextC^c)|(nextD^d) == 0 {
			return a, b, c, d
		}
		a, b, c, d = nextA, nextB, nextC, nextD
	}
}

// beyond returns 0 if x ≤ threshold and 1 otherwise, also if x is no number.
// The compiler makes it a comparison without a branch.
func beyond(x, threshold float64) int32 {
	right := int32(1)
	if x <= threshold {
		right = 0
	}
	return right
}

// prepare rounds a point as the trees do before they compare, and appends the 0 of
// the leaves. It works in room if that is large enough.
func (p *packedForest) prepare(point, room []float64) []float64 {
	if p.dims >= len(room) {
		room = make([]float64, p.dims+1)
	}
	for i, v := range point {
		room[i] = p.trees[0].rounded(v)
	}
	room[p.dims] = 0
	return room[:p.dims+1]
}

// lacks reports whether a value is missing that some tree asks for in a way of its
// own.
func (p *packedForest) lacks(point []float64) bool {
	return p.missing && slices.ContainsFunc(point, math.IsNaN)
}

// scores writes the scores of one point.
func (p *packedForest) scores(point, into []float64) {
	p.begin(into)
	if p.lacks(point) {
		for _, t := range p.trees {
			p.add(into, t.probabilities(t.leaf(point)))
		}
		p.end(into)
		return
	}
	var room [32]float64
	p.addAll(p.prepare(point, room[:]), into, false)
	p.end(into)
}

// predict returns the class of the largest score.
func (p *packedForest) predict(point []float64) int {
	var room [8]float64
	sums := room[:min(p.classes, len(room))]
	if p.classes > len(room) {
		sums = make([]float64, p.classes)
	}
	if p.lacks(point) {
		p.scores(point, sums)
		return learners.Argmax(sums)
	}
	p.begin(sums)
	var pointRoom [32]float64
	if !p.addAll(p.prepare(point, pointRoom[:]), sums, true) {
		p.end(sums)
	}
	return learners.Argmax(sums)
}

// addAll adds up the trees in their order, which fixes the last bit of the sum. When
// only the class is wanted, it stops as soon as the trees that are left cannot
// change it, and says so.
func (p *packedForest) addAll(x, sums []float64, classOnly bool) (settled bool) {
	i, n := 0, len(p.roots)
	for ; i+4 <= n; i += 4 {
		if classOnly && 2*i > n && p.settled(sums, p.rest[i]) {
			return true
		}
		a, b, c, d := p.walk4(x, p.roots[i], p.roots[i+1], p.roots[i+2], p.roots[i+3])
		p.add(sums, p.leaf(a))
		p.add(sums, p.leaf(b))
		p.add(sums, p.leaf(c))
		p.add(sums, p.leaf(d))
	}
	for ; i < n; i++ {
		p.add(sums, p.leaf(p.walk(x, p.roots[i])))
	}
	return false
}

// settled reports whether one class leads by more than the trees that are left
// can take away.
func (p *packedForest) settled(sums []float64, left float64) bool {
	first, second := math.Inf(-1), math.Inf(-1)
	for _, s := range sums {
		if s > first {
			first, second = s, first
		} else if s > second {
			second = s
		}
	}
	return first-second > left
}

// predictAll shares the points among all cores, a few at a time, so that a busy core delays no other.
func (p *packedForest) predictAll(ctx context.Context, points []float64, into []int) error {
	const share = 64
	return work.Each(ctx, (len(into)+share-1)/share, func(_ context.Context, k int) error {
		for i := k * share; i < min((k+1)*share, len(into)); i++ {
			into[i] = p.predict(points[i*p.dims : (i+1)*p.dims])
		}
		return nil
	})
}
