package work

import (
	"context"
	"sync"
	"sync/atomic"
)

// Each calls do with every number from 0 to below count, on the free cores, roughly in increasing order. The
// first error, or panic as a *PanicError, ends the context of the others and is returned; otherwise the error
// of ctx is.
func Each(ctx context.Context, count int, do func(ctx context.Context, i int) error) error {
	return Seated(ctx, count, func(ctx context.Context, _, i int) error { return do(ctx, i) })
}

// Seated is Each for work with memory of its own: calls that run at once have different seats, from 0 to
// below Seats(ctx) and to below count.
//
// The caller always works. Before every piece of work it looks for free processors, so that work begun while
// all are taken grows when one comes free, and nested work never takes more than there are. No result may
// depend on the seat.
func Seated(ctx context.Context, count int, do func(ctx context.Context, seat, i int) error) error {
	within, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	within = Yielding(within)
	var next atomic.Int64
	step := func(ctx context.Context, seat int) bool {
		i := int(next.Add(1)) - 1
		if i >= count || within.Err() != nil {
			return false
		}
		if _, err := Recover(func() (any, error) { return nil, do(ctx, seat, i) }); err != nil {
			cancel(err)
		}
		return true
	}
	s := sessionOf(ctx)
	if count <= 1 || s.helpersAtMost() == 0 {
		for step(within, 0) {
		}
		return context.Cause(within)
	}
	s.enter()
	defer s.leave()
	seats := newSeats(min(s.helpersAtMost(), count-1))
	var helpers sync.WaitGroup
	for {
		for int(next.Load())+1 < count && within.Err() == nil {
			seat, free := seats.take(s)
			if !free {
				break
			}
			helpers.Go(func() {
				s.help(within, func(ctx context.Context) bool { return step(ctx, seat) })
				seats <- seat
			})
		}
		if !step(within, 0) {
			break
		}
	}
	helpers.Wait()
	return context.Cause(within)
}

// seats holds the free seats of helpers: the caller has seat 0.
type seats chan int

func newSeats(count int) seats {
	s := make(seats, count)
	for k := range count {
		s <- k + 1
	}
	return s
}

// take takes a seat and a processor, where there are both.
func (s seats) take(of *Session) (seat int, free bool) {
	select {
	case seat = <-s:
	default:
		return 0, false
	}
	if !of.take() {
		s <- seat
		return 0, false
	}
	return seat, true
}

// ParallelFor is Seated for work without errors: if ctx ends, some of it stays undone. A panic of one call
// ends the others, and the caller panics with it.
func ParallelFor(ctx context.Context, count int, do func(ctx context.Context, seat, i int)) {
	err := Seated(ctx, count, func(ctx context.Context, seat, i int) error {
		do(ctx, seat, i)
		return nil
	})
	if err != nil && ctx.Err() == nil {
		rethrow(err)
	}
}
