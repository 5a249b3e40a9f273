package composition

import (
	"context"

	"dpscope/engine/work"
)

// prepareKey identifies a session's preparation of a question and a target.
type prepareKey struct {
	of     Budget
	target float64
}

// Prepare computes the slow answers side by side, for the session's store: the Bounds, the Guess, and the
// noise and the steps for a target. show receives the overall progress.
func (b Budget) Prepare(ctx context.Context, target float64, show func(work.Progress)) error {
	long := []func(context.Context) error{
		func(ctx context.Context) error { _, err := b.Bounds(ctx); return err },
		func(ctx context.Context) error { _, err := b.Guess(ctx); return err },
		func(ctx context.Context) error { _, err := b.SigmaFor(ctx, target); return err },
		func(ctx context.Context) error { _, err := b.StepsFor(ctx, target); return err },
	}
	type done struct{}
	_, err := work.Do(ctx, work.Job[done]{Key: prepareKey{b, target},
		Run: func(ctx context.Context, show func(done, work.Progress)) (done, error) {
			count := float64(len(long))
			parts := work.NewParts(len(long), func(so float64) { show(done{}, work.Progress{Done: 100 * so / count, Of: 100, What: "%"}) })
			return done{}, work.Each(ctx, len(long), func(ctx context.Context, i int) error {
				defer parts.End(i)
				return long[i](parts.Of(ctx, i))
			})
		}}, func(_ done, p work.Progress) {
		if p.Partial() {
			show(p)
		}
	})
	return err
}
