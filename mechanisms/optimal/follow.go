package optimal

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"

	"dpscope/engine/num/lp"
)

// Follow finds the law of least loss as Solve does, and soonest where the events that
// held the law of a problem nearby are known; none need be. Its law is as good and
// certified in the same way, but may differ from that of Solve where the best is not
// unique, and in its last digits. Its only round is the one in which no event was left.
//
// A slider's step moves few cells into an event or out of it. So each shift is one row,
// a sum over cells (lp.Sums), which begins with the events that are known: the cells
// that are in all of those with its shift count, and those in some may come and go.
func Follow(ctx context.Context, p Problem, near []Event) (Solution, error) {
	if err := p.possible(); err != nil {
		return Solution{}, err
	}
	end, err := p.follow(ctx, near)
	if err != nil {
		return Solution{}, err
	}
	return p.finish(ctx, &end, nil)
}

// follow is where sums end, and where rounding forbids that they do, or a law has to
// keep a rule that is no sum, where cutting planes do.
func (p Problem) follow(ctx context.Context, near []Event) (ended, error) {
	told := &progress{ctx: ctx, weights: p.mixture(false).weights(), of: p.grids()}
	g := p.program(told, false, nil)
	if g.peaked {
		return p.vertex(ctx, false, near, nil)
	}
	near = p.hinting(ctx, near)
	s, chains, err := g.sums(near).Minimise(ctx)
	switch {
	case errors.Is(err, lp.ErrInfeasible):
		return ended{}, &InfeasibleError{p}
	case errors.Is(err, lp.ErrPivots):
		return p.vertex(ctx, false, near, nil)
	case err != nil:
		return ended{}, err
	}
	g.hold(&s, chains)
	held := g.events
	if broken := g.separate(s.X); len(broken) > 0 {
		return p.program(told, false, held).end(ctx, p, nil)
	}
	return ended{g, s, []Round{{Value: s.Value, Violation: g.worstV, Active: len(held)}}, len(held)}, nil
}

// hinting are events to begin with: those that are known, and those of half as many
// cells where none are, or where there are so many cells that few of them would stay as
// they are.
func (p Problem) hinting(ctx context.Context, near []Event) []Event {
	half, ok := p.halved()
	switch {
	case !ok && len(near) == 0:
		return p.Tails()
	case !ok || len(near) > 0 && p.mixture(false).weights() <= finest:
		return near
	}
	coarse, err := half.follow(ctx, half.Lent(p, near))
	if err != nil { // no such law, which the finer grid may have; or an end, which will be seen
		return near
	}
	return append(p.Lent(half, coarse.active(coarse.Solution)), near...)
}

// sums are the program with a row for each shift.
func (g *program) sums(near []Event) lp.Sums {
	var ks []int
	g.shifts(func(k int) { ks = append(ks, k) })
	return lp.Sums{
		Cost: g.cost, Rows: len(ks), Parts: g.to - g.from, Most: g.most, Minded: g.minded / 2, Length: math.Hypot(1, g.ratio),
		At:     func(weights []float64) { g.atom = g.spread(weights, g.masses) },
		Gain:   func(row int, of []int, gains []float64) float64 { return g.gain(ks[row], of, gains) },
		Of:     func(row int, parts []int) []float64 { return g.gather(g.gained(ks[row], parts), 1) },
		Part:   func(row, part int) []float64 { return g.gather(g.gained(ks[row], []int{part}), 0) },
		Hints:  g.hints(ks, near),
		Pivots: 100 * g.weights(),
	}
}

// gain finds what some cells of an event, or all, add to V at a shift of k cells,
// and gives what 0 itself adds. Cells count from the first that an event may hold.
func (g *program) gain(k int, of []int, gains []float64) (atom float64) {
	if len(of) == len(gains) {
		low, high := max(g.from, k), min(g.to, g.cells+k)
		copy(gains, g.masses[g.from:g.to])
		floats.AddScaled(gains[low-g.from:high-g.from], -g.ratio, g.masses[low-k:high-k])
		return g.atom
	}
	for _, part := range of {
		i := part + g.from
		gains[part] = g.masses[i]
		if from := i - k; from >= 0 && from < g.cells {
			gains[part] -= g.ratio * g.masses[from]
		}
	}
	return g.atom
}

// gained is what a mass in each cell adds to V by some cells of an event.
func (g *program) gained(k int, parts []int) []float64 {
	gains := make([]float64, g.cells)
	for _, part := range parts {
		i := part + g.from
		gains[i]++
		if from := i - k; from >= 0 && from < g.cells {
			gains[from] -= g.ratio
		}
	}
	return gains
}

// hints are what events say of the rows.
func (g *program) hints(ks []int, near []Event) []lp.Hint {
	row := map[int]int{}
	for i, k := range ks {
		row[k] = i
	}
	times, events := make([][]int, len(ks)), make([]int, len(ks)) // that each cell is in an event; events
	for _, e := range near {
		at, found := row[e.Shift]
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
func (g *program) hold(s *lp.Solution, chains []lp.Chain) {
	var ks []int
	g.shifts(func(k int) { ks = append(ks, k) })
	for _, c := range chains {
		for at, parts := range c.Sets {
			e := Event{ks[c.Row], newSet(g.cells)}
			for _, part := range parts {
				e.cells.put(part + g.from)
			}
			s.Active, s.Weights = append(s.Active, len(g.events)), append(s.Weights, c.Weights[at])
			g.events = append(g.events, e)
		}
	}
}
