package training

import (
	"context"
	"sync"

	"dpscope/engine/work"
)

// Race runs every trial over so many seeds, from its own on: all trials with the
// first seed, then all with the next. show is handed the courses so far, now and
// then and never twice at a time.
func Race(ctx context.Context, trials []Trial, seeds int, show func([]Repeats, work.Progress)) ([]Repeats, error) {
	r := &race{courses: make([][]Course, len(trials))}
	of := 0.0
	for i, t := range trials {
		r.courses[i] = make([]Course, seeds)
		of += float64(seeds * t.Epochs)
	}
	news, stop := work.Telling(func() {
		if so, done := r.soFar(); done < of {
			show(so, work.Progress{Done: done, Of: of, What: "epochs"})
		}
	})
	defer stop()
	err := work.Each(ctx, seeds*len(trials), func(ctx context.Context, i int) error {
		t, seed := trials[i%len(trials)], i/len(trials)
		t.Seed += uint64(seed)
		enter := func(c Course, _ work.Progress) {
			r.enter(i%len(trials), seed, c)
			news()
		}
		c, err := t.Course(ctx, enter)
		if err == nil {
			enter(c, work.Progress{})
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	all, _ := r.soFar()
	return all, nil
}

// race gathers courses that several goroutines run.
type race struct {
	lock    sync.Mutex
	courses [][]Course // by trial, by seed
}

func (r *race) enter(trial, seed int, c Course) {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.courses[trial][seed] = c
}

// soFar are the courses that have begun, and how many epochs they have run.
func (r *race) soFar() (all []Repeats, epochs float64) {
	r.lock.Lock()
	defer r.lock.Unlock()
	for _, courses := range r.courses {
		var some Repeats
		for _, c := range courses {
			if c.Run > 0 || c.OneClass || c.Diverged > 0 {
				some = append(some, c)
				epochs += float64(c.Run)
			}
		}
		all = append(all, some)
	}
	return all, epochs
}
