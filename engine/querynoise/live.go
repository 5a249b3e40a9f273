package querynoise

import (
	"context"

	"dpscope/engine/work"
	"dpscope/mechanisms/optimal"
)

// liveCells limits the cells of a law that follows a moving slider: it is found within a frame, and costs a
// few hundred-thousandths more than with twice as many.
const liveCells = 150

// liveCells returns fewer under a curve, where every round adds as many rows as there are shifts.
func (q Question) liveCells() int {
	if q.Below.Any() {
		return liveCells * 2 / 5
	}
	return liveCells
}

// start is the start for the law of a moved slider: the last law's tight events.
type start struct {
	of     optimal.Problem
	events []optimal.Event
}

// Live returns the question on a coarser grid that the present one refines, with its best noise: certified,
// and at least as expensive as that of the present one. It is found soon, starting where ctx's moving slider
// stopped. found is false without such a grid or a moving slider, or if Best is as fast.
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
	if impossible(err) { // the finer grid says why, or finds some
		return coarse, Best{}, false, nil
	}
	if err != nil {
		return coarse, Best{}, false, err
	}
	best = coarse.bestOf(s)
	coarse.leave(ctx, best)
	return coarse, best, true, nil
}

// coarser returns the question on the finest grid of at most its liveCells that its own refines, its own if
// that has no more.
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
