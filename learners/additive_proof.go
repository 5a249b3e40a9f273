package learners

import (
	"context"

	"dpscope/learners/proof"
)

// Verifier decides every box when at most two coordinates are free.
func (a *AdditiveTrees) Verifier(free int) (proof.Verifier, proof.Exactness) {
	return a.plan().verifier(free, a.Predict)
}

// Map takes time proportional to the leaves that can be reached and the cells.
func (a *AdditiveTrees) Map(ctx context.Context, x []float64, free []int) (*proof.DecisionMap, error) {
	return a.plan().mapAt(ctx, x, free)
}
