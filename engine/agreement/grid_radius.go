package agreement

import (
	"math"

	"dpscope/learners/proof"
)

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

// proven returns the radius, or the next float64 below it with a closed ball of one class as computed.
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
		if i == 0 || i == edges.Len() || edges.At(i-1).Cut < edges.At(i).Cut {
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
		for i := range m.Edges[a].Len() + 1 {
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
	meet := func(u, v gap) {
		if !u.some || !v.some {
			return
		}
		d := max(u.distance, v.distance)
		attained := (u.attained || u.distance < d) && (v.attained || v.distance < d)
		if d < nearest.Value {
			nearest = Radius{Value: d, Upper: d, Attained: !attained}
		} else if d == nearest.Value && attained {
			nearest.Attained = false
		}
	}
	for i, u := range gaps[0] {
		row, from := m.Row(i), int32(0)
		for k, to := range row.Ends {
			if int(row.Classes[k]) != g.class {
				for _, v := range gaps[1][from:to] {
					meet(u, v)
				}
			}
			from = to
		}
	}
	return nearest
}
