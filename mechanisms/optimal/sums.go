package optimal

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"dpscope/engine/num/lp"
)

// A shift between two groups, or within one, is one row, a sum over cells (lp.Sums): a pivot moves a cell
// into an event or out of it, where cutting planes name one set of cells after another. It begins with known
// events: cells in all of the events of a row count, and those in some may come and go.

// summand is a row of sums: a shift between two groups at a point, or a row without parts.
type summand struct {
	limit
	length      float64 // approximate length of a part's row
	point       int
	here, there int // the groups: events hold an answer's mass here to an answer's mass there
	shift       int
	whole, rest int       // the shift in cells, and the rest in parts of one
	plain       []float64 // of a row without parts, by weight
}

// summand returns the row of a shift.
func (g *program) summand(point, here, there, shift int) summand {
	s := summand{limit: g.limits[point], point: point, here: here, there: there, shift: shift}
	s.length = math.Hypot(1, s.ratio)
	s.rest = ((shift % g.fine) + g.fine) % g.fine
	s.whole = (shift - s.rest) / g.fine
	return s
}

// summands returns all rows.
func (g *program) summands() (rows []summand) {
	for point := range g.limits {
		for here := range g.groups {
			for there := range g.groups {
				g.between(here, there, func(k int) { rows = append(rows, g.summand(point, here, there, k)) })
			}
		}
	}
	return append(rows, g.plainRows()...)
}

// plainRows returns the rows without parts: limits on groups' losses, and for a monotone law with a middle
// cell, that this has no less than its neighbours, if the ladders do not ensure it.
func (g *program) plainRows() (rows []summand) {
	for i, l := range g.laws {
		if !l.peaked {
			continue
		}
		middle := g.cells / 2
		for _, at := range []int{middle - 1, middle + 1} {
			gains, row := make([]float64, g.cells), make([]float64, g.weights())
			gains[at], gains[middle] = 1, -1
			copy(row[g.laws[i].first:], l.gather(gains, 0))
			rows = append(rows, summand{limit: limit{minded: g.limits[0].minded}, length: math.Hypot(1, g.limits[0].ratio), plain: row})
		}
	}
	for i, of := range g.groups {
		if math.IsInf(of.most, 1) || g.of[i].reversed || g.from > 0 {
			continue
		}
		row, most := make([]float64, g.weights()), of.most/g.unit
		g.gather(i, 1, g.inUnits(of), of.loss.At(0)/g.unit, row)
		rows = append(rows, summand{limit: limit{most: most, minded: 1e-10 * most}, length: floats.Norm(row, 2), plain: row})
	}
	return rows
}

// inUnits returns the costs of a group in the program's unit.
func (g *program) inUnits(of group) []float64 {
	costs := g.costs(of.loss, false)
	floats.Scale(1/g.unit, costs)
	return costs
}

// sum solves the program as one of sums, begun with some events.
func (g *program) sum(ctx context.Context, near []Event) (lp.Solution, error) {
	rows := g.summands()
	pivots := 100 * g.weights()
	if g.weights() > sure { // the first-order method is sooner near
		pivots = 40 * g.weights()
	}
	if g.flat {
		pivots = many * g.weights()
	}
	s, chains, err := lp.Sums{
		Cost: g.cost, Mixtures: g.mixtures(), Rows: limitsOf(rows), Parts: g.parts(),
		At:   g.see,
		Gain: func(row int, of []int, gains []float64) float64 { return g.gain(rows[row], of, gains) },
		Of:   func(row int, parts []int) []float64 { return g.demand(rows[row], parts, 1) },
		Part: func(row, part int) []float64 { return g.demand(rows[row], []int{part}, 0) },

		Hints:  g.hints(rows, near),
		Pivots: pivots, Pivoted: g.progress.summed,
	}.Minimise(ctx)
	if err == nil {
		g.named(&s, rows, chains)
	}
	return s, err
}

// limitsOf returns the rows' limits.
func limitsOf(rows []summand) (limits []lp.Limit) {
	for _, r := range rows {
		limits = append(limits, lp.Limit{Most: r.most, Minded: r.minded / 2, Length: r.length})
	}
	return limits
}

// parts returns the number of parts of a row: one moved cell, or two, cover a cell.
func (g *program) parts() int { return (g.to - g.from) * min(g.fine, 2) }

// covers returns the cell of a part, its share of that cell, and the cell moved there.
func (g *program) covers(s summand, part int) (cell, from int, share float64) {
	if g.fine == 1 {
		return part + g.from, part + g.from - s.whole, 1
	}
	cell = part/2 + g.from
	if part%2 == 0 {
		return cell, cell - s.whole - 1, float64(s.rest) / float64(g.fine)
	}
	return cell, cell - s.whole, float64(g.fine-s.rest) / float64(g.fine)
}

// gain finds what some parts of an event, or all, add to V at a shift, and gives what 0
// itself adds.
func (g *program) gain(s summand, of []int, gains []float64) (base float64) {
	if s.plain != nil {
		clear(gains)
		return floats.Dot(s.plain, g.weighed)
	}
	here, there := g.masses[s.here], g.masses[s.there]
	switch {
	case len(of) < len(gains):
		for _, part := range of {
			i, from, share := g.covers(s, part)
			gains[part] = share * here[i]
			if from >= 0 && from < g.cells {
				gains[part] -= s.ratio * share * there[from]
			}
		}
	case g.fine == 1:
		k := s.whole
		low, high := max(g.from, k), min(g.to, g.cells+k)
		copy(gains, here[g.from:g.to])
		if low < high {
			floats.AddScaled(gains[low-g.from:high-g.from], -s.ratio, there[low-k:high-k])
		}
	default:
		second := float64(g.fine-s.rest) / float64(g.fine)
		first := 1 - second
		for i, mass := range here {
			gains[2*i], gains[2*i+1] = first*mass, second*mass
			if from := i - s.whole; from >= 0 && from < g.cells {
				gains[2*i+1] -= s.ratio * second * there[from]
			}
			if from := i - s.whole - 1; from >= 0 && from < g.cells {
				gains[2*i] -= s.ratio * first * there[from]
			}
		}
	}
	return g.atoms[s.here]
}

// demand returns the contribution to V of a mass in each weight, by some parts of an event, and by the exact
// answer multiplied by atom.
func (g *program) demand(s summand, parts []int, atom float64) []float64 {
	row := make([]float64, g.weights())
	if s.plain != nil {
		copy(row, s.plain)
		return row
	}
	here, there := g.here, g.here
	if s.here != s.there {
		there = g.there
	}
	clear(here)
	clear(there)
	for _, part := range parts {
		i, from, share := g.covers(s, part)
		here[i] += share
		if from >= 0 && from < g.cells {
			there[from] -= s.ratio * share
		}
	}
	g.gather(s.here, 1, here, atom, row)
	if s.here != s.there {
		g.gather(s.there, 1, there, 0, row)
	}
	return row
}

// worst returns V at a shift without the contribution of 0 itself, and stores the event that attains it in a
// set. It leaves out gains that may be rounding, so that the event is small.
func (g *program) worst(s summand, into set) float64 {
	const least = 1e-13
	v := g.gain(s, g.every, g.gained)
	for part, more := range g.gained {
		if more > least {
			v += more
			g.covered(s, part, into.put)
		}
	}
	return v
}

// covered calls do with the indices, among the parts of all cells, of a part of a row.
func (g *program) covered(s summand, part int, do func(i int)) {
	if g.fine == 1 {
		do(part + g.from)
		return
	}
	first := (part/2 + g.from) * g.fine
	from, to := first, first+s.rest
	if part%2 == 1 {
		from, to = first+s.rest, first+g.fine
	}
	for i := from; i < to; i++ {
		do(i)
	}
}

// within returns the parts of a row that an event holds.
func (g *program) within(s summand, event set) (parts []int) {
	for part := range g.parts() {
		in := false
		g.covered(s, part, func(i int) { in = in || event.has(i) })
		if in {
			parts = append(parts, part)
		}
	}
	return parts
}

// hints returns what events say about the rows.
func (g *program) hints(rows []summand, near []Event) []lp.Hint {
	type place struct{ point, here, there, shift int }
	row := map[place]int{}
	for i, s := range rows {
		if s.plain == nil {
			row[place{s.point, s.here, s.there, s.shift}] = i
		}
	}
	times, events := make([][]int, len(rows)), make([]int, len(rows)) // how many events contain each part; events
	for _, e := range near {
		at, found := row[place{e.point, e.Here, e.There, e.Shift}]
		if !found {
			continue
		}
		if times[at] == nil {
			times[at] = make([]int, g.parts())
		}
		events[at]++
		for _, part := range g.within(rows[at], e.cells) {
			times[at][part]++
		}
	}
	var hints []lp.Hint
	for at, parts := range times {
		if parts == nil {
			continue
		}
		h := lp.Hint{Row: at}
		for part, n := range parts {
			switch {
			case n == events[at]:
				h.Counted = append(h.Counted, part)
			case n > 0:
				h.Tied = append(h.Tied, part)
			}
		}
		hints = append(hints, h)
	}
	return hints
}

// named writes the sets by which sums hold as events that do.
func (g *program) named(s *lp.Solution, rows []summand, chains []lp.Chain) {
	for _, c := range chains {
		row := rows[c.Row]
		for at, parts := range c.Sets {
			e := Event{Shift: row.shift, Here: row.here, There: row.there, point: row.point}
			if row.plain == nil {
				e.cells = newSet(g.cells * g.fine)
				for _, part := range parts {
					g.covered(row, part, e.cells.put)
				}
			}
			s.Active, s.Weights = append(s.Active, len(g.events)), append(s.Weights, c.Weights[at])
			g.events = append(g.events, e)
		}
	}
}
