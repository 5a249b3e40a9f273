// Package trial runs what a seed decides, a fit or a training, over many seeds, and keeps the results.
//
// A page asks an Experiment for all of its trials, a single answer for its own; while they run it returns the
// results so far. A trial is a comparable value and its key, so that another picture trains nothing again.
package trial

import (
	"context"
	"math/rand/v2"

	"dpscope/engine/work"
	"dpscope/mechanisms/accounting"
)

// Trial is a fit or a training with a result R. Equal trials have equal results, on any number of cores.
type Trial[T, R any] interface {
	comparable

	// Content returns the trial with the identities of its files, and without settings that do not affect its
	// result: the result's key.
	Content(ctx context.Context) T

	// At returns the trial with its seed increased.
	At(seed uint64) T

	// Size returns the number of steps, and their name.
	Size() (steps float64, unit string)

	// Run computes the result and reports its progress to ctx. show receives partial results before it ends.
	Run(ctx context.Context, show func(R)) (R, error)

	// Bytes returns the size of a result in the session's store.
	Bytes(R) int64
}

// Do runs a trial, unless the session keeps its result. show may be nil.
func Do[T Trial[T, R], R any](ctx context.Context, t T, show func(R)) (R, error) {
	run := func(ctx context.Context, tell func(*R, work.Progress)) (*R, error) {
		var part *R
		r, err := t.Run(work.Reporting(ctx, func(p work.Progress) { tell(part, p) }), func(r R) { part = &r })
		return &r, err
	}
	r, err := work.Do(ctx, work.Job[*R]{Key: t.Content(ctx), Bytes: func(r *R) int64 { return t.Bytes(*r) }, Run: run},
		func(part *R, p work.Progress) {
			if part != nil && show != nil {
				show(*part)
			}
			work.Report(ctx, p)
		})
	if err != nil {
		var none R
		return none, err
	}
	return *r, nil
}

// Open returns the session's copy of what read takes from files; empty names are ignored. The key holds their
// identities.
func Open[R any](ctx context.Context, key any, bytes func(R) int64, read func(context.Context) (R, error), files ...string) (R, error) {
	for _, path := range files {
		if path == "" {
			continue
		}
		if err := work.MayOpen(ctx, path); err != nil {
			var none R
			return none, err
		}
	}
	return work.Reported(ctx, key, bytes, read)
}

// Random returns one of a seed's streams of random numbers.
func Random(seed, stream uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, stream)) }

// Steps are the steps of noisy gradient descent: in each, every record takes part with probability Rate.
type Steps struct {
	Rate           float64
	Count          int
	Epsilon, Delta float64 // of all steps, for neighbours that differ by the presence of one record
}

// Deviation returns the standard deviation of the noise of a step, in units of the clip, that suffices by the
// law of the privacy loss, hardly above the least.
func (s Steps) Deviation(ctx context.Context) (float64, error) {
	return work.Do(ctx, work.Simple(s, func(float64) int64 { return 64 }, func(ctx context.Context) (float64, error) {
		return accounting.LeastDeviation(ctx, s.Rate, s.Count, s.Epsilon, s.Delta)
	}), nil)
}
