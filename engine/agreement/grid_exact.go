package agreement

import (
	"slices"

	"dpscope/learners/proof"
)

// exact returns the probability of all cells of the class. Low and High hold
// both readings.
func (c *cellMasses) exact() Exact {
	written, computed := c.total(asWritten), c.total(asComputed)
	e := Exact{Value: written, Low: max(min(written, computed)-Rounding, 0), High: min(max(written, computed)+Rounding, 1)}
	if c.between() || apart(written, computed) {
		e.Value = computed
	}
	return e
}

func (c *cellMasses) total(as reading) float64 {
	rows, columns := c.whole(as, 0), c.whole(as, 1)
	before := runningSums(columns)
	total := 0.0
	for i, mass := range rows {
		row, from := c.decision.Row(i), int32(0)
		for k, to := range row.Ends {
			if int(row.Classes[k]) == c.class {
				total += mass * (before[to] - before[from])
			}
			from = to
		}
	}
	if 1-total < Rounding && c.holds(reached(rows), reached(columns)) {
		return Mass(c.laws, []proof.Side{Everywhere, Everywhere}) // no answer falls outside
	}
	return min(total, 1)
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

func runningSums(v []float64) []float64 {
	sums := make([]float64, len(v)+1)
	for i, x := range v {
		sums[i+1] = sums[i] + x
	}
	return sums
}
