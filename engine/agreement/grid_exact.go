package agreement

import (
	"slices"

	"dpscope/learners/proof"
)

// exact returns the probability of all cells of the class. Low and High hold
// both readings.
func (c *cellMasses) exact() Exact {
	return c.ofReadings(c.total(asWritten), c.total(asComputed))
}

// ofReadings returns the agreement from the totals of the two readings.
func (g *grid) ofReadings(written, computed float64) Exact {
	e := Exact{Value: written, Low: max(min(written, computed)-rounding, 0), High: min(max(written, computed)+rounding, 1)}
	if g.between() || apart(written, computed) {
		e.Value = computed
	}
	return e
}

func (c *cellMasses) total(as reading) float64 {
	rows, columns := c.whole(as, 0), c.whole(as, 1)
	total := c.totalOf(rows, sumsOf(columns))
	if 1-total < rounding && c.holds(reached(rows), reached(columns)) {
		return mass(c.laws, []proof.Side{Everywhere, Everywhere}) // no answer falls outside
	}
	return min(total, 1)
}

// totalOf returns the mass of the cells of the class, from the rows' masses and the columns' running sums.
func (g *grid) totalOf(rows []float64, upTo sums) float64 {
	total := 0.0
	for i, mass := range rows {
		if mass == 0 {
			continue
		}
		row, from, ours := g.decision.Row(i), int32(0), 0.0
		for k, to := range row.Ends {
			if int(row.Classes[k]) == g.class {
				ours += upTo.between(from, to)
			}
			from = to
		}
		total += mass * ours
	}
	return total
}

// reached returns the cells with a probability.
func reached(masses []float64) []int {
	var cells []int
	for i, mass := range masses {
		if mass > 0 {
			cells = append(cells, i)
		}
	}
	return cells
}

// holds reports whether all cells in some rows and columns, both increasing, are
// of the class.
func (g *grid) holds(rows, columns []int) bool {
	for _, i := range rows {
		row, from := g.decision.Row(i), 0
		for k, to := range row.Ends {
			if int(row.Classes[k]) != g.class {
				if first, _ := slices.BinarySearch(columns, from); first < len(columns) && columns[first] < int(to) {
					return false
				}
			}
			from = int(to)
		}
	}
	return true
}

// sums holds running sums with their rounding errors, so that a difference of two keeps its digits: a stretch
// may hold 1e-11 next to nearly all of the mass.
type sums struct{ sum, lost []float64 }

func sumsOf(masses []float64) sums {
	s := sums{make([]float64, len(masses)+1), make([]float64, len(masses)+1)}
	for i, m := range masses {
		before := s.sum[i]
		after := before + m
		added := after - before
		s.sum[i+1], s.lost[i+1] = after, s.lost[i]+((before-(after-added))+(m-added)) // Knuth's two-sum
	}
	return s
}

// between returns the mass from one cell up to, but not including, another.
func (s sums) between(from, to int32) float64 {
	return (s.sum[to] - s.sum[from]) + (s.lost[to] - s.lost[from])
}

func runningSums(v []float64) []float64 {
	sums := make([]float64, len(v)+1)
	for i, x := range v {
		sums[i+1] = sums[i] + x
	}
	return sums
}
