package work

import (
	"context"
	"time"
)

// pace is how long a run took last that gave a T, where several cores took turns: what
// the page before leaves for the next of a slider that moves.
type pace[T any] struct{ each time.Duration }

// frame is what a key may be answered within.
const frame = 20 * time.Millisecond

// RepeatAtRest is Repeat of runs that the session keeps, of which kept looks some up. Where a
// slider moves, and what is not kept would take longer than a frame, what is kept is shown at
// once, and nothing runs until the slider rests: the key has the processors to itself.
func RepeatAtRest[S ~[]T, T any](ctx context.Context, things, seeds int, kept func(thing, seed int) (T, bool),
	run func(ctx context.Context, thing, seed int, enter func(T)) (T, error), show func(so []S, done float64),
) ([]S, error) {
	so, missing := make([]S, things), 0
	for seed := range seeds {
		for thing := range things {
			if v, found := kept(thing, seed); found {
				so[thing] = append(so[thing], v)
			} else {
				missing++
			}
		}
	}
	if last, found := StartOf[pace[T]](ctx); found && last.each*time.Duration(missing) > frame {
		show(so, float64(things*seeds-missing))
		if err := Rest(ctx); err != nil {
			return nil, err
		}
	}
	began := time.Now()
	all, err := Repeat(ctx, things, seeds, run, show)
	if err == nil && missing > 0 {
		LeaveStart(ctx, pace[T]{time.Since(began) / time.Duration(missing)})
	}
	return all, err
}
