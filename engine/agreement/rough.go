package agreement

import (
	"context"

	"dpscope/engine/work"
	"dpscope/learners/proof"
)

// roughAt looks at a budget with little effort: it reports whether the target is
// missed there for certain, and then about what the value is, which is less than
// the target. A walk over budgets asks it first, for it passes by many that are
// far from the target.
type roughAt func(context.Context, look) (value float64, misses bool, err error)

// before asks for a value where it may reach the target.
func (rough roughAt) before(value valueAt) valueAt {
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

// roughSteps are those of the coarser lattices that are tried.
var roughSteps = [...]int{1 << 11, 1 << 14}

// roughExact convolves on coarser lattices, whose upper ends are on the safe
// side; nil where no lattice is needed.
func (a Along) roughExact(target float64) roughAt {
	if !a.r.OnLattice() {
		return nil
	}
	return func(ctx context.Context, l look) (float64, bool, error) {
		for _, steps := range roughSteps {
			e, err := remember(ctx, a, latticeAt{l.epsilon, steps}, nothing, func() (told, error) {
				ctx, laws, err := l.laws()
				if err != nil {
					return told{}, err
				}
				e, err := a.r.convolved(ctx, laws, steps)
				return told{e.Low, e.High}, err
			})
			if err != nil || e.high < target {
				return e.value, true, err
			}
		}
		return 0, false, nil
	}
}

// roughBox stops a search as soon as no box can reach the target; nil where the
// largest box is found otherwise.
func (a Along) roughBox(target float64, limits proof.Side) roughAt {
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
