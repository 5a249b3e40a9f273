package view

import (
	"context"

	"dpscope/engine"
	"dpscope/engine/trial"
	"dpscope/engine/work"
)

// Running runs an experiment, and shows the page of its results so far: sheet draws it, and knowing returns the question
// restricted to them.
func Running[Q, S any](ctx context.Context, e trial.Experiment[S], readings []Entry[Q],
	knowing func(so []S) Q, sheet func(so []S) engine.Sheet, show func(engine.Sheet)) ([]S, error) {
	return e.Run(ctx, func(so []S, p work.Progress) {
		part := sheet(so)
		part.Progress, part.Settling = p, true
		SoFar(ctx, part, readings, knowing(so), show)
	})
}

// Run is Running for a page that the same drawing ends.
func Run[Q, S any](ctx context.Context, e trial.Experiment[S], readings []Entry[Q],
	knowing func(so []S) Q, sheet func(so []S) engine.Sheet, show func(engine.Sheet)) (engine.Sheet, error) {
	runs, err := Running(ctx, e, readings, knowing, sheet, show)
	if err != nil {
		return engine.Sheet{}, err
	}
	return sheet(runs), nil
}
