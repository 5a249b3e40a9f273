package optimal

import "dpscope/mechanisms/central"

// grid says where cells lie and what an event may hold. A law's grid is all that
// there is, and events may hold any of it. For a bound on every law, whatever its
// support, there is a sensitivity of cells more on either side, which no event
// holds: what a law has further out is put into the outermost, where it makes
// nothing harder.
type grid struct {
	cells    int  // all
	from, to int  // events hold cells of [from, to)
	steps    int  // the greatest shift, in cells
	both     bool // shifts to the left are told apart from those to the right
}

func (p Problem) grid(padded bool) grid {
	g := grid{cells: p.Cells(), to: p.Cells(), steps: p.Steps, both: !p.Loss.Even()}
	if padded {
		g.cells += 2 * p.Steps
		g.from += p.Steps
		g.to += p.Steps
	}
	return g
}

// shifts calls do with every shift that matters, in cells: those by whole cells up to the
// sensitivity are all differences of edges, among which V is greatest (Moves), and of
// whole numbers all moves. Of a law that is the same on either side of 0, as one for an even loss is, V is the same
// to the left and to the right.
func (g grid) shifts(do func(k int)) {
	for k := 1; k <= g.steps; k++ {
		do(k)
		if g.both {
			do(-k)
		}
	}
}

// costs are what the cells cost by a loss: the mean, or the least where a bound is
// wanted.
func (p Problem) costs(loss central.Loss, padded bool) []float64 {
	costs := make([]float64, p.grid(padded).cells)
	for i := range costs {
		low, high := p.place(i, len(costs)), p.place(i+1, len(costs))
		switch {
		case p.Query == Count:
			costs[i] = loss.At(low)
		case padded:
			costs[i] = loss.Least(low, high)
		default:
			costs[i] = loss.Mean(low, high)
		}
	}
	return costs
}
