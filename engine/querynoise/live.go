package querynoise

import (
	"context"

	"dpscope/engine/work"
	"dpscope/mechanisms/optimal"
)

// liveCells are how many cells a law has at most that follows a moving slider: it
// is found within a frame, and costs a few hundred-thousandths more than on twice
// as many.
const liveCells = 150

// liveCells are fewer under a curve, of which every round brings as many rows as there are shifts.
func (q Question) liveCells() int {
	if q.Below.Any() {
		return liveCells * 2 / 5
	}
	return liveCells
}

// start is where the law of a moved slider begins: the events that held the last.
type start struct {
	of     optimal.Problem
	events []optimal.Event
}

// Live is the question on a coarser grid, of which the present one is a refinement,
// with its best noise: certified, and costing no less than that of the present one.
// It is found soon, as it begins where ctx's moving slider stopped. None is found
// where there is no such grid, no slider moves, or Best is as soon.
func (q Question) Live(ctx context.Context) (coarse Question, best Best, found bool, err error) {
	coarse, found = q.coarser()
	if !found || !work.Moving(ctx) {
		return coarse, Best{}, false, nil
	}
	if _, known := work.Peek[Best](ctx, bestKey{q}); known {
		return coarse, Best{}, false, nil
	}
	from, _ := work.StartOf[start](ctx)
	events := coarse.problem().Lent(from.of, from.events)
	if len(events) == 0 && coarse.problem() == q.problem() {
		return coarse, Best{}, false, nil
	}
	s, err := optimal.Solve(ctx, coarse.problem(), events)
	if impossible(err) { // and the finer grid says why, or that it is not
		return coarse, Best{}, false, nil
	}
	if err != nil {
		return coarse, Best{}, false, err
	}
	best = coarse.bestOf(s)
	coarse.leave(ctx, best)
	return coarse, best, true, nil
}

// coarser is the question on the finest grid of at most its liveCells of which its own is a
// refinement, its own where that has no more.
func (q Question) coarser() (Question, bool) {
	if q.Delta == 0 && !q.Below.Any() || q.Refused() != nil {
		return q, false
	}
	p := q.problem()
	for by := 1; ; by++ {
		switch {
		case q.Query == optimal.Count && by > 1 || p.Steps/by < 2:
			return q, false
		case p.Steps%by != 0 || p.Reach%by != 0 || p.Cells()/by > q.liveCells():
		case by == 1:
			return q, true
		default:
			q.steps, q.reach = p.Steps/by, p.Reach/by
			return q, true
		}
	}
}

// leave leaves what held the noise for the next place of ctx's moving slider, if
// that can use it.
func (q Question) leave(ctx context.Context, b Best) {
	if p := q.problem(); b.Solved != nil && p.Cells() <= q.liveCells() {
		work.LeaveStart(ctx, start{p, b.Solved.Events})
	}
}
