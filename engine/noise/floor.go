package noise

import (
	"context"

	"dpscope/engine/known"
	"dpscope/engine/work"
	"dpscope/mechanisms/optimal"
)

// floorKey names the bound of a question in a session's store.
type floorKey struct{ of Question }

// Floor is what no noise is better than, of any support: those of one shape, if
// one is asked for.
func (q Question) Floor(ctx context.Context) (known.Value, error) {
	if err := q.refused(); err != nil {
		return known.Nothing(err.Error()), nil
	}
	if q.Delta == 0 {
		best, err := q.Best(ctx)
		return known.OrMore(best.Loss), err
	}
	return work.Do(ctx, work.Simple(floorKey{q}, func(known.Value) int64 { return 100 }, func(ctx context.Context) (known.Value, error) {
		f, err := optimal.Floor(ctx, q.problem())
		if impossible(err) {
			return known.Nothing(err.Error()), nil
		}
		return known.OrMore(max(0, f) * q.Scale()), err
	}), nil)
}
