package lp

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// sparse keeps W as the factors of an earlier matrix of active rules and the changes since
// (product form of the inverse: Dantzig & Orchard-Hays 1954). Rules are sparse, and so are the factors.
type sparse struct {
	*vertex
	kernel             factors
	variables, columns []int    // of the kernel: the positive variables, and the columns of rules that are no bounds
	rules              []vector // of those columns, by variable
	inside, outside    []int    // by variable: its number in the kernel, and the column of its bound; none
	changes            []change

	left, right []float64 // of the size of the kernel, to be overwritten
	along       []float64 // by column or by variable, to be overwritten
}

// change is the effect of a pivot on W.
type change struct {
	column int
	r      vector  // r of the rule that took the column, without the entry of the column
	rate   float64 // that entry; 0: the rule in the column became the rule in column of minus itself
	of     int
}

// newSparse returns W at the cheapest vertex.
func newSparse(v *vertex) inverse {
	n := len(v.cost)
	s := &sparse{vertex: v, inside: make([]int, n), outside: make([]int, n), along: make([]float64, n)}
	s.factor()
	return s
}

func (s *sparse) keep(k *kept, of []float64) { k.some = vectorOf(of) }

// factor factorises the matrix of the active rules, and reports whether it is regular.
func (s *sparse) factor() bool {
	var columns []int
	var rules, kernel []vector
	inside := make([]int, len(s.cost))
	for j := range inside {
		inside[j] = none
	}
	for at, j := range s.positive {
		inside[j] = at
	}
	add := func(q int, rule vector) {
		columns, rules = append(columns, q), append(rules, rule)
		var row vector
		for i, j := range rule.at {
			if at := inside[j]; at != none {
				row.at, row.of = append(row.at, int32(at)), append(row.of, rule.of[i])
			}
		}
		kernel = append(kernel, row)
	}
	for _, b := range s.blocks {
		var sum vector
		for j := b.from; j < b.to; j++ {
			sum.at, sum.of = append(sum.at, int32(j)), append(sum.of, 1)
		}
		add(b.sum, sum)
	}
	for q, k := range s.vertex.rules {
		if k != nil {
			add(q, k.some.times(-1))
		}
	}
	f, regular := factorise(kernel, s.stopped)
	if !regular {
		return false
	}
	s.kernel, s.columns, s.rules, s.variables, s.inside = f, columns, rules, slices.Clone(s.positive), inside
	copy(s.outside, s.place)
	s.left, s.right = make([]float64, len(columns)), make([]float64, len(columns))
	s.changes = nil
	return true
}

// times sets r = a·W, and overwrites a.
func (s *sparse) times(a []float64, r []float64) {
	for at, j := range s.variables {
		s.right[at] = a[j]
	}
	s.kernel.solveLeft(s.right, s.left)
	for at, z := range s.left {
		if z != 0 {
			s.rules[at].addTo(a, -z)
		}
	}
	for j, q := range s.outside {
		if q != none {
			r[q] = a[j]
		}
	}
	for at, q := range s.columns {
		r[q] = s.left[at]
	}
	for _, c := range s.changes {
		if c.rate == 0 {
			r[c.column] = r[c.of] - r[c.column]
			continue
		}
		if share := r[c.column] / c.rate; share != 0 {
			c.r.addTo(r, -share)
			r[c.column] = share
		}
	}
}

// onto returns W·h, and overwrites h.
func (s *sparse) onto(h []float64) []float64 {
	for i := len(s.changes) - 1; i >= 0; i-- {
		if c := s.changes[i]; c.rate == 0 {
			h[c.of], h[c.column] = h[c.of]+h[c.column], -h[c.column]
		} else {
			h[c.column] = (h[c.column] - c.r.dot(h)) / c.rate
		}
	}
	x := make([]float64, len(h))
	for j, q := range s.outside {
		if q != none {
			x[j] = h[q]
		}
	}
	for at, q := range s.columns {
		s.left[at] = h[q] - s.rules[at].dot(x) // a positive variable is 0 as yet
	}
	s.kernel.solve(s.left, s.right)
	for at, j := range s.variables {
		x[j] = s.right[at]
	}
	return x
}

func (s *sparse) direction(b broken) {
	clear(s.along)
	if b.row == nil {
		s.along[b.bound] = 1
	} else {
		b.row.addTo(s.along, -1)
	}
	s.times(s.along, s.r)
}

func (s *sparse) move(q int, by float64) {
	clear(s.along)
	s.along[q] = 1
	column := s.onto(s.along)
	for _, j := range s.positive {
		s.x[j] += column[j] * by
	}
	if j := s.bounds[q]; j != none {
		s.x[j] += by
	}
}

func (s *sparse) free(int, int) {}

func (s *sparse) hold(int) {}

func (s *sparse) exchange(q int) {
	c := change{column: q, rate: s.r[q]}
	for p, r := range s.r {
		if r != 0 && p != q {
			c.r.at, c.r.of = append(c.r.at, int32(p)), append(c.r.of, r)
		}
	}
	s.changes = append(s.changes, c)
}

func (s *sparse) turn(q, of int) { s.changes = append(s.changes, change{column: q, of: of}) }

func (s *sparse) renew() bool {
	if len(s.changes) == 0 {
		return false
	}
	before := slices.Clone(s.x)
	s.invert()
	return floats.Distance(before, s.x, math.Inf(1)) > feasible/10
}

func (s *sparse) invert() {
	if !s.factor() {
		return // the earlier factors with their changes remain
	}
	clear(s.along)
	copy(s.along, s.cost)
	s.times(s.along, s.y)
	h := make([]float64, len(s.cost))
	for _, b := range s.blocks {
		h[b.sum] = 1
	}
	for q, k := range s.vertex.rules {
		if k != nil {
			h[q] = -k.most
		}
	}
	copy(s.x, s.onto(h))
	s.refine()
}

// refine corrects x by the residuals of the active rules.
func (s *sparse) refine() {
	missed := make([]float64, len(s.cost))
	for _, b := range s.blocks {
		missed[b.sum] = 1 - floats.Sum(s.x[b.from:b.to])
	}
	for q, k := range s.vertex.rules {
		if k != nil {
			missed[q] = k.excess(s.x)
		}
	}
	floats.Add(s.x, s.onto(missed))
}
