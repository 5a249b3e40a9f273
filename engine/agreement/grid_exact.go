package agreement

import (
	"math"

	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// masses returns the probability of each cell of an axis, of the part of it
// within limits.
func (g *grid) masses(as reading, axis int, law mechanisms.Law, limits proof.Side) []float64 {
	m, edges := measured(law), g.decision.Edges[axis]
	least, greatest := limits.Ends()
	masses := make([]float64, edges.Len()+1)
	low, first := limits.Low, least
	for i := range masses[:edges.Len()] {
		e := edges.At(i)
		masses[i] = m.cut(low, min(as.of(e), limits.High), first, min(greatest, e.Cut))
		low, first = max(as.of(e), limits.Low), max(least, math.Nextafter(e.Cut, math.Inf(1)))
	}
	masses[edges.Len()] = m.cut(low, limits.High, first, greatest)
	return masses
}

// mass returns the probability of cells from to to of an axis. Atoms belong to
// cells as computed.
func (g *grid) mass(as reading, m measure, axis, from, to int, limits proof.Side) float64 {
	edges := g.decision.Edges[axis]
	span := g.span(as, axis, from, to)
	least, greatest := limits.Ends()
	if from > 0 {
		least = max(least, math.Nextafter(edges.At(from-1).Cut, math.Inf(1)))
	}
	if to < edges.Len() {
		greatest = min(greatest, edges.At(to).Cut)
	}
	return m.cut(max(span.Low, limits.Low), min(span.High, limits.High), least, greatest)
}

// exact returns the probability of all cells of the class. Low and High hold
// both readings.
func (g *grid) exact(laws []mechanisms.Law) Exact {
	written, computed := g.total(asWritten, laws), g.total(asComputed, laws)
	e := Exact{Value: written, Low: min(written, computed), High: max(written, computed)}
	if g.between() || apart(written, computed) {
		e.Value = computed
	}
	return e
}

func (g *grid) total(as reading, laws []mechanisms.Law) float64 {
	rows := g.masses(as, 0, laws[0], Everywhere)
	columns := []float64{1}
	if len(laws) == 2 {
		columns = g.masses(as, 1, laws[1], Everywhere)
	}
	before := runningSums(columns)
	total := 0.0
	for i, mass := range rows {
		row, from := g.decision.Row(i), int32(0)
		for k, to := range row.Ends {
			if int(row.Classes[k]) == g.class {
				total += mass * (before[to] - before[from])
			}
			from = to
		}
	}
	if 1-total < Rounding && g.holds(reached(rows), reached(columns)) {
		return Mass(laws, []proof.Side{Everywhere, Everywhere}) // no answer falls outside
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
		row, k := g.decision.Row(i), 0
		for _, j := range columns {
			for int(row.Ends[k]) <= j {
				k++
			}
			if int(row.Classes[k]) != g.class {
				return false
			}
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
