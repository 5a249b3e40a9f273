package training

import (
	"context"

	"dpscope/engine/work"
)

// Race runs every trial over so many seeds, from its own on: all trials with the
// first seed, then all with the next. show is handed the courses so far, now and
// then and never twice at a time.
func Race(ctx context.Context, trials []Trial, seeds int, show func([]Repeats, work.Progress)) ([]Repeats, error) {
	of := 0.0
	for _, t := range trials {
		of += float64(seeds * t.Epochs)
	}
	run := func(ctx context.Context, i, seed int, enter func(Course)) (Course, error) {
		t := trials[i]
		t.Seed += uint64(seed)
		return t.Course(ctx, func(c Course, p work.Progress) {
			enter(c)
			work.Report(ctx, p)
		})
	}
	return work.Repeat(ctx, len(trials), seeds, run, func(so []Repeats, _ float64) {
		if done := epochsRun(trials, so); done < of {
			show(so, work.Progress{Done: done, Of: of, What: "epochs"})
		}
	})
}

// epochsRun counts the epochs behind: of a course that ended early, all there were
// to be.
func epochsRun(trials []Trial, runs []Repeats) (sum float64) {
	for i, courses := range runs {
		for _, c := range courses {
			if c.Impatient || c.OneClass || c.Diverged > 0 {
				c.Run = trials[i].Epochs
			}
			sum += float64(c.Run)
		}
	}
	return sum
}
