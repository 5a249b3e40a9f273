package survey

import (
	"context"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/mechanisms/frequency"
)

// walk solves the margin of error for ε, n or k: it jumps with whole counts.
func walk(q survey, unknown string) func(context.Context, float64) (engine.Walked, error) {
	switch unknown {
	case frequency.Epsilon.Name:
		return walked(false, func(ctx context.Context, target float64) (known.Value, error) {
			return q.LeastEpsilon(ctx, target), nil
		})
	case people.Name:
		return walked(false, q.LeastPeople)
	case options.Name:
		return walked(true, func(_ context.Context, target float64) (known.Value, error) {
			return q.MostOptionsAt(target, options.Min), nil
		})
	}
	return nil
}

func walked(lesser bool, last func(ctx context.Context, target float64) (known.Value, error)) func(context.Context, float64) (engine.Walked, error) {
	return func(ctx context.Context, target float64) (engine.Walked, error) {
		at, err := last(ctx, target)
		return engine.Walked{At: at, Lesser: lesser}, err
	}
}
