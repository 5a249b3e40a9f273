package imbalance

import (
	"context"
	"math"

	"dpscope/engine/known"
	"dpscope/engine/work"
)

// Sweep runs every trial over so many seeds, from its own on: all trials with the
// first seed, then all with the next. show is handed the results so far, by trial,
// now and then and never twice at a time. Where a slider moves, long runs begin when it
// rests.
func Sweep(ctx context.Context, trials []Trial, seeds int, show func([]Repeats, work.Progress)) ([]Repeats, error) {
	from := func(i, seed int) Trial {
		t := trials[i]
		t.Seed += uint64(seed)
		return t
	}
	kept := func(i, seed int) (Result, bool) { return work.Peek[Result](ctx, from(i, seed).key(ctx)) }
	run := func(ctx context.Context, i, seed int, _ func(Result)) (Result, error) { return from(i, seed).Run(ctx) }
	return work.RepeatAtRest(ctx, len(trials), seeds, kept, run, func(so []Repeats, done float64) {
		show(so, work.Progress{Done: done, Of: float64(len(trials) * seeds), What: "fits"})
	})
}

// Repeats are the results of one trial over several seeds, those that have run.
type Repeats []Result

// Summary is of one measure, which is no number for a seed without one of the
// classes.
func (r Repeats) Summary(of func(Result) float64) known.Summary {
	var values []float64
	for _, result := range r {
		if v := of(result); !math.IsNaN(v) {
			values = append(values, v)
		}
	}
	return known.Summarise(values)
}
