package lp

import "math"

// way says how the rule in a column gives way.
type way int

const (
	falling  way = iota // its multiplier comes to 0
	rising              // it is a tie, and its multiplier comes to its row's
	absorbed            // it is a row, and the multiplier of the tie that enters comes to its own
)

// leaving returns the column of the rule that gives way to the entering one, or none.
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

// ratios finds all that fall faster than least. A row with ties is not among them: one of its ties reaches a
// bound with it.
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
		case s.fixed[q] || k != nil && k.part == none && s.ties[k.sum] > 0:
		case k == nil || k.part == none:
			add(s.y[q], s.r[q], q, falling)
		default:
			row := s.active[k.sum].column
			add(s.y[q], s.r[q], q, falling)
			add(s.y[row]-s.y[q], s.r[row]-s.r[q], q, rising)
		}
	}
}
