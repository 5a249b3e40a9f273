package agreement

import (
	"context"
	"errors"
	"fmt"
	"math"

	"dpscope/engine/num/least"
	"dpscope/engine/num/optimize1d"
	"dpscope/engine/num/rootfind"
	"dpscope/engine/work"
	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// RequiredBudget is the budget per private feature that an agreement takes.
type RequiredBudget struct {
	Epsilon float64 // least budget found at which the target is met; NaN when there is none
	Value   float64 // the bound or the agreement there, at least the target
	Missed  float64 // a budget within a relative 1e-9 below, at which it is not met; 0 when the least of all budgets does
	Any     bool    // every budget is proven to be enough
}

// Reached reports whether such a budget exists.
func (n RequiredBudget) Reached() bool { return !math.IsNaN(n.Epsilon) }

// NeedForBox returns the least budget at which the mass of the largest proven
// box reaches a target. With more than two private features, where growing a
// box takes long, boxes are grown at a few budgets only; the answer is then on
// the safe side, and maybe not the least.
func (a BudgetPath) NeedForBox(ctx context.Context, target float64, limits proof.Side) (RequiredBudget, error) {
	return remember(ctx, a, a.needOfBox(target, limits), nothing, func() (RequiredBudget, error) {
		if len(a.r.Private) > 2 && a.r.grid == nil {
			return a.needByGrowth(ctx, target, limits)
		}
		need, err := a.need(ctx, target, func(ctx context.Context, l look) (float64, error) { return a.safe(ctx, l, limits) },
			a.screenBox(target, limits))
		return a.proven(ctx, need, target, limits, err)
	})
}

// RequiredForAgreement returns the least budget at which the exact agreement reaches a
// target. Agreement need not rise with the budget: noise that leaves a class on
// one side may come back to it on another. So the first budget found that meets
// the target is returned, not one from which on it is always met. Where the
// agreement is only known as an interval (see Region.OnLattice), its lower end has
// to meet the target, and the budget is enough but maybe not the least.
func (a BudgetPath) RequiredForAgreement(ctx context.Context, target float64) (RequiredBudget, error) {
	return remember(ctx, a, a.needOfExact(target), nothing, func() (RequiredBudget, error) {
		need, err := a.need(ctx, target, func(ctx context.Context, l look) (float64, error) {
			exact, err := a.exact(ctx, l)
			return exact.value, err
		}, a.screenExact(target))
		return a.proven(ctx, need, target, Everywhere, err)
	})
}

// proven says of a need that any budget is enough only where that is proven, and not
// only seen.
func (a BudgetPath) proven(ctx context.Context, need RequiredBudget, target float64, limits proof.Side, err error) (RequiredBudget, error) {
	if err == nil && need.Any {
		need.Any, err = a.everyBudget(ctx, target, limits)
	}
	return need, err
}

// valueAt returns, at a budget, the value that must reach a target.
type valueAt func(context.Context, look) (float64, error)

// look is a budget to look at. Laws makes the law of each private answer there, and a context that receives
// the look's progress; results in memory need neither.
type look struct {
	epsilon float64
	laws    func() (context.Context, []mechanisms.Law, error)
}

// errNoMechanism is the error of a look at a budget that the mechanism does not have.
var errNoMechanism = errors.New("the mechanism has no such budget")

// need finds the least budget at which a value reaches a target, and as Any whether all others
// that it looks at do, each twice the last, where the least of all does. rough, which
// may be nil, tells sooner that one misses it (see screening). How far it is, within a look at
// a budget too, it reports to ctx.
func (a BudgetPath) need(ctx context.Context, target float64, value valueAt, rough screening) (RequiredBudget, error) {
	if !(target > 0 && target < 1) {
		return RequiredBudget{}, fmt.Errorf("target = %g is outside (0, 1)", target)
	}
	defer a.r.lattice.walk()()
	var left work.RemainingWork
	most := mechanisms.MostBudget(a.maker)
	looking := func(epsilon float64, step func() context.Context) look {
		return look{epsilon, func() (context.Context, []mechanisms.Law, error) {
			m, err := a.maker(epsilon)
			if err != nil {
				return nil, nil, errNoMechanism
			}
			laws := a.r.Laws(m)
			return step(), laws, a.r.CheckBins(laws)
		}}
	}
	over := func(v float64, err error) (float64, error) {
		if errors.Is(err, errNoMechanism) {
			return math.Inf(-1), nil
		}
		return v - target, err
	}
	of, failed := least.Asking(ctx)
	at := of(func(ctx context.Context, epsilon float64) (float64, error) {
		return over(value(ctx, looking(epsilon, func() context.Context { return left.Step(ctx, 0.05) })))
	})
	const walk = 0.8 // of the work, if it goes all the way
	walked := of(func(ctx context.Context, epsilon float64) (float64, error) {
		return over(rough.before(value)(ctx, looking(epsilon, func() context.Context {
			left.Reach(walk * math.Log(epsilon/mechanisms.Epsilon.Min) / math.Log(most/mechanisms.Epsilon.Min))
			return left.Step(ctx, 1e-4)
		})))
	})
	found := walkOver(most, a.width, walked).Find(at)
	need := RequiredBudget{Epsilon: math.NaN(), Value: math.NaN()}
	if found.Reached() {
		need = RequiredBudget{Epsilon: found.Least, Value: at(found.Least) + target}
		if !math.IsNaN(found.Missed) {
			need.Missed = found.Missed
		}
		need.Any = need.Missed == 0
		for e := 2 * found.Least; need.Any && e < most; e *= 2 {
			need.Any = at(e) >= 0
		}
	}
	if err := failed(); err != nil {
		return RequiredBudget{}, err
	}
	return need, nil
}

// walkOver walks up the budgets, and narrows the last step to a width, as in root.Bracket. It also looks at
// the top of a possible bump between steps, but may miss one narrower than a step.
func walkOver(most, width float64, screen least.Function) least.Walk {
	return least.Walk{
		Places: func(yield func(float64) bool) {
			for epsilon := mechanisms.Epsilon.Min; yield(epsilon) && epsilon < most; {
				epsilon = min(nextBudget(epsilon), most)
			}
		},
		Resolution: widestStep,
		Screen:     screen,
		Bump:       least.Concave,
		Top:        func(f least.Function, low, high float64) (at, value float64) { return optimize1d.Brent(f, low, high) },
		Narrow: func(f least.Function, missing, reaching least.Point) (below, above float64, found bool) {
			below, above = rootfind.Bracket(f, missing.X, reaching.X, missing.Value, reaching.Value, width)
			return below, above, true
		},
	}
}

// widestStep is the relative growth of a budget from one place of the walk to the next.
const widestStep = 0.2

// nextBudget steps by a fifth, but by no more than a quarter where plateaus of
// the laws still move through the cells of a classifier.
func nextBudget(epsilon float64) float64 {
	const fine = 40
	step := widestStep * epsilon
	if epsilon < fine {
		step = min(step, 0.25)
	}
	return epsilon + step
}

// needByGrowth alternates: the least budget for one box, then a better box at
// that budget.
func (a BudgetPath) needByGrowth(ctx context.Context, target float64, limits proof.Side) (RequiredBudget, error) {
	const rounds = 6
	best := RequiredBudget{Epsilon: math.NaN(), Value: math.NaN()}
	var left work.RemainingWork
	for _, start := range [...]float64{8, 64} {
		epsilon := min(start, mechanisms.MostBudget(a.maker))
		for range rounds {
			m, err := a.maker(epsilon)
			if err != nil {
				return RequiredBudget{}, err
			}
			box, err := a.grown(left.Step(ctx, 0.5), epsilon, a.r.Laws(m), limits)
			if err != nil {
				return RequiredBudget{}, err
			}
			need, err := a.need(left.Step(ctx, 0.1), target, func(_ context.Context, l look) (float64, error) {
				_, laws, err := l.laws()
				return Bound(laws, box.Sides), err
			}, nil)
			if err != nil {
				return RequiredBudget{}, err
			}
			need.Any = need.Any && a.lowestMass(box.Sides) >= target
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
