package work

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// on returns a session with a number of processors.
func on(ctx context.Context, processors int) context.Context {
	return With(ctx, &Session{Cores: NewCores(processors)})
}

// Nested work computes on no more processors than the session has.
func TestNestedWorkTakesNoMoreThanThereAre(t *testing.T) {
	for _, processors := range []int{1, 2, 3, 4, 8, 16} {
		ctx := on(t.Context(), processors)
		var now, most, leaves atomic.Int64
		inner := func(context.Context, int) error {
			k := now.Add(1)
			for m := most.Load(); k > m && !most.CompareAndSwap(m, k); m = most.Load() {
			}
			leaves.Add(1)
			time.Sleep(100 * time.Microsecond)
			now.Add(-1)
			return nil
		}
		err := Each(ctx, 8, func(ctx context.Context, _ int) error {
			return Each(ctx, 8, func(ctx context.Context, _ int) error { return Each(ctx, 8, inner) })
		})
		if most.Load() > int64(processors) || leaves.Load() != 512 || err != nil {
			t.Errorf("%d processors: %d leaves at once, %d in all, %v", processors, most.Load(), leaves.Load(), err)
		}
		if c := sessionOf(ctx).Cores; c.taken != 0 || len(c.active) != 0 || sessionOf(ctx).helpers != 0 {
			t.Errorf("%d processors: %d are still taken, %d sessions at work", processors, c.taken, len(c.active))
		}
	}
}

// A session that comes while another computes gets its share of the processors. Who
// works for long gives way between two pieces.
func TestSessionsShare(t *testing.T) {
	for _, processors := range []int{2, 4} {
		cores := NewCores(processors)
		var done [2]atomic.Int64
		ctx, stop := context.WithCancel(t.Context())
		piece := func(k int) func(context.Context, int) error {
			return func(context.Context, int) error {
				time.Sleep(time.Millisecond)
				done[k].Add(1)
				return nil
			}
		}
		var both sync.WaitGroup
		both.Go(func() { Each(With(ctx, &Session{Cores: cores}), 1<<30, piece(0)) })
		for done[0].Load() < 50 { // in the middle of its work
			time.Sleep(time.Millisecond)
		}
		before := done[0].Load()
		both.Go(func() { Each(With(ctx, &Session{Cores: cores}), 1<<30, piece(1)) })
		for done[1].Load() < 200 {
			time.Sleep(time.Millisecond)
		}
		stop()
		both.Wait()
		if first, second := done[0].Load()-before, done[1].Load(); float64(first) > 1.2*float64(second)+20 || float64(second) > 1.2*float64(first)+20 {
			t.Errorf("%d processors: %d pieces of the session that was there, %d of the one that came", processors, first, second)
		}
	}
}

// No two tasks share a seat at the same time, and no seat is beyond the number of seats.
func TestSeats(t *testing.T) {
	for _, count := range []int{1, 2, 5, 2000} {
		ctx := on(t.Context(), 8)
		used := make([]atomic.Bool, min(Seats(ctx), count))
		if err := Seated(ctx, count, func(_ context.Context, seat, _ int) error {
			if used[seat].Swap(true) {
				return fmt.Errorf("two on seat %d", seat)
			}
			time.Sleep(10 * time.Microsecond)
			used[seat].Store(false)
			return nil
		}); err != nil {
			t.Errorf("%d pieces: %v", count, err)
		}
	}
	if n := Seats(t.Context()); n != 1 {
		t.Errorf("%d seats without a session", n)
	}
}

// Records that wait for one flight lend it their processors.
func TestWhoWaitsLends(t *testing.T) {
	const processors = 4
	ctx := With(t.Context(), &Session{Store: NewStore(1 << 10), Cores: NewCores(processors)})
	var now, most atomic.Int64
	forest := func(ctx context.Context) (int, error) {
		return 1, Each(ctx, 32, func(context.Context, int) error {
			k := now.Add(1)
			for m := most.Load(); k > m && !most.CompareAndSwap(m, k); m = most.Load() {
			}
			time.Sleep(time.Millisecond)
			now.Add(-1)
			return nil
		})
	}
	err := Each(ctx, 8, func(ctx context.Context, _ int) error {
		_, err := Do(ctx, Simple("forest", nil, forest), nil)
		return err
	})
	if err != nil || most.Load() < processors-1 {
		t.Errorf("%d at once, %v", most.Load(), err)
	}
}

// Pieces of a stream are done at once while processors are free, all of them once.
func TestStream(t *testing.T) {
	for _, processors := range []int{1, 3} {
		var done [500]atomic.Int32
		s := NewStream(on(t.Context(), processors), 16, func(_ context.Context, i int) { done[i].Add(1) })
		for i := range done {
			s.Add(i)
		}
		s.Close()
		for i := range done {
			if n := done[i].Load(); n != 1 {
				t.Errorf("%d processors: piece %d was done %d times", processors, i, n)
			}
		}
	}
	met := make(chan bool)
	s := NewStream(on(t.Context(), 2), 16, func(_ context.Context, i int) {
		select {
		case met <- true:
		case <-met:
		}
	})
	s.Add(0)
	s.Add(1)
	s.Close() // would never return, if the two were not done at the same time
}

func BenchmarkEachTiny(b *testing.B) {
	ctx := on(b.Context(), 2)
	for b.Loop() {
		Each(ctx, 2, func(context.Context, int) error { return nil })
	}
}

// A single piece has all processors for what it shares out: no helper takes one from it.
func TestStreamOfOne(t *testing.T) {
	for range 200 {
		alone := 0
		s := NewStream(on(t.Context(), 2), 16, func(ctx context.Context, _ int) {
			met := make(chan bool)
			Each(ctx, 2, func(context.Context, int) error {
				select {
				case met <- true:
				case <-met:
				case <-time.After(time.Second):
					alone++
				}
				return nil
			})
		})
		s.Add(0)
		s.Close()
		if alone > 0 {
			t.Fatal("one processor of two stood idle")
		}
	}
}
