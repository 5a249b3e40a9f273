package optimal

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"dpscope/engine/num/lp"
)

// program is a problem as a linear program and its oracle.
type program struct {
	mixture
	limits []limit // of each point
	unit   float64 // of costs, in which the value is about 1
	cost   []float64
	plain  []float64 // the same, with nothing added to part equals
	least  float64   // that anything costs
	flat   bool      // some neighbours cost the same
	added  float64   // to what things cost, at most, to part equals
	rows   []lp.Row
	events []Event // of the rows that there have been

	progress *progress
	gains    []float64 // by cell, to be overwritten

	// of the law seen last
	weighed []float64 // to be read until the next is seen
	masses  []float64
	atom    float64
	worstV  float64 // at the first point
	over    float64 // by how much that of a point exceeds what is minded
}

// limit is what V is held to at a point.
type limit struct {
	ratio  float64 // e^ε
	most   float64 // what V may be
	minded float64 // by how much V may exceed that
}

// program asks for a law, or, padded, for a bound on all laws. A law is held to a
// little less than δ, so that it keeps δ when all is computed.
func (p Problem) program(told *progress, padded bool, from []Event) *program {
	g := &program{mixture: p.mixture(padded), progress: told}
	for _, at := range p.Points() {
		l := limit{ratio: math.Exp(at.Epsilon), most: at.Delta, minded: max(1e-9*at.Delta, 1e-13)}
		if !padded {
			l.most -= 2 * l.minded
		}
		g.limits = append(g.limits, l)
	}
	g.price(p, padded)
	g.masses, g.gains = make([]float64, g.cells), make([]float64, g.cells)
	for _, e := range from {
		if e.point < len(g.limits) {
			g.rows = append(g.rows, g.row(e))
		}
	}
	for _, of := range g.peaks() {
		g.rows = append(g.rows, g.peak(of))
	}
	return g
}

// price gives everything its cost, in a unit of its own: what pivots mind is told in
// plain numbers, and losses may be told in any. Where a loss minds no difference between
// neighbours, pivots may go round among private laws that are all as good, and surely
// do where it minds nothing.
func (g *program) price(p Problem, padded bool) {
	costs := p.costs(padded)
	unit := unit(costs)
	for i := range costs {
		costs[i] = math.Ldexp(costs[i], -unit)
	}
	g.unit = math.Ldexp(1, unit)
	g.cost = g.gather(costs, math.Ldexp(p.Loss.At(0), -unit))
	g.plain = slices.Clone(g.cost)
	g.least = floats.Min(g.cost)
	if g.flat = flat(costs); floats.Max(g.cost) == g.least {
		g.part(1)
	}
}

// unit is the exponent of a power of two near to what a law costs that is spread evenly
// over all cells; 0 where that is nothing.
func unit(costs []float64) int {
	mean := floats.Sum(costs) / float64(len(costs))
	if mean == 0 {
		return 0
	}
	_, exponent := math.Frexp(mean)
	return exponent
}

// How equals are parted where pivots go round among them.
const (
	many   = 20   // pivots for each weight are too many
	little = 1e-6 // of the range of costs is added, which bounds then lose
)

// part parts equals: what is farther from 0 costs a little more.
func (g *program) part(little float64) {
	far := make([]float64, g.cells)
	for i := range far {
		far[i] = math.Abs(2*float64(i)+1-float64(g.cells)) / float64(g.cells)
	}
	floats.AddScaled(g.cost, little, g.gather(far, 0))
	g.added, g.flat = little, false
}

// flat reports whether two neighbours of one side cost the same.
func flat(costs []float64) bool {
	for i := 1; i < len(costs); i++ {
		if costs[i] == costs[i-1] && 2*i != len(costs) {
			return true
		}
	}
	return false
}

// bound is what no law costs less than, by the solution of the program.
func (g *program) bound(s lp.Solution) float64 { return g.unit * max(s.Bound-g.added, g.least) }

// row is what an event demands: Pr[A] − e^ε·Pr[A − k] ≤ most. Moved by any shift, 0
// itself can be told from all other places.
func (g *program) row(e Event) lp.Row {
	gains, at := make([]float64, g.cells), g.limits[e.point]
	e.cells.each(func(i int) {
		gains[i]++
		if from := i - e.Shift; from >= 0 && from < g.cells {
			gains[from] -= at.ratio
		}
	})
	g.events = append(g.events, e)
	return lp.Row{Of: g.gather(gains, 1), Most: at.most}
}

// separate is the oracle: one row for each shift and point at which the law is not private
// enough.
func (g *program) separate(weights []float64) (rows []lp.Row) {
	g.atom = g.spread(weights, g.masses)
	g.worstV, g.over = 0, math.Inf(-1)
	for point, at := range g.limits {
		g.shifts(func(k int) {
			e := Event{Shift: k, cells: newSet(g.cells), point: point}
			v := g.atom + g.worst(g.masses, k, at.ratio, e.cells)
			if point == 0 {
				g.worstV = max(g.worstV, v)
			}
			over := v - at.most - at.minded
			if g.over = max(g.over, over); over > 0 {
				rows = append(rows, g.row(e))
			}
		})
	}
	for _, of := range g.peaks() {
		if floats.Dot(of, weights) > g.limits[0].minded {
			rows = append(rows, g.peak(of))
		}
	}
	return rows
}

// peaks are what must not be positive, by weight, where the middle is to have no less
// than its neighbours and the ladders do not see to that.
func (g *program) peaks() (rows [][]float64) {
	if !g.peaked {
		return nil
	}
	middle := g.cells / 2
	for _, i := range []int{middle - 1, middle + 1} {
		gains := make([]float64, g.cells)
		gains[i], gains[middle] = 1, -1
		rows = append(rows, g.gather(gains, 0))
	}
	return rows
}

// peak is such a row. It is no event, and stands among them as an empty one.
func (g *program) peak(of []float64) lp.Row {
	g.events = append(g.events, Event{})
	return lp.Row{Of: of}
}
