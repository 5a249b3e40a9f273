package trial

import (
	"context"
	"math"
	"time"

	"dpscope/engine/known"
	"dpscope/engine/work"
)

// pace is the mean time of a run with result R, with all cores at work: pages, even aborted ones, leave it
// for the next one while a slider moves.
type pace[R any] struct{ each time.Duration }

// takes returns the time that many runs would take.
func (p pace[R]) takes(runs int) time.Duration { return p.each * time.Duration(runs) }

// frame is the longest time in which a key may be answered; moment is the part of it that
// leaves time for drawing.
const (
	frame  = 20 * time.Millisecond
	moment = 1500 * time.Microsecond
)

// Sweep runs every trial with several seeds, from its own on: all trials with the first seed, then all with
// the next. It returns the results by trial, in the order of the seeds. show receives the results so far,
// partial ones too, now and then and never twice at a time; while there are none, less than one step is
// reported as done. With a nil show it reports the overall progress to ctx. While a slider moves, and the
// runs not yet kept would take longer than a moment, it runs as many seeds as fit, and shows the kept results
// until the slider rests: the key then has the processors to itself. If not even one seed fits, it runs all
// at once if they take less than a frame, and none otherwise.
func Sweep[S ~[]R, T Trial[T, R], R any](ctx context.Context, trials []T, seeds int, show func(so []S, p work.Progress)) ([]S, error) {
	steps, unit, count := 0.0, "", len(trials)*seeds
	for _, t := range trials {
		each, name := t.Size()
		steps, unit = steps+each*float64(seeds), name
	}
	tell := func(so []S, done float64) {
		p := work.Progress{Done: done / float64(count) * steps, Of: steps, What: unit}
		switch {
		case show == nil:
			work.Report(ctx, p)
			return
		case !begun(so):
			p.Done /= 1 + p.Done
		}
		show(so, p)
	}
	so, missing := kept[S](ctx, trials, seeds)
	if len(missing) == 0 {
		return so, ctx.Err()
	}
	if last, found := work.StartOf[pace[R]](ctx); found && last.takes(len(missing)) > moment {
		some, err := begin(ctx, missing, last)
		if err != nil {
			return nil, err
		}
		if some {
			so, missing = kept[S](ctx, trials, seeds)
		}
		if some || last.takes(len(missing)) > frame {
			tell(so, float64(count-len(missing)))
			if err := work.Rest(ctx); err != nil {
				return nil, err
			}
		}
	}
	began := time.Now()
	all, err := work.Repeat(ctx, len(trials), seeds, func(ctx context.Context, i, seed int, enter func(R)) (R, error) {
		return Do(ctx, trials[i].At(uint64(seed)), enter)
	}, tell)
	ran, took := len(missing), time.Since(began)
	if err != nil { // aborted runs measure the pace too
		_, left := kept[S](ctx, trials, seeds)
		ran -= len(left)
	}
	if err == nil || ran > 0 || took > frame {
		work.LeaveStart(ctx, pace[R]{took / time.Duration(max(ran, 1))})
	}
	return all, err
}

// Repeat sweeps one trial.
func Repeat[S ~[]R, T Trial[T, R], R any](ctx context.Context, t T, seeds int) (S, error) {
	all, err := Sweep[S](ctx, []T{t}, seeds, nil)
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// begin runs all missing trials with the first seeds, as many as fit in a moment, and reports whether there
// are any.
func begin[T Trial[T, R], R any](ctx context.Context, missing []seeded[T], last pace[R]) (bool, error) {
	few := 0
	for few < len(missing) && last.takes(few+1) <= moment {
		few++
	}
	for few > 0 && few < len(missing) && missing[few].seed == missing[few-1].seed { // others go without it
		few--
	}
	return few > 0, work.Each(ctx, few, func(ctx context.Context, i int) error {
		_, err := Do(ctx, missing[i].trial, nil)
		return err
	})
}

// seeded is a trial at one of the seeds, from 0 on.
type seeded[T any] struct {
	trial T
	seed  int
}

// kept returns the results that the session keeps, and the missing runs: all trials with the first seed, then
// all with the next.
func kept[S ~[]R, T Trial[T, R], R any](ctx context.Context, trials []T, seeds int) (so []S, missing []seeded[T]) {
	so = make([]S, len(trials))
	for seed := range seeds {
		for i, t := range trials {
			at := t.At(uint64(seed))
			if r, found := work.Peek[*R](ctx, at.Content(ctx)); found {
				so[i] = append(so[i], *r)
			} else {
				missing = append(missing, seeded[T]{at, seed})
			}
		}
	}
	return so, missing
}

// begun reports whether there is any result.
func begun[S ~[]R, R any](so []S) bool {
	for _, some := range so {
		if len(some) > 0 {
			return true
		}
	}
	return false
}

// Summary summarises a number over the results that have it.
func Summary[R any](so []R, of func(R) (v float64, found bool)) known.Summary {
	var values []float64
	for _, r := range so {
		if v, found := of(r); found {
			values = append(values, v)
		}
	}
	return known.Summarise(values)
}

// Number returns a result, which is missing if it is NaN.
func Number(v float64) (float64, bool) { return v, !math.IsNaN(v) }
