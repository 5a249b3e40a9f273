// Package trial runs what a seed decides, a fit or a training, over many seeds, and
// keeps what it has given.
//
// A page asks an Experiment for all of its trials, an answer for the one that it is about; while they
// run it gives those that there are. A trial is a comparable value and its key, so another picture
// trains nothing again.
package trial

import (
	"context"
	"math/rand/v2"

	"dpscope/engine/work"
	"dpscope/mechanisms/accounting"
)

// Trial is a fit or a training, whose result is an R. Equal trials have equal results, on
// any number of cores.
type Trial[T, R any] interface {
	comparable

	// Content is the trial with the identities of its files, and without what its result
	// does not depend on: the key of the result.
	Content(ctx context.Context) T

	// At is the trial with its seed increased.
	At(seed uint64) T

	// Size is the number of steps, and what they are called.
	Size() (steps float64, unit string)

	// Run computes the result and reports its progress to ctx. show takes what there is
	// of the result before it ends.
	Run(ctx context.Context, show func(R)) (R, error)

	// Bytes is the size of a result in the session's store.
	Bytes(R) int64
}

// Do is Run, unless the session keeps the result. show may be nil.
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

// Open returns the session's copy of what read takes from files, of which some may be
// unnamed. The key holds their identities.
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

// Random is one of the streams of random numbers of a seed.
func Random(seed, stream uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, stream)) }

// Steps are those of noisy gradient descent: in each, every record takes part with
// probability Rate.
type Steps struct {
	Rate           float64
	Count          int
	Epsilon, Delta float64 // of all steps, where neighbours differ by one record more
}

// Deviation is the standard deviation of the noise of a step, in units of the clip, that
// is enough by the law of the privacy loss, and hardly more than the least.
func (s Steps) Deviation(ctx context.Context) (float64, error) {
	return work.Do(ctx, work.Simple(s, func(float64) int64 { return 64 }, func(ctx context.Context) (float64, error) {
		return accounting.LeastDeviation(ctx, s.Rate, s.Count, s.Epsilon, s.Delta)
	}), nil)
}
