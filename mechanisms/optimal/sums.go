package optimal

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"dpscope/engine/num/lp"
)

// A shift is one row, a sum over cells (lp.Sums): a pivot moves a cell into an event or
// out of it, where cutting planes name one set of cells after another. It begins with
// events that are known: the cells that are in all of those with its shift count, and
// those in some may come and go.

// sum solves the program as one of sums, begun with some events.
func (g *program) sum(ctx context.Context, near []Event) (lp.Solution, error) {
	rows := g.summands()
	pivots := 100 * g.weights()
	if g.flat {
		pivots = many * g.weights()
	}
	s, chains, err := lp.Sums{
		Cost: g.cost, Rows: limitsOf(rows), Parts: g.to - g.from,
		At:   func(weights []float64) { g.weighed, g.atom = weights, g.spread(weights, g.masses) },
		Gain: func(row int, of []int, gains []float64) float64 { return g.gain(rows[row], of, gains) },
		Of: func(row int, parts []int) []float64 {
			if r := rows[row]; r.peak != nil {
				return slices.Clone(r.peak)
			}
			return g.gather(g.gained(rows[row], parts), 1)
		},
		Part:   func(row, part int) []float64 { return g.gather(g.gained(rows[row], []int{part}), 0) },
		Hints:  g.hints(rows, near),
		Pivots: pivots, Pivoted: g.progress.summed,
	}.Minimise(ctx)
	if err == nil {
		g.hold(&s, rows, chains)
	}
	return s, err
}

// summand is a row of sums: a shift at a point, or a peak without parts.
type summand struct {
	limit
	point int
	shift int
	peak  []float64 // by weight
}

// limitsOf is what rows are held to.
func limitsOf(rows []summand) (limits []lp.Limit) {
	for _, r := range rows {
		limits = append(limits, lp.Limit{Most: r.most, Minded: r.minded / 2, Length: math.Hypot(1, r.ratio)})
	}
	return limits
}

// summands are all rows.
func (g *program) summands() (rows []summand) {
	for point, at := range g.limits {
		g.shifts(func(k int) { rows = append(rows, summand{limit: at, point: point, shift: k}) })
	}
	for _, of := range g.peaks() {
		rows = append(rows, summand{limit: limit{ratio: g.limits[0].ratio, minded: g.limits[0].minded}, peak: of})
	}
	return rows
}

// gain finds what some cells of an event, or all, add to V at a shift, and gives what 0
// itself adds. Cells count from the first that an event may hold.
func (g *program) gain(row summand, of []int, gains []float64) (base float64) {
	if row.peak != nil {
		clear(gains)
		return floats.Dot(row.peak, g.weighed)
	}
	k := row.shift
	if len(of) == len(gains) {
		low, high := max(g.from, k), min(g.to, g.cells+k)
		copy(gains, g.masses[g.from:g.to])
		floats.AddScaled(gains[low-g.from:high-g.from], -row.ratio, g.masses[low-k:high-k])
		return g.atom
	}
	for _, part := range of {
		i := part + g.from
		gains[part] = g.masses[i]
		if from := i - k; from >= 0 && from < g.cells {
			gains[part] -= row.ratio * g.masses[from]
		}
	}
	return g.atom
}

// gained is what a mass in each cell adds to V by some cells of an event, until it is
// asked again.
func (g *program) gained(row summand, parts []int) []float64 {
	k, gains := row.shift, g.gains
	clear(gains)
	for _, part := range parts {
		i := part + g.from
		gains[i]++
		if from := i - k; from >= 0 && from < g.cells {
			gains[from] -= row.ratio
		}
	}
	return gains
}

// hints are what events say of the rows.
func (g *program) hints(rows []summand, near []Event) []lp.Hint {
	type place struct{ point, shift int }
	row := map[place]int{}
	for i, r := range rows {
		if r.peak == nil {
			row[place{r.point, r.shift}] = i
		}
	}
	times, events := make([][]int, len(rows)), make([]int, len(rows)) // that each cell is in an event; events
	for _, e := range near {
		at, found := row[place{e.point, e.Shift}]
		if !found {
			continue
		}
		if times[at] == nil {
			times[at] = make([]int, g.to-g.from)
		}
		events[at]++
		e.cells.each(func(i int) { times[at][i-g.from]++ })
	}
	var hints []lp.Hint
	for at, cells := range times {
		if cells == nil {
			continue
		}
		h := lp.Hint{Row: at}
		for part, n := range cells {
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

// hold writes the sets by which sums hold as events that do.
func (g *program) hold(s *lp.Solution, rows []summand, chains []lp.Chain) {
	for _, c := range chains {
		for at, parts := range c.Sets {
			e := Event{Shift: rows[c.Row].shift, cells: newSet(g.cells), point: rows[c.Row].point} // of a peak, an empty one
			for _, part := range parts {
				e.cells.put(part + g.from)
			}
			s.Active, s.Weights = append(s.Active, len(g.events)), append(s.Weights, c.Weights[at])
			g.events = append(g.events, e)
		}
	}
}
