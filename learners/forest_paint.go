package learners

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

// end is the place after the last threshold: nothing is above.
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

// paint adds up the probabilities of all patches on the cells, in whole
// multiples of 2⁻⁴⁰ so that the order does not matter: a patch enters at its
// four corners, and running sums spread it. Where two classes come closer than
// the rounding to multiples can tell, the trees are asked as Predict asks them.
func (b *board) paint(ctx context.Context, m *proof.DecisionMap) error {
	rows, columns := m.Rows(), m.Columns()
	stride := columns + 1
	b.enter(rows, columns)
	slack := int64(len(b.plan.trees)) // two roundings of half a unit for each tree
	if b.plan.slack == 0 {
		slack = -1 // nothing was rounded, and the least class takes a tie
	}
	b.leads = resized(b.leads, len(b.sums)+1)
	b.leads[0] = 0
	b.row = resized(b.row, columns)
	for i := range rows {
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, sum := range b.sums {
			spread(sum[i*stride:(i+1)*stride], sum[max(i-1, 0)*stride:], i > 0)
		}
		for j := range b.row {
			for k, sum := range b.sums {
				b.leads[k+1] = sum[i*stride+j]
			}
			class, clear := leader(b.leads, slack)
			if !clear {
				class = b.ask(m, i, j)
			}
			b.row[j] = uint16(class)
		}
		m.AddRow(b.row)
	}
	return nil
}

// enter enters the patches at their corners: of class k+1, less class 0.
func (b *board) enter(rows, columns int) {
	b.sums = resized(b.sums, b.plan.trees[0].NumClasses-1)
	stride := columns + 1
	for k := range b.sums {
		b.sums[k] = resized(b.sums[k], (rows+1)*stride)
		clear(b.sums[k])
	}
	const unit = 1 << 40
	for _, p := range b.patches {
		top, bottom := b.axes[0].above(p.low[0], rows)*stride, b.axes[0].above(p.high[0], rows)*stride
		left, right := b.axes[1].above(p.low[1], columns), b.axes[1].above(p.high[1], columns)
		probability := b.plan.trees[p.tree].probabilities(int(p.leaf))
		none := int64(math.Round(probability[0] * unit))
		for k, sum := range b.sums {
			v := int64(math.Round(probability[k+1]*unit)) - none
			sum[top+left] += v
			sum[top+right] -= v
			sum[bottom+left] -= v
			sum[bottom+right] += v
		}
	}
}

// spread turns the corner entries of a row into the sums of its cells, given
// the row before, which is done.
func spread(row, before []int64, some bool) {
	running := int64(0)
	for j, v := range row {
		running += v
		row[j] = running
	}
	if some {
		for j := range row {
			row[j] += before[j]
		}
	}
}

// leader returns the first of the largest, and whether it is ahead of all
// others by more than slack.
func leader(leads []int64, slack int64) (best int, clear bool) {
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
