package agreement

import (
	"context"
	"errors"
	"fmt"
	"math"

	"dpscope/engine/num/optimum"
	"dpscope/engine/num/root"
	"dpscope/engine/work"
	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// Need is the budget per private feature that an agreement takes.
type Need struct {
	Epsilon float64 // least budget found at which the target is met; NaN when there is none
	Value   float64 // the bound or the agreement there, at least the target
	Missed  float64 // a budget within a relative 1e-9 below, at which it is not met; 0 when the least of all budgets does
	Any     bool    // the least of all budgets does, and so do all others that were looked at, each twice the last
}

// Reached reports whether there is such a budget.
func (n Need) Reached() bool { return !math.IsNaN(n.Epsilon) }

// NeedForBox returns the least budget at which the mass of the largest proven
// box reaches a target. With more than two private features, where growing a
// box takes long, boxes are grown at a few budgets only; the answer is then on
// the safe side, and maybe not the least.
func (a Along) NeedForBox(ctx context.Context, target float64, limits proof.Side) (Need, error) {
	if len(a.r.Private) > 2 && a.r.grid == nil {
		return a.needByGrowth(ctx, target, limits)
	}
	value := func(ctx context.Context, epsilon float64, laws []mechanisms.Law) (float64, error) {
		return a.safe(ctx, epsilon, laws, limits)
	}
	return a.need(ctx, target, value, a.roughBox(target, limits))
}

// NeedForExact returns the least budget at which the exact agreement reaches a
// target. Agreement need not rise with the budget: noise that leaves a class on
// one side may come back to it on another. So the first budget found that meets
// the target is returned, not one from which on it is always met. Where the
// agreement is only known as an interval (see Region.OnLattice), its lower end has
// to meet the target, and the budget is enough but maybe not the least.
func (a Along) NeedForExact(ctx context.Context, target float64) (Need, error) {
	value := func(ctx context.Context, epsilon float64, laws []mechanisms.Law) (float64, error) {
		exact, err := a.exact(ctx, epsilon, laws)
		return exact.value, err
	}
	return a.need(ctx, target, value, a.roughExact(target))
}

// valueAt is what has to reach a target, at a budget.
type valueAt func(ctx context.Context, epsilon float64, laws []mechanisms.Law) (float64, error)

// need finds the least budget at which a value reaches a target. rough, which
// may be nil, tells sooner that one misses it (see roughAt). How far it is, within a look at
// a budget too, it reports to ctx.
func (a Along) need(ctx context.Context, target float64, value valueAt, rough roughAt) (Need, error) {
	if !(target > 0 && target < 1) {
		return Need{}, fmt.Errorf("target = %g is outside (0, 1)", target)
	}
	defer a.r.lattice.walk()()
	var failed error
	left := work.NewLeft(ctx)
	made := func(epsilon, worth float64, ask func(context.Context, []mechanisms.Law) (float64, error)) float64 {
		if failed == nil {
			failed = ctx.Err()
		}
		m, err := a.maker(epsilon)
		if err != nil || failed != nil {
			return math.Inf(-1)
		}
		laws := a.r.Laws(m)
		if failed = a.r.CheckBins(laws); failed != nil {
			return math.Inf(-1)
		}
		v, err := ask(left.Step(worth), laws)
		if err != nil {
			failed = err
			return math.Inf(-1)
		}
		return v - target
	}
	at := func(epsilon float64) float64 {
		return made(epsilon, 0.05, func(ctx context.Context, laws []mechanisms.Law) (float64, error) { return value(ctx, epsilon, laws) })
	}
	most := MostBudget(a.maker)
	const walk = 0.8 // of the work, if it goes all the way
	walked := func(epsilon float64) float64 {
		left.Reach(walk * math.Log(epsilon/mechanisms.Epsilon.Min) / math.Log(most/mechanisms.Epsilon.Min))
		return made(epsilon, 1e-4, func(ctx context.Context, laws []mechanisms.Law) (float64, error) {
			if rough != nil {
				if v, misses, err := rough(ctx, epsilon, laws); misses || err != nil {
					return v, err
				}
			}
			return value(ctx, epsilon, laws)
		})
	}
	epsilon, missed, ok := leastBudget(at, walked, most)
	if failed != nil {
		return Need{}, failed
	}
	if !ok {
		return Need{Epsilon: math.NaN(), Value: math.NaN()}, nil
	}
	every := missed == 0
	for e := 2 * epsilon; every && e < most; e *= 2 {
		every = at(e) >= 0
	}
	return Need{Epsilon: epsilon, Value: at(epsilon) + target, Missed: missed, Any: every}, failed
}

// MostBudget is the greatest budget that a mechanism has.
func MostBudget(maker mechanisms.Maker) float64 {
	var large *mechanisms.LargeEpsilonError
	if _, err := maker(mechanisms.Epsilon.Max); errors.As(err, &large) {
		return large.Most
	}
	return mechanisms.Epsilon.Max
}

// leastBudget walks up the budgets until f is at least 0, then narrows the last
// step. Where f has a bump between steps that might reach 0, its top is looked
// at too; a bump narrower than a step may be missed. The walk itself asks rough,
// which is f wherever that is at least 0, and negative wherever f is.
func leastBudget(f, rough func(epsilon float64) float64, most float64) (epsilon, missed float64, ok bool) {
	before := mechanisms.Epsilon.Min
	atBefore := rough(before)
	if atBefore >= 0 {
		return before, 0, true
	}
	left, atLeft := before, atBefore
	for before < most {
		here := min(nextBudget(before), most)
		atHere := rough(here)
		if bump(atLeft, atBefore, atHere) && bump(f(left), f(before), f(here)) {
			if top, atTop := optimum.Brent(f, left, here); atTop >= 0 {
				here, atHere, before, atBefore = top, atTop, left, atLeft
			}
		}
		if atHere >= 0 {
			below, above := root.Bracket(f, before, here, f(before), atHere, 0)
			return above, below, true
		}
		left, atLeft, before, atBefore = before, atBefore, here, atHere
	}
	return 0, 0, false
}

// bump reports whether a function that has these values, one after another, may
// reach 0 about the second.
func bump(left, middle, right float64) bool {
	return right < 0 && left < middle && right < middle && middle+4*max(middle-left, middle-right) >= 0
}

// nextBudget steps by a fifth, but by no more than a quarter where plateaus of
// the laws still move through the cells of a classifier.
func nextBudget(epsilon float64) float64 {
	const fine = 40
	step := 0.2 * epsilon
	if epsilon < fine {
		step = min(step, 0.25)
	}
	return epsilon + step
}

// needByGrowth alternates: the least budget for one box, then a better box at
// that budget.
func (a Along) needByGrowth(ctx context.Context, target float64, limits proof.Side) (Need, error) {
	const rounds = 6
	best := Need{Epsilon: math.NaN(), Value: math.NaN()}
	left := work.NewLeft(ctx)
	for _, start := range [...]float64{8, 64} {
		epsilon := min(start, MostBudget(a.maker))
		for range rounds {
			m, err := a.maker(epsilon)
			if err != nil {
				return Need{}, err
			}
			box, err := a.grown(left.Step(0.5), epsilon, a.r.Laws(m), limits)
			if err != nil {
				return Need{}, err
			}
			need, err := a.need(left.Step(0.1), target, func(_ context.Context, _ float64, laws []mechanisms.Law) (float64, error) {
				return Bound(laws, box.Sides), nil
			}, nil)
			if err != nil {
				return Need{}, err
			}
			if !need.Reached() || best.Reached() && need.Epsilon >= best.Epsilon*(1-1e-6) {
				break
			}
			best, epsilon = need, need.Epsilon
			work.Tell(ctx, Proven{Epsilon: epsilon})
		}
		if best.Reached() {
			break
		}
	}
	return best, nil
}
