package lp

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// vertex is the best x under the rules that hold with equality at it, even if it breaks others.
type vertex struct {
	cost []float64
	x    []float64
	y    []float64 // multiplier of the rule in each column

	// Row j of W is the unit vector of column place[j] if x[j] is held at 0; otherwise place[j] is none, and
	// w stores the row.
	w        inverse
	place    []int
	positive []int   // the variables with a row
	rules    []*kept // by column: a row of the pool; nil: a bound, or Σx = 1
	bounds   []int   // by column: the variable held at 0, or none
	blocks   []block // the mixtures
	fixed    []bool  // by column: it belongs to a Σx = 1, which never leaves

	pool     []*kept
	numbered int     // rows ever in the pool
	before   float64 // the greatest value of a round
	pivots   int
	still    int // pivots since y last moved
	stalled  int // the limit for those
	equals   int // and the limit for giving up; 0: never
	pivoted  func(more int)
	stopped  func() bool // reports whether the caller has stopped waiting; nil: it waits
	r        []float64
}

// block is a mixture: variables from and before to add up to 1, by the rule in column sum.
type block struct{ from, to, sum int }

// cheapest returns the vertex at which the cheapest variable of each mixture is 1: column j belongs to the
// bound of variable j, and the cheapest's column to the sum. mixtures holds the sizes; nil: one of all.
func cheapest(cost []float64, mixtures []int, by func(*vertex) inverse) *vertex {
	n := len(cost)
	if mixtures == nil {
		mixtures = []int{n}
	}
	v := &vertex{cost: cost, x: make([]float64, n), y: make([]float64, n),
		place: make([]int, n), rules: make([]*kept, n), bounds: make([]int, n), fixed: make([]bool, n), r: make([]float64, n),
		before: math.Inf(-1), stalled: stalled}
	for j := range cost {
		v.place[j], v.bounds[j] = j, j
	}
	from := 0
	for _, size := range mixtures {
		b := block{from: from, to: from + size}
		b.sum = from + floats.MinIdx(cost[b.from:b.to])
		for j := b.from; j < b.to; j++ {
			v.y[j] = cost[j] - cost[b.sum]
		}
		v.y[b.sum] = cost[b.sum]
		v.x[b.sum] = 1
		v.free(b.sum)
		v.blocks, v.fixed[b.sum] = append(v.blocks, b), true
		from = b.to
	}
	v.w = by(v)
	return v
}

// free lets variable j be positive.
func (v *vertex) free(j int) {
	v.bounds[v.place[j]], v.place[j] = none, none
	v.positive = append(v.positive, j)
}

// hold keeps variable j at 0 by the rule in a column.
func (v *vertex) hold(j, column int) {
	v.place[j], v.x[j], v.bounds[column] = column, 0, j
	at := slices.Index(v.positive, j)
	last := len(v.positive) - 1
	v.positive[at] = v.positive[last]
	v.positive = v.positive[:last]
}

func (v *vertex) value() float64 { return floats.Dot(v.cost, v.x) }

// solution returns the vertex as a solution.
func (v *vertex) solution(rounds int) Solution {
	s := Solution{X: slices.Clone(v.x), Value: v.value(), Bound: v.bound(), Rounds: rounds, Cuts: v.numbered}
	for _, k := range v.pool {
		if k.column != none {
			s.Active = append(s.Active, k.number)
			s.Weights = append(s.Weights, v.weight(k)/k.length)
		}
	}
	return s
}

// weight returns the multiplier of a row that holds with equality.
func (v *vertex) weight(k *kept) float64 { return max(v.y[k.column], 0) }

// bound returns a lower bound on the cost of every mixture that keeps the rows that hold with equality.
func (v *vertex) bound() float64 {
	reduced, spent := slices.Clone(v.cost), 0.0
	for _, k := range v.rules {
		if k != nil {
			k.addTo(reduced, v.weight(k))
			spent += v.weight(k) * k.most
		}
	}
	// c·x ≥ (c + Σ weight·of)·x − Σ weight·most, and x is of mixtures.
	least := 0.0
	for _, b := range v.blocks {
		least += floats.Min(reduced[b.from:b.to])
	}
	return least - spent
}
