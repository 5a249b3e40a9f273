package lp

import (
	"cmp"
	"context"
	"slices"
)

// summed is a vertex at which sums hold with equality.
type summed struct {
	*vertex
	Sums
	all    []int       // parts
	hints  []hint      // by row; nil: look at every part of every row
	active []*kept     // by row: nil if it does not hold with equality
	in     [][]bool    // by row: the parts that it counts
	tied   [][]*kept   // by row, then by part
	wrong  [][]float64 // by row, then by part: the sign that a gain must not have, 0 if it is tied
	ties   []int       // by row: the number of tied parts
	gains  []float64   // by part

	falls                    []fall
	every, suspects, looking []int // rows: all, and those found broken last time
}

// cheapest returns the vertex at which the cheapest variable is 1, without active rows.
func (p Sums) cheapest(by func(*vertex) inverse) *summed {
	s := &summed{vertex: cheapest(p.Cost, p.Mixtures, by), Sums: p, active: make([]*kept, len(p.Rows)), ties: make([]int, len(p.Rows)),
		gains: make([]float64, p.Parts)}
	for range p.Rows {
		s.in, s.tied, s.wrong = append(s.in, make([]bool, p.Parts)), append(s.tied, make([]*kept, p.Parts)),
			append(s.wrong, make([]float64, p.Parts))
	}
	for i := range p.Parts {
		s.all = append(s.all, i)
	}
	for row := range p.Rows {
		s.every = append(s.every, row)
	}
	return s
}

// run moves to the best vertex that keeps all rules, or those that hints concern.
func (s *summed) run(ctx context.Context) error {
	fresh := false // x is as exact as possible
	s.stopped = func() bool { return ctx.Err() != nil }
	for {
		if s.pivots%often == 0 || len(s.cost) > large {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		b := s.worst()
		if b.by <= 0 {
			if fresh || !s.w.renew() {
				return nil
			}
			fresh = true
			continue
		}
		s.w.direction(b)
		q, way := s.leaving(b.row)
		switch {
		case q == none && fresh:
			return ErrInfeasible
		case q == none:
			s.w.invert()
			fresh = true
			continue
		case s.pivots == s.Pivots:
			return ErrPivots
		}
		s.pivot(b, q, way)
		fresh = false
		if s.pivots++; s.pivots%often == 0 {
			s.w.renew()
			if s.Pivoted != nil {
				s.Pivoted(often)
			}
		}
	}
}

// pivot lets the rule that is broken take the column of the one that leaves.
func (s *summed) pivot(b broken, q int, how way) {
	switch out := s.rules[q]; how {
	case rising:
		s.turn(q)
	case absorbed: // the row enters with one part more, or less, for itself
		s.toggle(b.row)
		b.row.add(out)
		b.row.most, b.row.part = out.most, none
		s.r[q]++
	}
	s.note(s.rules[q], nil)
	s.exchange(b, q)
	s.note(b.row, b.row)
	if b.row != nil {
		s.numbered++
	}
}

// turn writes a tie the other way round: as a bound on a part that its row counts if
// it did not, and does not if it did.
func (s *summed) turn(q int) {
	tie := s.rules[q]
	row := s.active[tie.sum]
	s.toggle(tie)
	row.add(tie)
	tie.negate()
	s.y[q] = s.y[row.column] - s.y[q]
	s.r[q] = s.r[row.column] - s.r[q]
	s.w.turn(q, row.column)
}

func (s *summed) toggle(tie *kept) { s.in[tie.sum][tie.part] = !s.in[tie.sum][tie.part] }

// note replaces a rule of a row by another; nil: none.
func (s *summed) note(k, now *kept) {
	switch {
	case k == nil:
	case k.part == none:
		s.active[k.sum] = now
		for i := range s.all {
			s.judge(k.sum, i)
		}
	default:
		s.tied[k.sum][k.part] = now
		if s.ties[k.sum]--; now != nil {
			s.ties[k.sum] += 2
		}
		s.judge(k.sum, k.part)
	}
}

// judge finds which sign a part must not have.
func (s *summed) judge(row, part int) {
	switch {
	case s.tied[row][part] != nil:
		s.wrong[row][part] = 0
	case s.in[row][part]:
		s.wrong[row][part] = -1
	default:
		s.wrong[row][part] = 1
	}
}

// share returns the multiplier of a tied part, as the row counts it.
func (s *summed) share(tie *kept) float64 {
	whole := max(s.y[s.active[tie.sum].column], 0)
	share := min(max(s.y[tie.column], 0), whole)
	if s.in[tie.sum][tie.part] {
		return whole - share
	}
	return share
}

// chains returns the sets by which rows hold: for each part's share, the set of all parts with at least that
// share.
func (s *summed) chains() (list []Chain) {
	for row, k := range s.active {
		if k == nil {
			continue
		}
		var set, ties []int
		for i, tie := range s.tied[row] {
			switch {
			case tie != nil:
				ties = append(ties, i)
			case s.in[row][i]:
				set = append(set, i)
			}
		}
		share := func(i int) float64 { return s.share(s.tied[row][i]) }
		slices.SortStableFunc(ties, func(a, b int) int { return cmp.Compare(share(b), share(a)) })
		c, above := Chain{Row: row}, max(s.y[k.column], 0)
		for _, i := range ties {
			c.Sets, c.Weights = append(c.Sets, slices.Clone(set)), append(c.Weights, above-share(i))
			set, above = append(set, i), share(i)
		}
		c.Sets, c.Weights = append(c.Sets, set), append(c.Weights, above)
		list = append(list, c)
	}
	return list
}

// solution returns the vertex as a solution.
func (s *summed) solution() Solution {
	for q, k := range s.rules {
		if k == nil {
			continue
		}
		s.y[q] = max(s.y[q], 0)
		if k.part != none {
			s.y[q] = min(s.y[q], max(s.y[s.active[k.sum].column], 0))
		}
	}
	return Solution{X: slices.Clone(s.x), Value: s.value(), Bound: s.bound(), Rounds: s.pivots, Cuts: s.numbered}
}
