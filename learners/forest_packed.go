package learners

import (
	"context"
	"math"

	"dpscope/engine/work"
)

// packedForest is a forest laid out for walking: all nodes in one slice, the
// children of a node side by side, so that a step is one comparison and one
// addition. It decides exactly as Forest says: float32(x) ≤ threshold is the
// same as float32(x) ≤ t for the largest float32 t that is at most threshold.
//
// A point walks through four trees at once: the processor then waits for four
// nodes at a time instead of one. A leaf leads back to itself, so that a walk
// that has ended does no harm while the others go on.
type packedForest struct {
	classes, dims int
	nodes         []packedNode
	roots         []int32 // of each tree
	leaves        []float64
	// leaves has a row of class probabilities for each node; that of an inner
	// node is not used.
}

// packedNode is an inner node whose children are at child and child+1. In a
// leaf, feature is that of a number which is always 0, threshold is 0 and
// child is the leaf itself.
type packedNode struct {
	threshold float32
	feature   int32
	child     int32
}

func packForest(trees []*Tree) *packedForest {
	p := &packedForest{classes: trees[0].NumClasses, dims: trees[0].NumFeatures}
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
				p.nodes[c.to] = packedNode{float32Below(t.Threshold[c.from]), f, child}
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
func (p *packedForest) walk(x []float32, node int32) int32 {
	for {
		n := p.nodes[node]
		next := n.child + beyond(x[n.feature], n.threshold)
		if next == node {
			return node
		}
		node = next
	}
}

// walk4 is walk for four trees.
func (p *packedForest) walk4(x []float32, a, b, c, d int32) (int32, int32, int32, int32) {
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
func beyond(x, threshold float32) int32 {
	right := int32(1)
	if x <= threshold {
		right = 0
	}
	return right
}

func (p *packedForest) add(node int32, into []float64) {
	for k, v := range p.leaf(node) {
		into[k] += v
	}
}

// round rounds a point to float32, as scikit-learn does before it compares, and
// appends the 0 of the leaves. It works in room if that is large enough.
func (p *packedForest) round(point []float64, room []float32) []float32 {
	if p.dims >= len(room) {
		room = make([]float32, p.dims+1)
	}
	for i, v := range point {
		room[i] = float32(v)
	}
	return room[:p.dims+1]
}

// scores averages over the trees for one point.
func (p *packedForest) scores(point, into []float64) {
	var room [32]float32
	x := p.round(point, room[:])
	clear(into)
	roots := p.roots
	for ; len(roots) >= 4; roots = roots[4:] {
		a, b, c, d := p.walk4(x, roots[0], roots[1], roots[2], roots[3])
		p.add(a, into) // in the trees' order, which fixes the last bit of the sum
		p.add(b, into)
		p.add(c, into)
		p.add(d, into)
	}
	for _, root := range roots {
		p.add(p.walk(x, root), into)
	}
	for k := range into {
		into[k] /= float64(len(p.roots))
	}
}

// predict is the class of the largest score. It stops when the trees that are
// left cannot change it.
func (p *packedForest) predict(point []float64) int {
	var room [32]float32
	x := p.round(point, room[:])
	var sumRoom [8]float64
	sums := sumRoom[:min(p.classes, len(sumRoom))]
	if p.classes > len(sumRoom) {
		sums = make([]float64, p.classes)
	}
	roots := p.roots
	for ; len(roots) >= 4; roots = roots[4:] {
		if 2*len(roots) < len(p.roots) && settled(sums, len(roots)) {
			return argmax(sums)
		}
		a, b, c, d := p.walk4(x, roots[0], roots[1], roots[2], roots[3])
		p.add(a, sums)
		p.add(b, sums)
		p.add(c, sums)
		p.add(d, sums)
	}
	for _, root := range roots {
		p.add(p.walk(x, root), sums)
	}
	return p.class(sums)
}

// settled reports whether one class leads by more than the trees that are left
// can take away, each of which adds at most 1 to another class.
func settled(sums []float64, left int) bool {
	const rounding = 1e-6 // far above that of the sums
	first, second := math.Inf(-1), math.Inf(-1)
	for _, s := range sums {
		if s > first {
			first, second = s, first
		} else if s > second {
			second = s
		}
	}
	return first-second > float64(left)+rounding
}

// class divides the sums over the trees by their number and returns the class
// of the largest.
func (p *packedForest) class(sums []float64) int {
	for k := range sums {
		sums[k] /= float64(len(p.roots))
	}
	return argmax(sums)
}

// predictAll shares the points among all cores, a few at a time, so that a core
// that is busy with something else holds nobody up.
func (p *packedForest) predictAll(points []float64, into []int) {
	const share = 64
	err := work.Each(context.Background(), (len(into)+share-1)/share, func(_ context.Context, k int) error {
		for i := k * share; i < min((k+1)*share, len(into)); i++ {
			into[i] = p.predict(points[i*p.dims : (i+1)*p.dims])
		}
		return nil
	})
	if err != nil {
		panic(err) // in the caller's goroutine, whose guard it meets
	}
}
