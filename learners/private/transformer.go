package private

import (
	"context"
	"math/rand/v2"

	"dpscope/learners/train"
)

// Transformer is a score of two classes by attention between features, trained by Descent: the logistic loss, a gradient over all weights at
// once, which is cut and then weighed for each record, with noise once a step.
type Transformer struct {
	Descent
	Shape train.Transformer
}

// Fit trains from weights drawn from public coins, and returns the score after the last step; nothing of the records decides when that is. What
// a step leaves out at random does not depend on the records either.
func (t Transformer) Fit(ctx context.Context, r train.Records, rng *rand.Rand) (*train.Former, error) {
	if err := t.check(); err != nil {
		return nil, err
	}
	score := t.Shape.New(r.Dims, rng)
	var failed error
	add := func(taken []int) {
		failed = score.Sum(ctx, r, taken, train.Charge{Slope: train.Logistic, Weight: t.Weights.Of, Clip: t.Clip, Seed: rng.Uint64()})
	}
	err := descend(ctx, t.Descent, len(r.Positive), t.chance(len(r.Positive), rng), nil, score.Weights(), score.Gradient(), add,
		func(int) error { return failed })
	return score, err
}
