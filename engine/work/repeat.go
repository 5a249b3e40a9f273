package work

import (
	"context"
	"sync"
)

// Repeat runs several things with several seeds: all with the first seed, then all with the next. A run may
// enter a partial result before it ends, and its reports to its context count as a part of it. show receives
// the entered results, by thing and in the order of the seeds, and how many runs are done, with parts: now
// and then, never twice at a time, and not after the last.
func Repeat[S ~[]T, T any](ctx context.Context, things, seeds int, run func(ctx context.Context, thing, seed int, enter func(T)) (T, error),
	show func(so []S, done float64)) ([]S, error) {
	r := &repeated[S, T]{entered: make([][]*T, things)}
	for i := range r.entered {
		r.entered[i] = make([]*T, seeds)
	}
	count := things * seeds
	news, stop := Throttle(func() {
		if so, done := r.soFar(); done < float64(count) {
			show(so, done)
		}
	})
	defer stop()
	parts := NewParts(count, func(done float64) {
		r.reach(done)
		news()
	})
	err := Each(ctx, count, func(ctx context.Context, i int) error {
		enter := func(v T) { r.enter(i%things, i/things, v) }
		v, err := run(parts.Of(ctx, i), i%things, i/things, enter)
		if err == nil {
			enter(v)
			parts.End(i)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	all, _ := r.soFar()
	return all, nil
}

// repeated gathers what several goroutines enter.
type repeated[S ~[]T, T any] struct {
	lock    sync.Mutex
	entered [][]*T // nil where a run has entered nothing yet
	done    float64
}

func (r *repeated[S, T]) enter(thing, seed int, v T) {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.entered[thing][seed] = &v
}

func (r *repeated[S, T]) reach(done float64) {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.done = done
}

// soFar lists the entered results, and how many runs are done.
func (r *repeated[S, T]) soFar() (all []S, done float64) {
	r.lock.Lock()
	defer r.lock.Unlock()
	for _, seeds := range r.entered {
		var some S
		for _, v := range seeds {
			if v != nil {
				some = append(some, *v)
			}
		}
		all = append(all, some)
	}
	return all, r.done
}
