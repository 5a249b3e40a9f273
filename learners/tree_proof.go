package learners

import (
	"context"

	"dpscope/learners/proof"
)

// Verifier decides every box.
func (t *Tree) Verifier(int) (proof.Verifier, proof.Exactness) {
	return forestVerifier{t.plan(), t.Predict}, proof.Complete
}

// Map takes time proportional to the leaves that can be reached and the cells.
func (t *Tree) Map(ctx context.Context, x []float64, free []int) (*proof.DecisionMap, error) {
	return t.plan().mapAt(ctx, x, free)
}

func (t *Tree) plan() *treePlan { return t.planned.of(treeSum{trees: []*Tree{t}, mean: true}) }
