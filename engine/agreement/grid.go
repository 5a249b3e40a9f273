package agreement

import (
	"math"

	"dpscope/learners"
	"dpscope/mechanisms"
)

// grid answers for a classifier that only compares features with thresholds,
// over one or two of them: its regions are unions of cells.
type grid struct {
	decision *learners.DecisionMap
	class    int
	record   [2]float64
	computed bool // thresholds as computed rather than as real numbers
	runs     []run
	around   []run // of each row: the cells of the class about the record's column; empty when there are none
}

// run is a stretch of cells of the record's class in one row: columns from up
// to, but not, to.
type run struct{ row, from, to int }

func newGrid(m *learners.DecisionMap, q Question, class int) *grid {
	g := &grid{decision: m, class: class, computed: q.AsComputed}
	for a, f := range m.Features {
		g.record[a] = q.Record[f]
	}
	for i := range m.Rows() {
		around := run{row: i}
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
			if from <= m.Home[1] && m.Home[1] < j {
				around = r
			}
		}
		g.around = append(g.around, around)
	}
	return g
}

// cell returns the values of cell i of an axis, under the reading in use.
func (g *grid) cell(axis, i int) learners.Side {
	s := Everywhere
	edges := g.decision.Edges[axis]
	if i > 0 {
		e := edges[i-1]
		s.Low, s.OpenLow = e.At, !e.AtAbove
		if g.computed {
			s.Low, s.OpenLow = e.Cut, true
		}
	}
	if i < len(edges) {
		e := edges[i]
		s.High, s.OpenHigh = e.At, e.AtAbove
		if g.computed {
			s.High, s.OpenHigh = e.Cut, false
		}
	}
	return s
}

// proven returns the float64 values that are in cells from to to of an axis
// under both readings.
func (g *grid) proven(axis, from, to int) learners.Side {
	s := g.cell(axis, from)
	s.High, s.OpenHigh = g.cell(axis, to).High, g.cell(axis, to).OpenHigh
	edges := g.decision.Edges[axis]
	if from > 0 {
		s = s.Within(learners.Side{Low: edges[from-1].Cut, OpenLow: true, High: math.Inf(1)})
	}
	if to < len(edges) {
		s = s.Within(learners.Side{Low: math.Inf(-1), High: edges[to].Cut})
	}
	s.Low, s.High = s.Ends()
	s.OpenLow, s.OpenHigh = false, false
	return s
}

// masses returns the probability of each cell of an axis, of the part of it
// within limits.
func (g *grid) masses(axis int, law mechanisms.Law, limits learners.Side) []float64 {
	m := measured(law)
	masses := make([]float64, len(g.decision.Edges[axis])+1)
	for i := range masses {
		masses[i] = g.mass(m, axis, i, i, limits)
	}
	return masses
}

// mass returns the probability of cells from to to of an axis. Atoms belong to
// cells as computed.
func (g *grid) mass(m measure, axis, from, to int, limits learners.Side) float64 {
	edges := g.decision.Edges[axis]
	low, high := g.cell(axis, from).Low, g.cell(axis, to).High
	least, greatest := limits.Ends()
	if from > 0 {
		least = max(least, math.Nextafter(edges[from-1].Cut, math.Inf(1)))
	}
	if to < len(edges) {
		greatest = min(greatest, edges[to].Cut)
	}
	return m.cut(max(low, limits.Low), min(high, limits.High), least, greatest)
}

// exact returns the probability of all cells of the class.
func (g *grid) exact(laws []mechanisms.Law) float64 {
	rows := g.masses(0, laws[0], Everywhere)
	columns := []float64{1}
	if len(laws) == 2 {
		columns = g.masses(1, laws[1], Everywhere)
	}
	before := runningSums(columns)
	total := 0.0
	for _, r := range g.runs {
		total += rows[r.row] * (before[r.to] - before[r.from])
	}
	return min(total, 1)
}

func runningSums(v []float64) []float64 {
	sums := make([]float64, len(v)+1)
	for i, x := range v {
		sums[i+1] = sums[i] + x
	}
	return sums
}

// radius returns the distance to the nearest cell of another class that
// reaches into the limits.
func (g *grid) radius(limits learners.Side) Radius {
	m := g.decision
	type gap struct {
		distance float64
		attained bool // some point of the cell is at that distance
		some     bool
	}
	var gaps [2][]gap
	for a := range m.Features {
		x := g.record[a]
		inside := learners.Side{Low: min(limits.Low, x), High: max(limits.High, x)}
		for i := range len(m.Edges[a]) + 1 {
			s := g.cell(a, i).Within(inside)
			d := gap{attained: true, some: s.Low < s.High || s.Low == s.High && !s.OpenLow && !s.OpenHigh}
			switch {
			case i > m.Home[a]:
				d.distance, d.attained = max(s.Low-x, 0), !s.OpenLow
			case i < m.Home[a]:
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
// the greatest mass. It tries every pair of a first and a last row; the columns
// that are free in all rows between follow.
func (g *grid) largestBox(laws []mechanisms.Law, limits learners.Side) Certified {
	m := g.decision
	rows := runningSums(g.masses(0, laws[0], limits))
	columns := []float64{0, 1}
	if len(laws) == 2 {
		columns = runningSums(g.masses(1, laws[1], limits))
	}
	home := m.Home[0]
	up := make([]run, 0, len(g.around)) // columns free from the home row up to each
	for i := home; i < len(g.around) && g.around[i].to > 0; i++ {
		up = append(up, narrowed(up, g.around[i]))
	}
	best, most := run{}, -1.0
	bestRows := run{}
	var down []run
	for i := home; i >= 0 && g.around[i].to > 0; i-- {
		down = append(down, narrowed(down, g.around[i]))
		below := down[len(down)-1]
		for k, above := range up {
			from, to := max(below.from, above.from), min(below.to, above.to)
			if mass := (rows[home+k+1] - rows[i]) * (columns[to] - columns[from]); mass > most {
				best, most = run{from: from, to: to}, mass
				bestRows = run{from: i, to: home + k}
			}
		}
	}
	sides := []learners.Side{g.proven(0, bestRows.from, bestRows.to).Within(g.limit(0, limits))}
	mass := g.mass(measured(laws[0]), 0, bestRows.from, bestRows.to, limits)
	if len(laws) == 2 {
		sides = append(sides, g.proven(1, best.from, best.to-1).Within(g.limit(1, limits)))
		mass *= g.mass(measured(laws[1]), 1, best.from, best.to-1, limits)
	}
	return Certified{Sides: sides, Mass: mass, Upper: mass}
}

// limit widens limits so that they hold the record.
func (g *grid) limit(axis int, limits learners.Side) learners.Side {
	return learners.Side{Low: min(limits.Low, g.record[axis]), High: max(limits.High, g.record[axis])}
}

// narrowed is the last of the runs, cut down to what the next one leaves.
func narrowed(runs []run, next run) run {
	if len(runs) > 0 {
		last := runs[len(runs)-1]
		next.from, next.to = max(next.from, last.from), min(next.to, last.to)
	}
	return next
}
