package learners

import (
	"context"

	"dpscope/learners/proof"
)

// Verifier decides every box.
func (t *Tree) Verifier(int) (proof.Verifier, proof.Exactness) {
	return newForestVerifier([]*Tree{t}, t.Predict), proof.Complete
}

// Map takes time proportional to the leaves that can be reached and the cells.
func (t *Tree) Map(ctx context.Context, x []float64, free []int) (*proof.DecisionMap, error) {
	return mapTrees(ctx, []*Tree{t}, x, free)
}
