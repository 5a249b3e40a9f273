package agreement

import (
	"context"

	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// Without a path a question is asked alone, as tests do.

func (r *Region) NeedForBox(ctx context.Context, maker mechanisms.Family, target float64, limits proof.Side) (RequiredBudget, error) {
	return r.BudgetPath(maker, nil).NeedForBox(ctx, target, limits)
}

func (r *Region) NeedForExact(ctx context.Context, maker mechanisms.Family, target float64) (RequiredBudget, error) {
	return r.BudgetPath(maker, nil).RequiredForAgreement(ctx, target)
}

func (r *Region) SplitForBox(ctx context.Context, maker mechanisms.Family, total float64, limits proof.Side) (Split, error) {
	return r.BudgetPath(maker, nil).SplitForBox(ctx, total, limits)
}

func (r *Region) SplitForExact(ctx context.Context, maker mechanisms.Family, total float64) (Split, error) {
	return r.BudgetPath(maker, nil).SplitForExact(ctx, total)
}
