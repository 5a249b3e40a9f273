package agreement

import (
	"context"

	"dpscope/engine/known"
	"dpscope/engine/work"
	"dpscope/mechanisms"
)

// Choice asks which mechanism keeps a prediction for the least budget, and how to share out
// a total over the private features. It is comparable.
type Choice struct {
	*Subject
	Certified     bool // judged by the mass of the largest proven box, and not by the agreement itself
	Target, Total float64
	Nearly        bool // budgets are enough, and of splits few are tried: see Along.Nearly
}

// along returns the subject under a mechanism, with the effort of the question.
func (c Choice) along(m mechanisms.Setting) BudgetPath {
	if c.Nearly {
		return c.BudgetPath(m).Nearly()
	}
	return c.BudgetPath(m)
}

// Need returns the least budget per feature with which a mechanism reaches the target.
func (c Choice) Need(ctx context.Context, m mechanisms.Setting) (RequiredBudget, error) {
	if c.Certified {
		return c.along(m).NeedForBox(ctx, c.Target, UnitInterval)
	}
	return c.along(m).RequiredForAgreement(ctx, c.Target)
}

// Split shares out the total with a mechanism.
func (c Choice) Split(ctx context.Context, m mechanisms.Setting) (Split, error) {
	if c.Certified {
		return c.along(m).SplitForBox(ctx, c.Total, UnitInterval)
	}
	return c.along(m).SplitForExact(ctx, c.Total)
}

// Known reports whether the session keeps the needs of all mechanisms, and the split with the shared one.
func (c Choice) Known(ctx context.Context, all []mechanisms.Setting, shared mechanisms.Setting) bool {
	for _, m := range all {
		if along := c.along(m); !c.Certified && !along.KnowsExact(ctx, c.Target) || c.Certified && !along.KnowsBox(ctx, c.Target, UnitInterval) {
			return false
		}
	}
	along := c.along(shared)
	return !c.Certified && along.KnowsExactSplit(ctx, c.Total) || c.Certified && along.KnowsBoxSplit(ctx, c.Total, UnitInterval)
}

// Basis says how budgets are known.
func (c Choice) Basis() known.Basis {
	if c.Nearly || c.Certified {
		return known.AtMost
	}
	return c.Region.NeedBasis()
}

// SplitBasis says how the agreement with a split is known.
func (c Choice) SplitBasis() known.Basis {
	if c.Certified {
		return known.AtLeast
	}
	return known.Exact
}

// Needs holds the least budget per feature of each mechanism, by name.
type Needs map[string]*work.Once[RequiredBudget]

// Rank sorts the mechanisms by need; show, which may be nil, receives those known so far.
func (n Needs) Rank(ctx context.Context, show func([]Ranked, work.Progress)) ([]Ranked, error) {
	var candidates []Candidate
	for _, kind := range mechanisms.All.Kinds {
		candidates = append(candidates, Candidate{Name: kind.Name})
	}
	return Rank(ctx, candidates, func(ctx context.Context, c Candidate) (RequiredBudget, error) { return n[c.Name].Get(ctx) }, show)
}

// Value returns one mechanism's need, or why there is no answer.
func (n Needs) Value(ctx context.Context, mechanism string, basis known.Basis) (known.Value, error) {
	once, found := n[mechanism]
	if !found {
		_, err := mechanisms.All.Find(mechanism)
		return known.Value{}, err
	}
	need, err := once.Get(ctx)
	v, err := OrRefused(ctx, need.Known(basis), err)
	if need.Any { // the end of the range is no answer
		v.Word = known.AnyBudget
		if basis == known.Estimate {
			v.Basis = basis
		}
	}
	return v, err
}

// OrRefused takes an error that is not the context's for the reason why there is no answer.
func OrRefused(ctx context.Context, v known.Value, err error) (known.Value, error) {
	if err != nil && ctx.Err() == nil {
		return known.Refused(err.Error()), nil
	}
	return v, ctx.Err()
}
