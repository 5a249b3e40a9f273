package agreement

import (
	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// largestBox returns the box of cells of the class around the record that has
// the greatest mass.
func (g *grid) largestBox(laws []mechanisms.Law, limits proof.Side) Certified {
	computed := func() Certified {
		return g.certified(asComputed, g.largest(asComputed, laws, limits), laws, limits)
	}
	if g.between() {
		return computed()
	}
	cells := g.largest(asWritten, laws, limits)
	box := g.certified(asWritten, cells, laws, limits)
	other := g.certified(asComputed, cells, laws, limits)
	if g.home[asWritten] != g.home[asComputed] { // the cells may not hold the record
		other = computed()
		box.Sides = other.Sides
	}
	if apart(box.Mass, other.Mass) {
		return computed()
	}
	box.Safe = min(box.Mass, other.Mass)
	return box
}

// cellBox is a box of cells: first and last row, first and last column.
type cellBox struct{ rows, columns [2]int }

// certified measures a box of cells.
func (g *grid) certified(as reading, cells cellBox, laws []mechanisms.Law, limits proof.Side) Certified {
	c := Certified{Mass: 1}
	for a, of := range [][2]int{cells.rows, cells.columns}[:len(laws)] {
		c.Sides = append(c.Sides, g.side(as, a, of[0], of[1]).Within(g.limit(a, limits)))
		c.Mass *= g.mass(as, measured(laws[a]), a, of[0], of[1], limits)
	}
	c.Safe, c.Upper = c.Mass, c.Mass
	return c
}

// largest tries every pair of a first and a last row; the columns that are free
// in all rows between follow.
func (g *grid) largest(as reading, laws []mechanisms.Law, limits proof.Side) cellBox {
	rows := runningSums(g.masses(as, 0, laws[0], limits))
	columns := []float64{0, 1}
	if len(laws) == 2 {
		columns = runningSums(g.masses(as, 1, laws[1], limits))
	}
	home := g.home[as][0]
	var up []run // columns free from the home row up to each
	for i := home; i < g.decision.Rows(); i++ {
		around, some := g.around(as, i)
		if !some {
			break
		}
		up = append(up, narrowed(up, around))
	}
	best, most := cellBox{}, -1.0
	var down []run
	for i := home; i >= 0; i-- {
		around, some := g.around(as, i)
		if !some {
			break
		}
		down = append(down, narrowed(down, around))
		below := down[len(down)-1]
		for k, above := range up {
			from, to := max(below.from, above.from), min(below.to, above.to)
			if mass := (rows[home+k+1] - rows[i]) * (columns[to] - columns[from]); mass > most {
				best, most = cellBox{rows: [2]int{i, home + k}, columns: [2]int{from, to - 1}}, mass
			}
		}
	}
	return best
}

// run is a stretch of columns from up to, but not, to.
type run struct{ from, to int }

// around returns the cells of the class about the record's column in a row;
// there are none when the class is another one there.
func (g *grid) around(as reading, i int) (around run, some bool) {
	row, home, from := g.decision.Row(i), int32(g.home[as][1]), int32(0)
	for k, to := range row.Ends {
		if home < to {
			return run{int(from), int(to)}, int(row.Classes[k]) == g.class
		}
		from = to
	}
	return run{}, false
}

// limit widens limits so that they hold the record.
func (g *grid) limit(axis int, limits proof.Side) proof.Side {
	return proof.Side{Low: min(limits.Low, g.record[axis]), High: max(limits.High, g.record[axis])}
}

// narrowed is the last of the runs, cut down to what the next one leaves.
func narrowed(runs []run, next run) run {
	if len(runs) > 0 {
		last := runs[len(runs)-1]
		next.from, next.to = max(next.from, last.from), min(next.to, last.to)
	}
	return next
}
