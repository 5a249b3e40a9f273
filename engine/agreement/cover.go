package agreement

import (
	"context"
	"math"
	"slices"

	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// cover is boxes beside one another on which the class is proven, over one or two private
// features: a lower bound on the agreement at all budgets between any two.
type cover struct {
	maker  mechanisms.Family
	axes   []coverAxis
	boxes  []coverBox
	looked map[float64][][]windowMasses // of the cells of each axis, by the budget
}

// coverAxis cuts a private feature into cells; each begins beyond the end of the one before.
type coverAxis struct {
	x     float64
	cells []proof.Side
	by    []bound   // how to bound each cell's mass
	turns []float64 // budgets at which the mass of some cell, or of a window that bounds one, may turn
}

// bound says how to bound a cell's mass between two budgets.
type bound int

const (
	unbounded bound = iota
	byCell          // by its own mass at both ends: its turns are among the axis's
	byWindows       // by the masses of the two windows it is the difference of: their turns are among the axis's
)

// coverBox is cells of each axis, the last ones not among them.
type coverBox struct{ first, last [2]int }

// windowMasses holds the masses of a cell and of the two windows that it is the difference of, from the
// record to the cell's far and near end.
type windowMasses struct{ cell, far, near float64 }

const (
	coverCells = 32    // of [0, 1]
	coverReach = 40    // further cells on either side, each twice the one before
	mostProofs = 6000  // boxes that are asked about
	coverSlack = 1e-11 // for the rounding of sums
)

// cover proves boxes, halving those on which the class is not constant. Besides are further places
// where cells end, for each feature.
func (a BudgetPath) cover(ctx context.Context, besides [2][]float64) (*cover, error) {
	c := &cover{maker: a.maker, looked: map[float64][][]windowMasses{}}
	m, err := a.maker(mechanisms.Epsilon.Min)
	if err != nil {
		return c, nil
	}
	whole := coverBox{}
	for k, law := range a.r.Laws(m) {
		c.axes = append(c.axes, newCoverAxis(a.maker, a.r.Record[a.r.Private[k]], law, besides[k]))
		whole.last[k] = len(c.axes[k].cells)
	}
	proofs := 0
	return c, c.prove(ctx, a.r, whole, &proofs)
}

func newCoverAxis(maker mechanisms.Family, x float64, law mechanisms.Law, ends []float64) coverAxis {
	axis := coverAxis{x: x}
	least, greatest := law.Support() // at the least budget, where it is widest
	ends = append(ends, x, greatest)
	for i := range coverCells + 1 {
		ends = append(ends, float64(i)/coverCells)
	}
	for i := range coverReach {
		reach := math.Ldexp(1.0/coverCells, i)
		ends = append(ends, -reach, 1+reach)
	}
	ends = slices.DeleteFunc(ends, func(end float64) bool { return end < least || end > greatest })
	slices.Sort(ends)
	cell := proof.Side{Low: least}
	for _, end := range slices.Compact(ends) {
		cell.High = end
		axis.add(maker, cell)
		cell = proof.Side{Low: end, OpenLow: true}
	}
	return axis
}

// add adds a cell, with the budgets at which its bounds may turn.
func (a *coverAxis) add(maker mechanisms.Family, cell proof.Side) {
	by := byCell
	budgets, known := turnsOf(maker, a.x, cell)
	if !known {
		far, near := a.windows(cell)
		ofFar, farKnown := turnsOf(maker, a.x, far)
		ofNear, nearKnown := turnsOf(maker, a.x, near)
		if by = byWindows; !farKnown || !nearKnown {
			by = unbounded
		}
		budgets = slices.Concat(ofFar, ofNear)
	}
	a.cells, a.by, a.turns = append(a.cells, cell), append(a.by, by), append(a.turns, budgets...)
}

func turnsOf(maker mechanisms.Family, x float64, s proof.Side) (budgets []float64, known bool) {
	from, to := s.Ends()
	return mechanisms.MonotonePieces(maker, x, from, to)
}

// windows returns the windows from the record to the far and to the near end of a cell beside it.
func (a *coverAxis) windows(cell proof.Side) (far, near proof.Side) {
	if cell.Low >= a.x {
		return proof.Side{Low: a.x, High: cell.High}, proof.Side{Low: a.x, High: cell.Low}
	}
	return proof.Side{Low: cell.Low, High: a.x, OpenLow: cell.OpenLow}, proof.Side{Low: cell.High, High: a.x, OpenLow: true}
}

// prove keeps a box on which the class is constant, and halves another along its longer side.
func (c *cover) prove(ctx context.Context, r *Region, b coverBox, proofs *int) error {
	sides := make([]proof.Side, len(c.axes))
	middle, longest, cells := slices.Clone(r.Record), 0, 0
	for k, axis := range c.axes {
		first, last := axis.cells[b.first[k]], axis.cells[b.last[k]-1]
		sides[k] = proof.Side{Low: first.Low, High: last.High, OpenLow: first.OpenLow}
		if n := b.last[k] - b.first[k]; n > cells {
			longest, cells = k, n
		}
	}
	if *proofs++; *proofs > mostProofs {
		return ctx.Err()
	}
	holds, err := r.holds(ctx, r.inEitherReading(sides))
	if err != nil {
		return ctx.Err() // what cannot be asked is not proven
	}
	if holds {
		c.boxes = append(c.boxes, b)
		return nil
	}
	if cells == 1 {
		return nil
	}
	if other := r.Classifier.Predict(middle); other != r.Class {
		if v, err := r.verifier.Constant(ctx, r.box(sides), other); err == nil && v.Proven {
			return nil
		}
	}
	low, high := b, b
	half := (b.first[longest] + b.last[longest]) / 2
	low.last[longest], high.first[longest] = half, half
	if err := c.prove(ctx, r, low, proofs); err != nil {
		return err
	}
	return c.prove(ctx, r, high, proofs)
}

// besideThresholds returns places on either side of the thresholds of a private feature; none without
// thresholds or with too many.
func (r *Region) besideThresholds(k int) (places []float64) {
	const most, beside = 200, 3e-7
	if r.grid == nil || k >= len(r.Private) || r.grid.decision.Edges[k].Len() > most {
		return nil
	}
	for i := range r.grid.decision.Edges[k].Len() {
		at := r.grid.decision.Edges[k].At(i).At
		places = append(places, at-beside*max(1, math.Abs(at)), at+beside*max(1, math.Abs(at)))
	}
	return places
}

// inEitherReading widens sides by more than two readings of thresholds differ: a class constant on the wide
// sides is constant on the given ones in either reading.
func (r *Region) inEitherReading(sides []proof.Side) []proof.Side {
	if !r.RoundsInputs() {
		return sides
	}
	wide := make([]proof.Side, len(sides))
	for k, s := range sides {
		const apart = 1e-7
		wide[k] = proof.Side{Low: s.Low - apart*max(1, math.Abs(s.Low)), High: s.High + apart*max(1, math.Abs(s.High))}
	}
	return wide
}

// keeps reports whether the boxes hold the target at every budget.
func (c *cover) keeps(ctx context.Context, target float64) (bool, error) {
	var turns []float64
	for _, axis := range c.axes {
		turns = append(turns, axis.turns...)
	}
	return stretches{target, c.lowest}.all(ctx, c.maker, turns)
}

// lowest returns a lower bound on the boxes' mass at any budget between two, with no turn between them.
func (c *cover) lowest(from, to float64) (mass float64) {
	at, then := c.masses(from), c.masses(to)
	if at == nil || then == nil {
		return 0
	}
	sums := make([][]float64, len(c.axes))
	for k, axis := range c.axes {
		sums[k] = make([]float64, len(axis.cells)+1)
		for i := range axis.cells {
			a, b := at[k][i], then[k][i]
			low := 0.0
			switch axis.by[i] {
			case byCell:
				low = min(a.cell, b.cell)
			case byWindows:
				low = max(0, min(a.far, b.far)-max(a.near, b.near))
			}
			sums[k][i+1] = sums[k][i] + low
		}
	}
	for _, b := range c.boxes {
		share := 1.0
		for k := range c.axes {
			share *= sums[k][b.last[k]] - sums[k][b.first[k]]
		}
		mass += share
	}
	return mass - coverSlack
}

// masses returns the masses of the cells of each axis at a budget; nil without a mechanism.
func (c *cover) masses(epsilon float64) [][]windowMasses {
	if found, looked := c.looked[epsilon]; looked {
		return found
	}
	m, err := c.maker(epsilon)
	if err != nil {
		return nil
	}
	all := make([][]windowMasses, len(c.axes))
	for k, axis := range c.axes {
		law := measured(m.At(axis.x))
		for i, cell := range axis.cells {
			w := windowMasses{cell: law.side(cell)}
			if axis.by[i] == byWindows {
				far, near := axis.windows(cell)
				w.far, w.near = law.side(far), law.side(near)
			}
			all[k] = append(all[k], w)
		}
	}
	c.looked[epsilon] = all
	return all
}
