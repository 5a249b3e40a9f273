package tree

import (
	"math"

	"dpscope/engine/num/exp"
	"dpscope/learners/table"
)

// boosting is a fit of boosted trees under way. It allocates its memory once.
type boosting struct {
	Boosted
	dims, classes, groups int
	y                     []int
	weights               []float64 // nil: 1 each
	margins               []float32 // record by record, group by group
	slopes                []slope   // per record, in the present group
	find                  finder
	missing               bool // some value is
}

// slope is the first and the second derivative of the loss by a score, of a record or summed up.
type slope struct{ g, h float64 }

func (s slope) plus(o slope) slope  { return slope{s.g + o.g, s.h + o.h} }
func (s slope) minus(o slope) slope { return slope{s.g - o.g, s.h - o.h} }

// score returns twice the fall of the loss at the best step.
func (s slope) score() float64 { return s.g * s.g / (s.h + boostedRidge) }

// span is the records of a node: a range of the finder's list.
type span struct {
	from, to, depth int
	parent          int32
	right           bool // it is the right child
	sum             slope
	table           []slope // kept by a finder
}

// divisible reports whether a span may be cut.
func (s span) divisible(depth int) bool { return s.depth < depth && s.sum.h >= 2*boostedCurvature }

// parts returns the spans before and from a place.
func (s span) parts(at int, by gain) (l, r span) {
	return span{from: s.from, to: at, depth: s.depth + 1, sum: by.left}, span{from: at, to: s.to, depth: s.depth + 1, sum: s.sum.minus(by.left)}
}

// gain is a way to cut a node.
type gain struct {
	score       float64 // of both sides
	feature     int
	place       int     // of the cut, as the finder counts
	condition   float32 // left if and only if x is below
	missingLeft bool
	left        slope
}

// finder looks for cuts of spans.
type finder interface {
	begin(slopes []slope, sum slope) span // all records
	best(s span) gain                     // of score 0 where there is none
	split(s span, by gain) (l, r span)    // both parts, with their sums
	records(s span) []int32               // which they are
	end(s span)                           // it will not be split
}

func newBoosting(b Boosted, d table.Data, weights []float64) *boosting {
	g := &boosting{Boosted: b, dims: d.Dims(), classes: d.Classes(), groups: 1, y: d.Y, weights: weights}
	if g.classes > 2 {
		g.groups = g.classes
	}
	g.margins, g.slopes = make([]float32, d.Len()*g.groups), make([]slope, d.Len())
	columns := make([][]float32, g.dims)
	for f := range columns {
		columns[f] = make([]float32, d.Len())
		for i := range columns[f] {
			columns[f][i] = float32(d.X[i*g.dims+f])
			g.missing = g.missing || columns[f][i] != columns[f][i]
		}
	}
	if b.Bins > 0 {
		g.find = newBinned(columns, weights, b.Bins, b.depth())
	} else {
		g.find = newSorted(columns)
	}
	return g
}

// grow grows the next tree of a group, and adds it to the scores.
func (g *boosting) grow(group int) *Tree {
	t := &Tree{NumFeatures: g.dims, NumClasses: g.classes}
	for stack := []span{g.find.begin(g.slopes, g.differentiate(group))}; len(stack) > 0; {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n := int32(len(t.Feature))
		t.enter(n, s.parent, s.right)
		var best gain
		if s.divisible(g.depth()) {
			best = g.find.best(s)
		}
		if best.score-s.sum.score() <= boostedGain {
			value := float32(-s.sum.g / (s.sum.h + boostedRidge) * g.rate())
			t.add(Leaf, 0, 0, 0, float64(value), false)
			for _, i := range g.find.records(s) {
				g.margins[int(i)*g.groups+group] += value
			}
			g.find.end(s)
			continue
		}
		t.add(int32(best.feature), float64(below(best.condition)), 0, 0, 0, best.missingLeft)
		left, right := g.find.split(s, best)
		left.parent, right.parent, right.right = n, n, true
		stack = append(stack, right, left)
	}
	if !g.missing {
		t.MissingLeft = nil
	}
	class := group
	if g.groups == 1 {
		class = 1
	}
	t.setValues(class, t.Probability)
	return t
}

// below returns the greatest float32 below a condition.
func below(condition float32) float32 {
	return math.Nextafter32(condition, float32(math.Inf(-1)))
}

// differentiate takes the slopes of the logistic loss, of two classes or of more, and their sum.
func (g *boosting) differentiate(group int) (sum slope) {
	if g.groups == 1 {
		g.differentiateTwo()
	} else {
		g.differentiateMore(group)
	}
	for i, w := range g.weights {
		g.slopes[i].g *= w
		g.slopes[i].h *= w
	}
	for _, v := range g.slopes {
		sum = sum.plus(v)
	}
	return sum
}

func (g *boosting) differentiateTwo() {
	var room [256]float64
	for from := 0; from < len(g.margins); from += len(room) {
		margins := g.margins[from:min(from+len(room), len(g.margins))]
		powers, slopes, y := room[:len(margins)], g.slopes[from:][:len(margins)], g.y[from:][:len(margins)]
		for i, m := range margins {
			powers[i] = -float64(m)
		}
		exp.All(powers, powers)
		for i, power := range powers {
			p := 1 / (1 + power)
			slopes[i] = slope{p - float64(y[i]), curvature(p * (1 - p))}
		}
	}
}

func (g *boosting) differentiateMore(group int) {
	for i := range g.slopes {
		scores := g.margins[i*g.groups:][:g.groups]
		most, sum := scores[0], 0.0
		for _, m := range scores {
			most = max(most, m)
		}
		for _, m := range scores {
			sum += math.Exp(float64(m - most))
		}
		p, is := math.Exp(float64(scores[group]-most))/sum, 0.0
		if g.y[i] == group {
			is = 1
		}
		g.slopes[i] = slope{p - is, curvature(2 * p * (1 - p))}
	}
}

// curvature returns a record's curvature, at least a minimum. It does not use max, which would check for NaN
// too.
func curvature(h float64) float64 {
	if h < leastCurvature {
		return leastCurvature
	}
	return h
}
