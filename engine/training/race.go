package training

import (
	"context"
	"slices"

	"dpscope/engine/work"
)

// Race runs every trial over so many seeds, from its own on: all trials with the
// first seed, then all with the next. show is handed the courses so far, now and
// then and never twice at a time; until an epoch of one has been judged, less than one
// is said to be done. For a slider that moves, trainings that take long begin where it
// rests.
func Race(ctx context.Context, trials []Trial, seeds int, show func([]Repeats, work.Progress)) ([]Repeats, error) {
	of := 0.0
	for _, t := range trials {
		of += float64(seeds * t.Epochs)
	}
	from := func(i, seed int) Trial {
		t := trials[i]
		t.Seed += uint64(seed)
		return t
	}
	kept := func(i, seed int) (Course, bool) { return work.Peek[Course](ctx, from(i, seed).key(ctx)) }
	run := func(ctx context.Context, i, seed int, enter func(Course)) (Course, error) {
		return from(i, seed).course(ctx, func(c Course, p work.Progress) {
			enter(c)
			work.Report(ctx, p)
		})
	}
	return work.RepeatAtRest(ctx, len(trials), seeds, kept, run, func(so []Repeats, done float64) {
		p := work.Progress{Done: done / float64(len(trials)*seeds) * of, Of: of, What: "epochs"}
		if !begun(so) {
			p.Done = min(p.Done, 0.9)
		}
		show(so, p)
	})
}

// begun reports whether there is anything to see of a training.
func begun(runs []Repeats) bool {
	return slices.ContainsFunc(runs, func(r Repeats) bool {
		return slices.ContainsFunc(r, func(c Course) bool { return len(c.Epochs) > 0 || c.OneClass || c.Diverged > 0 })
	})
}
