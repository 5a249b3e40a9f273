package audit

import (
	"context"
	"math/rand/v2"

	"dpscope/engine/work"
)

// Simulated returns 4,000 runs of Laplace noise for ε = 1 with half the scale because of a bug: it spends 2.
func Simulated(ctx context.Context) (*Runs, error) {
	type key struct{}
	return work.Reported(ctx, key{}, (*Runs).Bytes, func(context.Context) (*Runs, error) {
		const runs, scale = 4000, 0.5
		var c Counting
		for pass := range 2 {
			if pass > 0 {
				c.Again()
			}
			rng := rand.New(rand.NewPCG(2006, 12))
			for i := range runs {
				score := rng.ExpFloat64() * scale
				if rng.IntN(2) == 0 {
					score = -score
				}
				in := i%2 == 0
				if in {
					score++
				}
				c.Add(in, score)
			}
		}
		return c.Runs(), nil
	})
}
