package optimal

import "dpscope/mechanisms/central"

// grid says where cells lie and which of them events may hold. On a law's own grid events may hold any cell.
// For a bound on every law, of any support, there is a sensitivity of free cells more on either side: the
// outermost takes the mass further out, and makes nothing harder.
type grid struct {
	cells    int  // all
	from, to int  // events hold cells of [from, to)
	steps    int  // the greatest shift, in cells
	both     bool // shifts to the left differ from those to the right
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

// costs returns the cells' costs under a loss: the mean, or for a bound the least.
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
