package tree

import "slices"

// sorted finds cuts between any two values: it keeps the records of a span in the order of each feature, and
// passes over them.
type sorted struct {
	columns [][]float32
	orders  [][]int32 // per feature: all records by value, those without one last
	rows    [][]int32 // the same, grouped by span
	left    []bool    // per record, its side of the present split
	room    []int32
	slopes  []slope
}

func newSorted(columns [][]float32) *sorted {
	n := len(columns[0])
	s := &sorted{columns: columns, left: make([]bool, n), room: make([]int32, n)}
	for _, column := range columns {
		order := make([]int32, n)
		for i := range order {
			order[i] = int32(i)
		}
		slices.SortStableFunc(order, func(a, b int32) int {
			x, y := column[a], column[b]
			switch {
			case x < y || x == x && y != y:
				return -1
			case x > y || x != x && y == y:
				return 1
			}
			return 0
		})
		s.orders, s.rows = append(s.orders, order), append(s.rows, make([]int32, n))
	}
	return s
}

func (s *sorted) begin(slopes []slope, sum slope) span {
	s.slopes = slopes
	for f, order := range s.orders {
		copy(s.rows[f], order)
	}
	return span{to: len(slopes), parent: -1, sum: sum}
}

func (s *sorted) end(span) {}

func (s *sorted) records(p span) []int32 { return s.rows[0][p.from:p.to] }

func (s *sorted) best(p span) (best gain) {
	for f, column := range s.columns {
		rows := s.rows[f][p.from:p.to]
		have := len(rows)
		var missing slope
		for have > 0 && column[rows[have-1]] != column[rows[have-1]] {
			have--
			missing = missing.plus(s.slopes[rows[have]])
		}
		var passed slope
		for k, i := range rows[:have] {
			v := column[i]
			if k > 0 && v != column[rows[k-1]] {
				between := middle(column[rows[k-1]], v)
				best.improve(passed, p.sum, f, 0, between, false)
				if missing.h > 0 {
					best.improve(passed.plus(missing), p.sum, f, 0, between, true)
				}
			}
			passed = passed.plus(s.slopes[i])
		}
		if missing.h > 0 { // records without a value, on their own
			best.improve(passed, p.sum, f, 0, anyValue, false)
		}
	}
	return best
}

// middle returns a condition above a and not above b.
func middle(a, b float32) float32 {
	if m := a/2 + b/2; m > a && m <= b {
		return m
	}
	return b
}

func (s *sorted) split(p span, by gain) (l, r span) {
	column := s.columns[by.feature]
	count := 0
	for _, i := range s.rows[0][p.from:p.to] {
		v := column[i]
		s.left[i] = v < by.condition || v != v && by.missingLeft
		if s.left[i] {
			count++
		}
	}
	for _, rows := range s.rows {
		to, others := p.from, 0
		for _, i := range rows[p.from:p.to] {
			if s.left[i] {
				rows[to] = i
				to++
				continue
			}
			s.room[others] = i
			others++
		}
		copy(rows[to:p.to], s.room[:others])
	}
	return p.parts(p.from+count, by)
}
