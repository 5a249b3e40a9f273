package trial

import (
	"context"

	"dpscope/engine/work"
)

// Experiment is a set of trials over several seeds, with results of type S. A page runs all of them together
// and shows the results so far; a single answer runs only its own trial.
type Experiment[S any] struct {
	// Run sweeps all trials.
	Run func(ctx context.Context, show func(so []S, p work.Progress)) ([]S, error)

	each []*work.Once[S] // by trial
	all  *work.Once[[]S]
	none func(S) bool // reports that a trial has no run yet
}

// NewExperiment runs nothing yet.
func NewExperiment[S ~[]R, T Trial[T, R], R any](trials []T, seeds int) (e Experiment[S]) {
	e.Run = func(ctx context.Context, show func(so []S, p work.Progress)) ([]S, error) {
		return Sweep(ctx, trials, seeds, show)
	}
	e.none = func(so S) bool { return len(so) == 0 }
	e.all = work.NewOnce(func(ctx context.Context) ([]S, error) { return e.Run(ctx, nil) })
	for _, t := range trials {
		e.each = append(e.each, work.NewOnce(func(ctx context.Context) (S, error) { return Repeat[S](ctx, t, seeds) }))
	}
	return e
}

// All returns the results by trial, run once.
func (e Experiment[S]) All(ctx context.Context) ([]S, error) { return e.all.Get(ctx) }

// Of returns the results of one of the trials, by its index, run once.
func (e Experiment[S]) Of(ctx context.Context, trial int) (S, error) { return e.each[trial].Get(ctx) }

// Knowing returns the experiment with the results so far; trials without any remain for later.
func (e Experiment[S]) Knowing(so []S) Experiment[S] {
	e.each, e.all = make([]*work.Once[S], len(so)), work.Given(so)
	for i, runs := range so {
		if e.each[i] = work.Given(runs); e.none(runs) {
			e.each[i] = work.Later[S]()
		}
	}
	return e
}

// Later returns the experiment with all results left for later.
func (e Experiment[S]) Later() Experiment[S] {
	later := work.Later[S]()
	each := make([]*work.Once[S], len(e.each))
	for i := range each {
		each[i] = later
	}
	e.each, e.all = each, work.Later[[]S]()
	return e
}
