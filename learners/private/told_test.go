package private

import (
	"context"
	"math/rand/v2"
	"testing"

	"dpscope/engine/work"
)

// Fits tell of every step, on a part of the records and on all, of every model and of
// every step of descent, and none goes back or is told as whole before it ends.
func TestFitsTellOfEveryStep(t *testing.T) {
	rows := made(3000, 3, rand.New(rand.NewPCG(3, 1)))
	fit := Fit{Epsilon: 5, Lambda: 1e-3, Weights: Even}
	for name, c := range map[string]struct {
		least int
		run   func(ctx context.Context, rng *rand.Rand) error
	}{
		"fit": {6, func(ctx context.Context, rng *rand.Rand) error {
			_, err := fit.Beta(ctx, rows, NewDraw(rows.Dims, rng), nil)
			return err
		}},
		"bagging": {30, func(ctx context.Context, rng *rand.Rand) error {
			_, err := Bagging{Fit: fit, Models: 6, Share: 0.5}.Betas(ctx, rows, rng)
			return err
		}},
		"descent": {50, func(ctx context.Context, rng *rand.Rand) error {
			_, err := Descent{Rate: 0.1, Steps: 50, Clip: 1, Pace: 6, Weights: Even}.Beta(ctx, rows, rng)
			return err
		}},
	} {
		told, last := 0, -1.0
		ctx := work.Reporting(t.Context(), func(p work.Progress) {
			if told++; p.Share() < last || p.Share() >= 1 {
				t.Errorf("%s: after %v comes %v", name, last, p.Share())
			}
			last = p.Share()
		})
		if err := c.run(ctx, rand.New(rand.NewPCG(7, 7))); err != nil || told < c.least {
			t.Errorf("%s told %d times, %v", name, told, err)
		}
	}
}
