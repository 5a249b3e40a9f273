package agreement

import (
	"math"

	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// grid answers for a classifier that only compares features with thresholds,
// over one or two of them: its regions are unions of cells.
type grid struct {
	decision *proof.DecisionMap
	class    int
	record   [2]float64
	home     [2][2]int // of each reading: the cell of the record
	runs     []run
	around   [2][]run // of each reading and row: the cells of the class about the record's column; empty when there are none
}

// reading says where the thresholds of trees are taken to be. Answers are those
// of thresholds as the real numbers they are; what is promised holds for both
// readings. On [0, 1] these differ by less than 6e-8, except where a law is so
// narrow, or the record so close to a threshold, that this decides.
type reading int

const (
	asWritten  reading = iota // the real numbers of the file
	asComputed                // where inputs go when they are rounded to float32 first
)

// tellsApart is the difference from which on the two readings of one number are
// different answers; Predict is then right.
const tellsApart = 1e-5

func apart(written, computed float64) bool {
	return written != computed && !(math.Abs(written-computed) <= tellsApart)
}

// run is a stretch of cells of the record's class in one row: columns from up
// to, but not, to.
type run struct{ row, from, to int }

func newGrid(m *proof.DecisionMap, q Question, class int) *grid {
	g := &grid{decision: m, class: class}
	g.home[asComputed] = m.Home
	for a, f := range m.Features {
		x := q.Record[f]
		g.record[a] = x
		for _, e := range m.Edges[a] {
			if x > e.At || e.AtAbove && x == e.At {
				g.home[asWritten][a]++
			}
		}
	}
	for i := range m.Rows() {
		around := [2]run{{row: i}, {row: i}}
		for j := 0; j < m.Columns(); j++ {
			if m.At(i, j) != class {
				continue
			}
			from := j
			for j < m.Columns() && m.At(i, j) == class {
				j++
			}
			r := run{i, from, j}
			g.runs = append(g.runs, r)
			for as := range around {
				if home := g.home[as][1]; from <= home && home < j {
					around[as] = r
				}
			}
		}
		for as := range around {
			g.around[as] = append(g.around[as], around[as])
		}
	}
	return g
}

// between reports whether the record stands so close to a threshold that it has
// another class as written than as computed.
func (g *grid) between() bool {
	home := g.home[asWritten]
	return g.decision.At(home[0], home[1]) != g.class
}

// cell returns the values of cell i of an axis.
func (g *grid) cell(as reading, axis, i int) proof.Side {
	s := Everywhere
	edges := g.decision.Edges[axis]
	if i > 0 {
		e := edges[i-1]
		s.Low, s.OpenLow = e.At, !e.AtAbove
		if as == asComputed {
			s.Low, s.OpenLow = e.Cut, true
		}
	}
	if i < len(edges) {
		e := edges[i]
		s.High, s.OpenHigh = e.At, e.AtAbove
		if as == asComputed {
			s.High, s.OpenHigh = e.Cut, false
		}
	}
	return s
}

// side returns the float64 values that are in cells from to to of an axis as
// computed, and under the other reading too if it is asked for.
func (g *grid) side(as reading, axis, from, to int) proof.Side {
	s := g.span(asComputed, axis, from, to)
	if as == asWritten {
		s = s.Within(g.span(asWritten, axis, from, to))
	}
	s.Low, s.High = s.Ends()
	s.OpenLow, s.OpenHigh = false, false
	return s
}

// span returns the values of cells from to to of an axis.
func (g *grid) span(as reading, axis, from, to int) proof.Side {
	s, last := g.cell(as, axis, from), g.cell(as, axis, to)
	s.High, s.OpenHigh = last.High, last.OpenHigh
	return s
}

// masses returns the probability of each cell of an axis, of the part of it
// within limits.
func (g *grid) masses(as reading, axis int, law mechanisms.Law, limits proof.Side) []float64 {
	m := measured(law)
	masses := make([]float64, len(g.decision.Edges[axis])+1)
	for i := range masses {
		masses[i] = g.mass(as, m, axis, i, i, limits)
	}
	return masses
}

// mass returns the probability of cells from to to of an axis. Atoms belong to
// cells as computed.
func (g *grid) mass(as reading, m measure, axis, from, to int, limits proof.Side) float64 {
	edges := g.decision.Edges[axis]
	span := g.span(as, axis, from, to)
	least, greatest := limits.Ends()
	if from > 0 {
		least = max(least, math.Nextafter(edges[from-1].Cut, math.Inf(1)))
	}
	if to < len(edges) {
		greatest = min(greatest, edges[to].Cut)
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
	for _, r := range g.runs {
		total += rows[r.row] * (before[r.to] - before[r.from])
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

// holds reports whether all cells in some rows and columns are of the class.
func (g *grid) holds(rows, columns []int) bool {
	for _, i := range rows {
		for _, j := range columns {
			if g.decision.At(i, j) != g.class {
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

// radius returns how far the nearest cell of another class is that reaches into
// the limits.
func (g *grid) radius(limits proof.Side) Radius {
	written, computed := g.nearest(asWritten, limits), g.nearest(asComputed, limits)
	r := written
	if g.between() || apart(written.Value, computed.Value) {
		r = computed
	}
	r.Safe = g.proven(min(r.Value, computed.Value), limits)
	return r
}

// proven returns the radius, or the next float64 below it whose closed ball is
// of one class as computed.
func (g *grid) proven(radius float64, limits proof.Side) float64 {
	inside := func(radius float64) bool {
		cells := [2][]int{{0}, {0}}
		for a := range g.decision.Features {
			around := g.limit(a, limits)
			cells[a] = g.met(a, max(g.record[a]-radius, around.Low), min(g.record[a]+radius, around.High))
		}
		return g.holds(cells[0], cells[1])
	}
	for step := 0x1p-54; radius > 0 && !inside(radius); step *= 2 {
		radius = max(min(radius-step, math.Nextafter(radius, 0)), 0)
	}
	return radius
}

// met returns the cells of an axis that hold some float64 from low to high, as
// computed: thresholds that float32 does not tell apart have nothing between.
func (g *grid) met(axis int, low, high float64) []int {
	edges := g.decision.Edges[axis]
	var cells []int
	for i, last := g.decision.Cell(axis, low), g.decision.Cell(axis, high); i <= last; i++ {
		if i == 0 || i == len(edges) || edges[i-1].Cut < edges[i].Cut {
			cells = append(cells, i)
		}
	}
	return cells
}

// nearest returns the distance to the nearest cell of another class that reaches
// into the limits.
func (g *grid) nearest(as reading, limits proof.Side) Radius {
	m := g.decision
	type gap struct {
		distance float64
		attained bool // some point of the cell is at that distance
		some     bool
	}
	var gaps [2][]gap
	for a := range m.Features {
		x := g.record[a]
		inside := proof.Side{Low: min(limits.Low, x), High: max(limits.High, x)}
		for i := range len(m.Edges[a]) + 1 {
			s := g.cell(as, a, i).Within(inside)
			d := gap{attained: true, some: s.Low < s.High || s.Low == s.High && !s.OpenLow && !s.OpenHigh}
			switch {
			case i > g.home[as][a]:
				d.distance, d.attained = max(s.Low-x, 0), !s.OpenLow
			case i < g.home[as][a]:
				d.distance, d.attained = max(x-s.High, 0), !s.OpenHigh
			}
			gaps[a] = append(gaps[a], d)
		}
	}
	if len(m.Features) == 1 {
		gaps[1] = []gap{{0, true, true}}
	}
	nearest := Radius{Value: math.Inf(1), Upper: math.Inf(1), Attained: true}
	for i, u := range gaps[0] {
		for j, v := range gaps[1] {
			if m.At(i, j) == g.class || !u.some || !v.some {
				continue
			}
			d := max(u.distance, v.distance)
			attained := (u.attained || u.distance < d) && (v.attained || v.distance < d)
			if d < nearest.Value {
				nearest = Radius{Value: d, Upper: d, Attained: !attained}
			} else if d == nearest.Value && attained {
				nearest.Attained = false
			}
		}
	}
	return nearest
}

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
	home, around := g.home[as][0], g.around[as]
	up := make([]run, 0, len(around)) // columns free from the home row up to each
	for i := home; i < len(around) && around[i].to > 0; i++ {
		up = append(up, narrowed(up, around[i]))
	}
	best, most := cellBox{}, -1.0
	var down []run
	for i := home; i >= 0 && around[i].to > 0; i-- {
		down = append(down, narrowed(down, around[i]))
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
