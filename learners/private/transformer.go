package private

import (
	"context"
	"math/rand/v2"

	"dpscope/learners/train"
)

// Transformer is a score of two classes by attention between features, trained by Descent: the logistic loss,
// and a gradient over all weights at once, clipped and then weighted for each record, with noise once a step.
type Transformer struct {
	Descent
	Shape train.Transformer
}

// Fit trains from weights drawn by public coins, and returns the score after the last step. Neither the number
// of steps nor the dropout of a step depends on the records.
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
