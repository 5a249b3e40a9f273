package agreement

import (
	"context"

	"dpscope/engine/work"
	"dpscope/learners/proof"
)

// screening looks at a budget with little effort: it reports whether the target is certainly missed there,
// and then an approximate value below the target. A walk over budgets asks it first, because most budgets are
// far from the target.
type screening func(context.Context, look) (value float64, misses bool, err error)

// before asks for a value where it may reach the target.
func (rough screening) before(value valueAt) valueAt {
	if rough == nil {
		return value
	}
	return func(ctx context.Context, l look) (float64, error) {
		if v, misses, err := rough(ctx, l); misses || err != nil {
			return v, err
		}
		return value(ctx, l)
	}
}

// screeningSteps lists the steps of the coarser lattices to try.
var screeningSteps = [...]int{1 << 11, 1 << 14}

// screenExact convolves on coarser lattices, with upper ends on the safe side; nil if no lattice is needed.
func (a BudgetPath) screenExact(target float64) screening {
	if !a.r.OnLattice() {
		return nil
	}
	return func(ctx context.Context, l look) (float64, bool, error) {
		for _, steps := range screeningSteps {
			e, err := remember(ctx, a, latticeAt{l.epsilon, steps}, nothing, func() (exactMass, error) {
				ctx, laws, err := l.laws()
				if err != nil {
					return exactMass{}, err
				}
				e, err := new(margins).of(ctx, a.r, laws, steps)
				return exactMass{e.Low, e.High}, err
			})
			if err != nil || e.high < target {
				return e.value, true, err
			}
		}
		return 0, false, nil
	}
}

// screenBox stops a search as soon as no box can reach the target; nil where the
// largest box is found otherwise.
func (a BudgetPath) screenBox(target float64, limits proof.Side) screening {
	r := a.r
	if r.grid != nil || r.can.Separating != nil || len(r.Private) != 2 || !r.drawn() {
		return nil
	}
	return func(ctx context.Context, l look) (float64, bool, error) {
		if exact, err := a.exact(ctx, l); err != nil || exact.high < target {
			return exact.value, true, err
		}
		if _, found := work.Peek[float64](ctx, budgetKey{a.key, safeAt{l.epsilon, limits}}); found {
			return 0, false, nil
		}
		ctx, laws, err := l.laws()
		if err != nil {
			return 0, true, err
		}
		return r.boxMisses(ctx, laws, limits, target)
	}
}
