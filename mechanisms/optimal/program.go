package optimal

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"dpscope/engine/num/lp"
)

// program is a question as a linear program, with its oracle.
type program struct {
	posed
	grid
	laws   []sought
	of     []place // by group
	limits []limit // of each point
	unit   float64 // of costs, in which the value is about 1
	cost   []float64
	plain  []float64 // the costs without the part that separates ties
	least  float64   // lower bound on every cost
	flat   bool      // some neighbours cost the same
	added  float64   // greatest addition to a cost that separates ties
	rows   []lp.Row
	events []Event // of all rows so far

	progress *progress
	every    []int     // parts
	gained   []float64 // by part, to be overwritten
	here     []float64 // by cell, to be overwritten
	there    []float64

	// of the laws seen last
	weighed []float64   // valid until the next are seen
	masses  [][]float64 // by group, then by cell
	atoms   []float64   // by group
	worstV  float64     // at the first point
	over    float64     // greatest excess of a point over its minded limit
}

// sought is a law with its weights, from the first on.
type sought struct {
	mixture
	first int
}

// place says which law a group has, and whether reversed.
type place struct {
	law      int
	reversed bool
}

// limit bounds V at a point.
type limit struct {
	ratio  float64 // e^ε
	most   float64 // greatest allowed V
	minded float64 // tolerated excess of V
}

// program asks for laws, or, padded, for a bound on all laws. It holds a law to a little less than δ, so that
// it keeps δ against rounding.
//
// Every private law keeps the program's rows: a row is an event at a shift that one record causes, for any of
// its cells, or a demand of the question. Events of another problem are rows only if their shifts occur here
// too. So the program's least cost, with few of its rows or all, bounds the cost of every private law from
// below (bound, leastOf), and that needs no particular row: more rows could only raise it. The program does
// not prove that its law keeps all rows; the law's certificate does (Moves, Placing.Certify).
func (p posed) program(told *progress, padded bool, from []Event) *program {
	g := &program{posed: p, grid: p.grid(padded), progress: told}
	for _, at := range p.Points() {
		l := limit{ratio: math.Exp(at.Epsilon), most: at.Delta, minded: max(1e-9*at.Delta, 1e-13)}
		if !padded {
			l.most -= 2 * l.minded
		}
		g.limits = append(g.limits, l)
	}
	g.seek(padded)
	g.price(padded)
	g.gained, g.here, g.there = make([]float64, g.parts()), make([]float64, g.cells), make([]float64, g.cells)
	for part := range g.gained {
		g.every = append(g.every, part)
	}
	for _, e := range from {
		if e.point < len(g.limits) && g.caused(e.Here, e.There, e.Shift) {
			g.rows = append(g.rows, g.row(e))
		}
	}
	for _, s := range g.plainRows() {
		g.rows = append(g.rows, g.plainRow(s))
	}
	return g
}

// seek finds which laws there are: of groups that mirror one another one stands for both.
func (g *program) seek(padded bool) {
	weights := 0
	for i := range g.groups {
		g.masses, g.atoms = append(g.masses, make([]float64, g.cells)), append(g.atoms, 0)
		if m := g.mirror(i); g.posed.mirrored && m < i {
			g.of = append(g.of, place{g.of[m].law, true})
			continue
		}
		g.of = append(g.of, place{law: len(g.laws)})
		s := sought{g.mixture(padded, g.posed.mirrored && g.mirror(i) == i), weights}
		g.laws, weights = append(g.laws, s), weights+s.weights()
	}
}

// weights returns the number of weights.
func (g *program) weights() int {
	last := g.laws[len(g.laws)-1]
	return last.first + last.weights()
}

// mixtures returns the sizes of the laws as the program takes them.
func (g *program) mixtures() (sizes []int) {
	for _, l := range g.laws {
		sizes = append(sizes, l.weights())
	}
	return sizes
}

// price sets all costs, in a unit of their own: pivots have absolute tolerances, and losses any scale. If a
// loss does not distinguish neighbours, pivots may cycle among equally good private laws, and surely do so if
// it distinguishes nothing.
func (g *program) price(padded bool) {
	costs, mean := make([][]float64, len(g.groups)), 0.0
	for i, of := range g.groups {
		costs[i] = g.costs(of.loss, padded)
		mean += of.weight * floats.Sum(costs[i]) / float64(len(costs[i]))
	}
	unit := unit(mean)
	g.unit = math.Ldexp(1, unit)
	g.cost = make([]float64, g.weights())
	for i, of := range g.groups {
		for j := range costs[i] {
			costs[i][j] = math.Ldexp(costs[i][j], -unit)
		}
		g.flat = g.flat || of.weight == 0 || flat(costs[i])
		g.gather(i, of.weight, costs[i], math.Ldexp(of.loss.At(0), -unit), g.cost)
	}
	g.plain = slices.Clone(g.cost)
	most := 0.0
	for _, l := range g.laws {
		own := g.cost[l.first:][:l.weights()]
		g.least, most = g.least+floats.Min(own), most+floats.Max(own)
	}
	if most == g.least {
		g.part(1)
	}
}

// unit returns the exponent of a power of two near the cost of a law spread evenly over all cells; 0 if that
// costs nothing.
func unit(mean float64) int {
	if mean == 0 {
		return 0
	}
	_, exponent := math.Frexp(mean)
	return exponent
}

// gather adds the contribution of every cell of a group's law, per mass and multiplied by times, to that of
// every weight; atom is the contribution of 0 itself.
func (g *program) gather(group int, times float64, cells []float64, atom float64, into []float64) {
	of := g.of[group]
	if of.reversed {
		cells = slices.Clone(cells)
		slices.Reverse(cells)
	}
	l := g.laws[of.law]
	floats.AddScaled(into[l.first:][:l.weights()], times, l.gather(cells, atom))
}

// How equals are parted where pivots go round among them.
const (
	many   = 20   // pivots for each weight are too many
	little = 1e-6 // of the range of costs is added, which bounds then lose
)

// part separates ties: places farther from 0 cost a little more.
func (g *program) part(little float64) {
	far := make([]float64, g.cells)
	for i := range far {
		far[i] = math.Abs(2*float64(i)+1-float64(g.cells)) / float64(g.cells)
	}
	for _, l := range g.laws {
		floats.AddScaled(g.cost[l.first:][:l.weights()], little/float64(len(g.laws)), l.gather(far, 0))
	}
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

// bound returns a lower bound on the cost of every law, from the program's solution.
func (g *program) bound(s lp.Solution) float64 { return g.unit * max(s.Bound-g.added, g.least) }

// see finds the masses of all laws by their weights.
func (g *program) see(weights []float64) {
	g.weighed = weights
	for i, of := range g.of {
		if of.reversed {
			m := g.mirror(i)
			copy(g.masses[i], g.masses[m])
			slices.Reverse(g.masses[i])
			g.atoms[i] = g.atoms[m]
			continue
		}
		l := g.laws[of.law]
		g.atoms[i] = l.spread(weights[l.first:][:l.weights()], g.masses[i])
	}
}

// row returns the row that an event demands: Pr[A] − e^ε·Pr[A − k] ≤ most. After any shift, 0 itself differs
// from all other places.
func (g *program) row(e Event) lp.Row {
	s := g.summand(e.point, e.Here, e.There, e.Shift)
	g.events = append(g.events, e)
	return lp.Row{Of: g.demand(s, g.within(s, e.cells), 1), Most: s.most}
}

// separate is the oracle: it returns one row for each shift and point at which the laws are not private
// enough.
func (g *program) separate(weights []float64) (rows []lp.Row) {
	g.see(weights)
	g.worstV, g.over = 0, math.Inf(-1)
	for _, s := range g.summands() {
		if s.plain != nil {
			continue
		}
		e := Event{Shift: s.shift, Here: s.here, There: s.there, cells: newSet(g.cells * g.fine), point: s.point}
		v := g.worst(s, e.cells)
		if s.point == 0 {
			g.worstV = max(g.worstV, v)
		}
		over := v - s.most - s.minded
		if g.over = max(g.over, over); over > 0 {
			rows = append(rows, g.row(e))
		}
	}
	for _, s := range g.plainRows() {
		if floats.Dot(s.plain, weights) > s.most+s.minded {
			rows = append(rows, g.plainRow(s))
		}
	}
	return rows
}

// plainRow returns a row without parts; among the events it stands as one without cells.
func (g *program) plainRow(s summand) lp.Row {
	g.events = append(g.events, Event{})
	return lp.Row{Of: s.plain, Most: s.most}
}
