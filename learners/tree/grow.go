package tree

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"dpscope/engine/work"
	"dpscope/learners/table"
)

// ranked is data prepared for growing trees, shared by all of them: instead of
// each value its rank among the different values of its feature.
type ranked struct {
	dims, classes int
	values        [][]float32 // of each feature: the different values, increasing
	ranks         [][]int32   // of each feature: the rank of each record's value
	y             []int32
}

func rankData(d table.Data) *ranked {
	r := &ranked{dims: d.Dims(), classes: d.Classes(), y: make([]int32, d.Len())}
	for i, k := range d.Y {
		r.y[i] = int32(k)
	}
	column := make([]float32, d.Len())
	for f := range r.dims {
		for i := range column {
			column[i] = float32(d.X[i*r.dims+f])
		}
		values := slices.Compact(slices.Sorted(slices.Values(column)))
		ranks := make([]int32, len(column))
		for i, v := range column {
			k, _ := slices.BinarySearch(values, v)
			ranks[i] = int32(k)
		}
		r.values, r.ranks = append(r.values, slices.Clip(values)), append(r.ranks, ranks)
	}
	return r
}

// grower grows one tree at a time; its scratch space is used again.
type grower struct {
	*ranked
	rule CART

	tree     *Tree
	weights  []int32  // how often each record is in the sample
	records  []int32  // those in the sample, those of a node side by side
	features []int    // in the order in which they are drawn
	keys     []uint64 // rank and record, for sorting
	counts   []int32  // per rank and class
	node     []int64  // per class: records in the node
	left     []int64  // per class: records left of a cut
}

func newGrower(r *ranked, rule CART) *grower {
	g := &grower{ranked: r, rule: rule, node: make([]int64, r.classes), left: make([]int64, r.classes)}
	for f := range r.dims {
		g.features = append(g.features, f)
	}
	return g
}

// place is a node that waits to be grown: a range of records.
type place struct {
	from, to int
	depth    int
	parent   int32
	right    bool // it is the right child
}

// cut is a way to split a node.
type cut struct {
	feature int
	rank    int32   // records of this rank and below go left
	above   int32   // the next rank in the node
	score   float64 // Σₖ lₖ²/l + Σₖ rₖ²/r: the larger, the purer
}

// grow returns the tree of a sample, given how often each record is in it. The
// order of nodes is depth first, left before right.
func (g *grower) grow(ctx context.Context, weights []int32, rng *rand.Rand) (*Tree, error) {
	g.tree = &Tree{NumFeatures: g.dims, NumClasses: g.classes}
	g.weights = weights
	g.records = g.records[:0]
	for i, w := range weights {
		if w > 0 {
			g.records = append(g.records, int32(i))
		}
	}
	for i := range g.features {
		g.features[i] = i // so that a tree does not depend on the one before
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	looked := 0
	for stack := []place{{0, len(g.records), 0, -1, false}}; len(stack) > 0; {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if looked += (p.to - p.from) * g.dims; looked > 1<<16 {
			looked = 0
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		n := g.addNode(p)
		best, found := g.best(p, rng)
		if !found {
			g.makeLeaf(n)
			// Leaves fill up from the first record to the last.
			work.Report(ctx, work.Progress{Done: float64(p.to), Of: float64(len(g.records)), What: "records"})
			continue
		}
		middle := g.partition(p, best)
		values := g.values[best.feature]
		g.tree.Feature[n] = int32(best.feature)
		g.tree.Threshold[n] = float64(values[best.rank])/2 + float64(values[best.above])/2
		stack = append(stack, place{middle, p.to, p.depth + 1, n, true}, place{p.from, middle, p.depth + 1, n, false})
	}
	return g.tree, nil
}

// enter makes a node a child of its parent; the root has none, which is -1.
func (t *Tree) enter(node, parent int32, right bool) {
	switch {
	case parent < 0:
	case right:
		t.Right[parent] = node
	default:
		t.Left[parent] = node
	}
}

// addNode appends a node, enters it at its parent and counts its classes.
func (g *grower) addNode(p place) int32 {
	t := g.tree
	n := int32(len(t.Feature))
	t.Feature, t.Threshold = append(t.Feature, Leaf), append(t.Threshold, 0)
	t.Left, t.Right = append(t.Left, Leaf), append(t.Right, Leaf)
	t.Probability = append(t.Probability, make([]float64, g.classes)...)
	t.enter(n, p.parent, p.right)
	clear(g.node)
	for _, i := range g.records[p.from:p.to] {
		g.node[g.y[i]] += int64(g.weights[i])
	}
	return n
}

// makeLeaf writes the class probabilities of a node.
func (g *grower) makeLeaf(n int32) {
	total := 0.0
	for _, count := range g.node {
		total += float64(count)
	}
	for k, count := range g.node {
		g.tree.probabilities(int(n))[k] = float64(count) / total
	}
}

// best returns the best cut of a node, if it may be cut.
func (g *grower) best(p place, rng *rand.Rand) (best cut, found bool) {
	classes := 0
	for _, count := range g.node {
		if count > 0 {
			classes++
		}
	}
	if classes < 2 || p.depth >= g.rule.depth() {
		return best, false
	}
	draw := g.rule.Features > 0 && g.rule.Features < g.dims
	best.score = math.Inf(-1)
	for visited, f := range g.features {
		if draw {
			// Enough are drawn; but a node in which they all are constant draws on.
			if visited >= g.rule.Features && found {
				break
			}
			other := visited + rng.IntN(g.dims-visited)
			f = g.features[other]
			g.features[visited], g.features[other] = f, g.features[visited]
		}
		if g.cutFeature(p, f, &best) {
			found = true
		}
	}
	return best, found && !math.IsInf(best.score, -1)
}

// cutFeature looks for a cut along feature f that is better than best. It
// reports whether the feature changes at all in the node.
func (g *grower) cutFeature(p place, f int, best *cut) bool {
	ranks := g.ranks[f]
	low, high := int32(math.MaxInt32), int32(-1)
	for _, i := range g.records[p.from:p.to] {
		r := ranks[i]
		low, high = min(low, r), max(high, r)
	}
	if low >= high {
		return false
	}
	s := sweep{g: g, best: best, feature: f}
	s.start()
	if spread := int(high-low) + 1; spread*g.classes <= 8*(p.to-p.from) {
		g.sweepCounts(p, ranks, low, spread, &s)
	} else {
		g.sweepSorted(p, ranks, &s)
	}
	return true
}

// partition puts the records that go left before the others and returns where
// those start.
func (g *grower) partition(p place, c cut) int {
	ranks, records := g.ranks[c.feature], g.records
	from, to := p.from, p.to
	for from < to {
		if ranks[records[from]] <= c.rank {
			from++
			continue
		}
		to--
		records[from], records[to] = records[to], records[from]
	}
	return from
}

// sweep moves the records of a node from right to left in order of rank and
// tries a cut whenever the rank changes. It keeps the sums of the counts and
// of their squares, so that a cut costs as much for many classes as for two.
type sweep struct {
	g                         *grower
	best                      *cut
	feature                   int
	left, right               int64 // records
	leftSquares, rightSquares int64
	rank                      int32 // of the last record moved
}

func (s *sweep) start() {
	clear(s.g.left)
	for _, count := range s.g.node {
		s.right += count
		s.rightSquares += count * count
	}
}

// add moves count records of class k to the left.
func (s *sweep) add(k int, count int64) {
	l := s.g.left[k]
	r := s.g.node[k] - l
	s.leftSquares += count * (2*l + count)
	s.rightSquares -= count * (2*r - count)
	s.g.left[k] = l + count
	s.left += count
	s.right -= count
}

// cut tries the cut between the last rank moved and the next.
func (s *sweep) cut(next int32) {
	if least := int64(max(s.g.rule.Leaf, 1)); s.left >= least && s.right >= least {
		score := float64(s.leftSquares)/float64(s.left) + float64(s.rightSquares)/float64(s.right)
		if score > s.best.score {
			*s.best = cut{s.feature, s.rank, next, score}
		}
	}
	s.rank = next
}

// sweepCounts counts the records of each rank, which is quick when ranks are
// few.
func (g *grower) sweepCounts(p place, ranks []int32, low int32, spread int, s *sweep) {
	if n := spread * g.classes; cap(g.counts) < n {
		g.counts = make([]int32, n)
	}
	counts := g.counts[:spread*g.classes]
	clear(counts)
	for _, i := range g.records[p.from:p.to] {
		counts[int(ranks[i]-low)*g.classes+int(g.y[i])] += g.weights[i]
	}
	for r := range spread {
		row := counts[r*g.classes : (r+1)*g.classes]
		seen := int32(0)
		for _, c := range row {
			seen |= c
		}
		if seen == 0 {
			continue
		}
		s.cut(low + int32(r))
		for k, c := range row {
			s.add(k, int64(c))
		}
	}
}

// sweepSorted sorts the records by rank.
func (g *grower) sweepSorted(p place, ranks []int32, s *sweep) {
	g.keys = g.keys[:0]
	for _, i := range g.records[p.from:p.to] {
		g.keys = append(g.keys, uint64(ranks[i])<<32|uint64(i))
	}
	slices.Sort(g.keys)
	last := int32(-1)
	for _, key := range g.keys {
		r, i := int32(key>>32), uint32(key)
		if r != last {
			s.cut(r)
			last = r
		}
		s.add(int(g.y[i]), int64(g.weights[i]))
	}
}
