package lp

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

const (
	// countless is a gain that may be rounding, so that its part is not counted.
	countless = 1e-13

	// eager is how much a distance by which a row is broken weighs against that of a part.
	// A row enters with the parts that are positive just then, which are others later:
	// at 0.5 the optimiser of noise takes up to a third fewer pivots than at 1.
	eager = 0.5
)

// summed is a vertex at which sums hold with equality.
type summed struct {
	*vertex
	Sums
	all    []int       // parts
	hints  []hint      // by row; nil: every part of every row is looked at
	active []*kept     // by row: nil where it does not hold with equality
	in     [][]bool    // by row: the parts that it counts
	tied   [][]*kept   // by row, then by part
	wrong  [][]float64 // by row, then by part: the sign that a gain must not have, 0 where it is tied
	ties   []int       // by row: how many are tied
	gains  []float64   // by part

	falls                    []fall
	every, suspects, looking []int // rows: all, and those that were broken when last looked at
}

// cheapest is the vertex at which the cheapest variable is 1, and no row holds.
func (p Sums) cheapest() *summed {
	s := &summed{vertex: cheapest(p.Cost), Sums: p, active: make([]*kept, p.Rows), ties: make([]int, p.Rows), gains: make([]float64, p.Parts)}
	for range p.Rows {
		s.in, s.tied, s.wrong = append(s.in, make([]bool, p.Parts)), append(s.tied, make([]*kept, p.Parts)), append(s.wrong, make([]float64, p.Parts))
	}
	for i := range p.Parts {
		s.all = append(s.all, i)
	}
	for row := range p.Rows {
		s.every = append(s.every, row)
	}
	return s
}

// run moves to the best vertex that keeps all rules, or those that hints are about.
func (s *summed) run(ctx context.Context) error {
	fresh := false // x is as good as it gets
	for {
		if s.pivots%often == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		b := s.worst()
		if b.by <= 0 {
			if fresh || !s.renew() {
				return nil
			}
			fresh = true
			continue
		}
		s.direction(b)
		q, way := s.leaving(b.row)
		switch {
		case q == none && fresh:
			return ErrInfeasible
		case q == none:
			s.invert()
			fresh = true
			continue
		case s.pivots == s.Pivots:
			return ErrPivots
		}
		s.pivot(b, q, way)
		fresh = false
		if s.pivots++; s.pivots%often == 0 {
			s.renew()
			if s.Pivoted != nil {
				s.Pivoted(often)
			}
		}
	}
}

// hint is a Hint with all its parts, those first that count.
type hint struct {
	parts, tied []int
	sure        int
}

// looked are the parts of a row that are looked at. The first so many count, whatever
// they are.
func (s *summed) looked(row int) (of []int, sure int) {
	switch {
	case s.hints == nil:
		return s.all, 0
	case s.active[row] != nil:
		return s.hints[row].tied, 0
	}
	return s.hints[row].parts, s.hints[row].sure
}

// worst is the rule that x breaks most, by 0 where there is none.
func (s *summed) worst() broken {
	b := broken{bound: none}
	for j, row := range s.rows {
		if row != nil && -s.x[j] > max(feasible, b.by) {
			b.by, b.bound = -s.x[j], j
		}
	}
	s.At(s.x)
	first := s.suspects
	if s.hints != nil {
		first = s.every
	}
	worst, part, most := s.broken(first, b.by)
	if worst == none && b.by == 0 {
		worst, part, _ = s.broken(s.every, most)
	}
	switch {
	case worst == none:
		return b
	case part == none:
		return s.whole(worst)
	}
	return s.bent(worst, part)
}

// broken is the row of some that x breaks most, and by more than so much. The others
// that it breaks are those looked at first after the next pivot.
func (s *summed) broken(rows []int, than float64) (worst, part int, most float64) {
	worst, part, most = none, none, than
	left := s.looking[:0]
	for _, row := range rows {
		at, by := s.excess(row)
		if by > 0 {
			left = append(left, row)
		}
		if by > most {
			worst, part, most = row, at, by
		}
	}
	s.suspects, s.looking = left, s.suspects
	return worst, part, most
}

// excess is by how much x breaks a row, as a distance, and where the row already holds
// with equality by some parts, the part that is most wrongly counted, or not.
func (s *summed) excess(row int) (part int, by float64) {
	of, sure := s.looked(row)
	if len(of) == 0 {
		return none, 0
	}
	base := s.Gain(row, of, s.gains)
	if s.active[row] == nil {
		return none, s.over(of, sure, base)
	}
	sum, wrong := 0.0, s.wrong[row]
	for _, i := range of {
		by := wrong[i] * s.gains[i]
		sum += by + math.Abs(by)
	}
	if sum <= 2*s.Minded {
		return none, 0
	}
	most, worst := 0.0, none
	for _, i := range of {
		if by := wrong[i] * s.gains[i]; by > most {
			worst, most = i, by
		}
	}
	return worst, most / s.Length
}

// over is by how much a row is broken that does not hold with equality, as a distance.
// Most rows are not, which plus tells soonest.
func (s *summed) over(of []int, sure int, base float64) float64 {
	sum, count := base-s.Most, 1.0
	for _, i := range of[:sure] {
		sum += s.gains[i]
	}
	if sum+s.plus(of[sure:]) <= s.Minded {
		return 0
	}
	for _, i := range of[sure:] {
		if g := s.gains[i]; g > countless {
			sum += g
			count++
		}
	}
	if sum <= s.Minded {
		return 0
	}
	return eager * sum / (math.Sqrt(count+float64(sure)) * s.Length)
}

// plus is the sum of what is positive among the gains of some parts, or of all, or
// more by rounding: half of all with their sizes, without a branch for each.
func (s *summed) plus(of []int) float64 {
	if len(of) == len(s.gains) {
		const rounding = 1e-14
		size := floats.Norm(s.gains, 1)
		return (floats.Sum(s.gains)+size)/2 + rounding*size
	}
	sum := 0.0
	for _, i := range of {
		sum += s.gains[i] + math.Abs(s.gains[i])
	}
	return sum / 2
}

// whole is the rule that a row holds by the parts that are positive.
func (s *summed) whole(row int) broken {
	of, sure := s.looked(row)
	base := s.Gain(row, of, s.gains)
	clear(s.in[row])
	var parts []int
	sum := base - s.Most
	for at, i := range of {
		if g := s.gains[i]; at < sure || g > countless {
			s.in[row][i] = true
			parts = append(parts, i)
			sum += g
		}
	}
	return broken{bound: none, by: sum, row: &kept{of: s.Of(row, parts), most: s.Most, length: 1, column: none, sum: row, part: none}}
}

// bent is the rule that a part, which has come to the wrong side of 0, does not leave
// it.
func (s *summed) bent(row, part int) broken {
	of, by := s.Part(row, part), s.gain(row, part)
	if s.in[row][part] {
		floats.Scale(-1, of)
		by = -by
	}
	return broken{bound: none, by: by, row: &kept{of: of, length: 1, column: none, sum: row, part: part}}
}

func (s *summed) gain(row, part int) float64 {
	s.Gain(row, []int{part}, s.gains)
	return s.gains[part]
}

// way is how the rule in a column gives way.
type way int

const (
	falling  way = iota // its multiplier comes to 0
	rising              // it is a tie, and its multiplier comes to its row's
	absorbed            // it is a row, and the multiplier of the tie that enters comes to its own
)

// leaving is the column whose rule gives way to one that enters, or none.
func (s *summed) leaving(enters *kept) (leaves int, how way) {
	longest := 0.0
	for _, r := range s.r {
		longest = max(longest, math.Abs(r))
	}
	least := pivotal * max(1, longest/1e3)
	most := math.Inf(1)
	s.ratios(enters, least)
	for _, c := range s.falls {
		most = min(most, (c.y+negative)/c.r)
	}
	leaves, longest = none, 0
	for _, c := range s.falls {
		if c.r > longest && c.y <= most*c.r {
			leaves, longest, how = c.column, c.r, c.way
		}
	}
	return leaves, how
}

// fall is a multiplier, or a difference of two, that must not be negative and falls.
type fall struct {
	y, r   float64 // and how fast
	column int
	way    way
}

// ratios finds all that fall faster than so much. A row with ties is not among them:
// one of these comes to a bound with it.
func (s *summed) ratios(enters *kept, least float64) {
	s.falls = s.falls[:0]
	add := func(y, r float64, q int, by way) {
		if r > least {
			s.falls = append(s.falls, fall{max(y, 0), r, q, by})
		}
	}
	if enters != nil && enters.part != none {
		q := s.active[enters.sum].column
		add(s.y[q], s.r[q]+1, q, absorbed)
	}
	for q, k := range s.rules {
		switch {
		case q == s.sum || k != nil && k.part == none && s.ties[k.sum] > 0:
		case k == nil || k.part == none:
			add(s.y[q], s.r[q], q, falling)
		default:
			row := s.active[k.sum].column
			add(s.y[q], s.r[q], q, falling)
			add(s.y[row]-s.y[q], s.r[row]-s.r[q], q, rising)
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
		floats.Add(b.row.of, out.of)
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
	floats.Add(row.of, tie.of)
	floats.Scale(-1, tie.of)
	s.y[q] = s.y[row.column] - s.y[q]
	s.r[q] = s.r[row.column] - s.r[q]
	for _, j := range s.positive {
		w := s.rows[j]
		w[q] = w[row.column] - w[q]
	}
}

func (s *summed) toggle(tie *kept) { s.in[tie.sum][tie.part] = !s.in[tie.sum][tie.part] }

// note finds what stands for a rule of a row from now on; nil: nothing.
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

// share is the multiplier of a tied part, as the row counts it.
func (s *summed) share(tie *kept) float64 {
	whole := max(s.y[s.active[tie.sum].column], 0)
	share := min(max(s.y[tie.column], 0), whole)
	if s.in[tie.sum][tie.part] {
		return whole - share
	}
	return share
}

// chains are the sets by which rows hold: a set with all parts whose share is no less
// than a part's, for each.
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

// solution says what the vertex is.
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
