package agreement

import "dpscope/learners/proof"

// largestBox returns the box of cells of the class around the record that has
// the greatest mass.
func (c *cellMasses) largestBox(limits proof.Side) CertifiedBox {
	computed := func() CertifiedBox {
		return c.certified(asComputed, c.largest(asComputed, limits), limits)
	}
	if c.between() {
		return computed()
	}
	cells := c.largest(asWritten, limits)
	box := c.certified(asWritten, cells, limits)
	other := c.certified(asComputed, cells, limits)
	if c.home[asWritten] != c.home[asComputed] { // the cells may not hold the record
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
func (c *cellMasses) certified(as reading, cells cellBox, limits proof.Side) CertifiedBox {
	box := CertifiedBox{Mass: 1}
	for a, of := range [][2]int{cells.rows, cells.columns}[:len(c.axes)] {
		box.Sides = append(box.Sides, c.side(as, a, of[0], of[1]).Within(c.limit(a, limits)))
		box.Mass *= c.mass(as, a, of[0], of[1], limits)
	}
	box.Safe, box.Upper = box.Mass, box.Mass
	return box
}

// largest tries every pair of a first and a last row; the columns that are free
// in all rows between follow.
func (c *cellMasses) largest(as reading, limits proof.Side) cellBox {
	rows, columns := runningSums(c.within(as, 0, limits)), runningSums(c.within(as, 1, limits))
	home := c.home[as][0]
	var up []run // columns free from the home row up to each
	for i := home; i < c.decision.Rows(); i++ {
		around, some := c.around(as, i)
		if !some {
			break
		}
		up = append(up, narrowed(up, around))
	}
	best, most := cellBox{}, -1.0
	var down []run
	for i := home; i >= 0; i-- {
		around, some := c.around(as, i)
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

// narrowed returns next, cut to the range of the last run.
func narrowed(runs []run, next run) run {
	if len(runs) > 0 {
		last := runs[len(runs)-1]
		next.from, next.to = max(next.from, last.from), min(next.to, last.to)
	}
	return next
}
