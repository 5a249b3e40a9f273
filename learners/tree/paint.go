package tree

import (
	"context"
	"math"

	"dpscope/learners/proof"
)

// mapAxis is the thresholds of one free feature that a map meets.
type mapAxis struct {
	met  []bool  // of each threshold of the feature: whether some tree can ask it
	cell []int32 // and the first cell above it
}

func (a *mapAxis) clear(thresholds int) {
	a.met, a.cell = resized(a.met, thresholds), resized(a.cell, thresholds)
	clear(a.met)
}

// end returns the place after the last threshold: nothing is above.
func (a *mapAxis) end() int32 { return int32(len(a.met)) }

// pick returns the edges that are met, and numbers the cells.
func (a *mapAxis) pick(table []proof.Edge) proof.Edges {
	count := 0
	for _, met := range a.met {
		if met {
			count++
		}
	}
	places := make([]int32, 0, count)
	for place, met := range a.met {
		if met {
			places = append(places, int32(place))
			a.cell[place] = int32(len(places))
		}
	}
	return proof.PickEdges(table, places)
}

// above returns the first cell above a threshold, or past the last of them.
func (a *mapAxis) above(place int32, cells int) int {
	switch {
	case place < 0:
		return 0
	case place == a.end():
		return cells
	}
	return int(a.cell[place])
}

// paint sums all patches on the cells, in whole multiples of one over the plan's unit so that the order does
// not matter: from row to row, a patch enters with its first row and leaves after its last, at its two ends;
// running sums over the columns spread it. If two classes come closer than the rounding to multiples
// resolves, it asks the trees as Predict does.
func (b *board) paint(ctx context.Context, m *proof.DecisionMap) error {
	rows, columns := m.Rows(), m.Columns()
	b.schedule(rows)
	b.clear(columns)
	slack := b.plan.closest()
	for i := range rows {
		if err := ctx.Err(); err != nil {
			return err
		}
		for e := b.first[i]; e >= 0; e = b.next[e] {
			b.enter(b.patches[e/2], 1-2*int64(e%2), columns)
		}
		copy(b.leads, b.ahead)
		class, ahead := leader(b.leads, slack)
		for j := range b.row {
			if b.step(j) {
				class, ahead = leader(b.leads, slack)
			}
			b.row[j] = uint16(class)
			if !ahead {
				b.row[j] = uint16(b.ask(m, i, j))
			}
		}
		m.AddRow(b.row)
	}
	return nil
}

// closest returns how close two classes may come, in units, before rounding may swap them: two roundings of
// half a unit for each tree and for the start, and those of the sum. It is −1 if nothing is rounded, and the
// least class wins a tie.
func (p *treePlan) closest() int64 {
	if p.slack == 0 {
		return -1
	}
	return int64(len(p.trees)+1) + int64(math.Ceil(p.slack*p.unit))
}

// schedule lists, for each row, the patches that enter there, by twice their number, and those that leave, by
// one more.
func (b *board) schedule(rows int) {
	b.first, b.next = resized(b.first, rows+1), resized(b.next, 2*len(b.patches))
	for i := range b.first {
		b.first[i] = -1
	}
	for n, p := range b.patches {
		for side, place := range [2]int32{p.low[0], p.high[0]} {
			row, e := b.axes[0].above(place, rows), 2*n+side
			b.next[e], b.first[row] = b.first[row], int32(e)
		}
	}
}

// clear leaves no patch on the board.
func (b *board) clear(columns int) {
	classes := b.plan.trees[0].NumClasses
	b.steps = resized(b.steps, classes-1)
	for k := range b.steps {
		b.steps[k] = resized(b.steps[k], columns+1)
		clear(b.steps[k])
	}
	b.leads, b.ahead, b.row = resized(b.leads, classes), resized(b.ahead, classes), resized(b.row, columns)
	clear(b.ahead)
	for k := range b.plan.sum.start {
		b.ahead[k] = b.plan.units(b.plan.sum.start[k]) - b.plan.units(b.plan.sum.start[0])
	}
}

// units returns the nearest whole number of units.
func (p *treePlan) units(v float64) int64 { return int64(math.Round(v * p.unit)) }

// enter adds a patch at its ends, or takes it away with sign −1: of class k+1,
// less class 0.
func (b *board) enter(p patch, sign int64, columns int) {
	left, right := b.axes[1].above(p.low[1], columns), b.axes[1].above(p.high[1], columns)
	probability := b.plan.trees[p.tree].probabilities(int(p.leaf))
	none := b.plan.units(probability[0])
	for k, steps := range b.steps {
		v := sign * (b.plan.units(probability[k+1]) - none)
		steps[left] += v
		steps[right] -= v
	}
}

// step moves the leads on to a column, and reports whether any changes.
func (b *board) step(j int) (changed bool) {
	for k, steps := range b.steps {
		if v := steps[j]; v != 0 {
			b.leads[k+1] += v
			changed = true
		}
	}
	return changed
}

// leader returns the first of the largest, and whether it is ahead of all
// others by more than slack.
func leader(leads []int64, slack int64) (best int, clearly bool) {
	for k, v := range leads {
		if v > leads[best] {
			best = k
		}
	}
	if slack < 0 {
		return best, true
	}
	for k, v := range leads {
		if k != best && leads[best]-v <= slack {
			return best, false
		}
	}
	return best, true
}
