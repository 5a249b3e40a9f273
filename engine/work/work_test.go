package work

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
)

// counted is a job that waits for release, or for its context, and counts its runs and its early ends.
type counted struct {
	runs, cancelled atomic.Int32
	started         chan struct{}
	release         chan struct{}
}

func newCounted() *counted {
	return &counted{started: make(chan struct{}, 16), release: make(chan struct{})}
}

func (c *counted) job(key any) Job[int] {
	return Job[int]{Key: key, Bytes: func(int) int64 { return 8 }, Run: func(ctx context.Context, show func(int, Progress)) (int, error) {
		c.runs.Add(1)
		c.started <- struct{}{}
		show(7, Progress{Done: 1, Of: 2})
		select {
		case <-c.release:
			return 42, nil
		case <-ctx.Done():
			c.cancelled.Add(1)
			return 0, ctx.Err()
		}
	}}
}

func session(most int64) (context.Context, *Store) {
	s := NewStore(most)
	return With(context.Background(), &Session{Store: s}), s
}

func TestOneFlightAKey(t *testing.T) {
	ctx, _ := session(1 << 10)
	c := newCounted()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if v, err := Do(ctx, c.job("a"), nil); v != 42 || err != nil {
				t.Errorf("%d, %v", v, err)
			}
		})
	}
	<-c.started
	close(c.release)
	all.Wait()
	if v, err := Do(ctx, c.job("a"), nil); v != 42 || err != nil || c.runs.Load() != 1 {
		t.Errorf("asked nine times, ran %d times (%d, %v)", c.runs.Load(), v, err)
	}
}

func TestOneLeavesTheOtherStays(t *testing.T) {
	ctx, _ := session(1 << 10)
	c := newCounted()
	impatient, leave := context.WithCancel(ctx)
	gone, got := make(chan error), make(chan int)
	go func() { _, err := Do(impatient, c.job("a"), nil); gone <- err }()
	<-c.started
	go func() {
		v, _ := Do(ctx, c.job("a"), nil)
		got <- v
	}()
	for s := storeOf(ctx); ; { // until both wait for the one flight
		s.lock.Lock()
		f := s.flights[contentKey[int]{"a"}]
		waiting := f != nil && len(f.waiters) == 2
		s.lock.Unlock()
		if waiting {
			break
		}
	}
	leave()
	if err := <-gone; !errors.Is(err, context.Canceled) {
		t.Errorf("whoever left got %v", err)
	}
	close(c.release)
	if v := <-got; v != 42 || c.cancelled.Load() != 0 {
		t.Errorf("whoever stayed got %d; %d flights cancelled", v, c.cancelled.Load())
	}
}

// Each caller sees what the flight shows, in its own goroutine: it needs no lock for its own values.
func TestWatching(t *testing.T) {
	ctx, _ := session(1 << 10)
	c := newCounted()
	seen := 0
	v, err := Do(ctx, c.job("a"), func(part int, p Progress) {
		if seen++; part != 7 || p.Share() != 0.5 || !p.Partial() {
			t.Errorf("%d at %v", part, p)
		}
		close(c.release)
	})
	if v != 42 || err != nil || seen != 1 {
		t.Errorf("%d, %v after %d parts", v, err, seen)
	}
}

// The last caller to leave ends the flight, and the next one starts a new flight.
func TestNobodyJoinsADyingFlight(t *testing.T) {
	ctx, _ := session(1 << 10)
	c := newCounted()
	for round := range 50 {
		impatient, leave := context.WithCancel(ctx)
		gone := make(chan error)
		go func() { _, err := Do(impatient, c.job("b"), nil); gone <- err }()
		<-c.started
		leave()
		<-gone
		if int(c.runs.Load()) != round+1 {
			t.Fatalf("round %d: %d runs", round, c.runs.Load())
		}
	}
	close(c.release)
	if v, err := Do(ctx, c.job("b"), nil); v != 42 || err != nil {
		t.Errorf("%d, %v", v, err)
	}
}

func TestStoreKeepsWithinItsBytes(t *testing.T) {
	ctx, s := session(100)
	ask := func(key, bytes int) (ran bool) {
		_, err := Do(ctx, Simple(key, func(int) int64 { return int64(bytes) }, func(context.Context) (int, error) { ran = true; return key, nil }), nil)
		if err != nil {
			t.Fatal(err)
		}
		if s.Bytes() > 100 {
			t.Fatalf("%d bytes are kept; at most 100 may be", s.Bytes())
		}
		return ran
	}
	ask(1, 40)
	ask(2, 40)
	ask(1, 40) // used again: 2 is now the older
	ask(3, 40)
	for _, c := range []struct {
		key  int
		runs bool
	}{{1, false}, {3, false}, {2, true}} {
		if ran := ask(c.key, 40); ran != c.runs {
			t.Errorf("key %d: ran = %v", c.key, ran)
		}
	}
	ask(9, 101)
	if !ask(9, 101) {
		t.Error("what is larger than the store was kept")
	}
}

func TestErrorsAreNotKept(t *testing.T) {
	ctx, _ := session(100)
	fail := true
	ask := func() (int, error) {
		return Do(ctx, Simple("k", func(int) int64 { return 1 }, func(context.Context) (int, error) {
			if fail {
				return 0, errors.New("no")
			}
			return 5, nil
		}), nil)
	}
	if _, err := ask(); err == nil {
		t.Fatal("no error")
	}
	fail = false
	if v, err := ask(); v != 5 || err != nil {
		t.Errorf("%d, %v", v, err)
	}
}

func TestAFaultIsAnError(t *testing.T) {
	ctx, _ := session(100)
	for _, ctx := range []context.Context{ctx, context.Background()} {
		_, err := Do(ctx, Simple("k", nil, func(context.Context) (int, error) { panic("oops") }), nil)
		var fault *PanicError
		if !errors.As(err, &fault) || fault.Cause != "oops" {
			t.Errorf("%v", err)
		}
	}
}

func TestTypesDoNotMix(t *testing.T) {
	ctx, _ := session(100)
	a, _ := Do(ctx, Simple("k", func(int) int64 { return 1 }, func(context.Context) (int, error) { return 1, nil }), nil)
	b, _ := Do(ctx, Simple("k", func(string) int64 { return 1 }, func(context.Context) (string, error) { return "one", nil }), nil)
	if a != 1 || b != "one" {
		t.Errorf("%d, %q", a, b)
	}
	if v, found := Peek[string](ctx, "k"); !found || v != "one" {
		t.Errorf("peeked %q, %v", v, found)
	}
	if _, found := Peek[float64](ctx, "k"); found {
		t.Error("found what was never computed")
	}
}

func TestSessionsShareNothing(t *testing.T) {
	one, _ := session(100)
	two, _ := session(100)
	for i, ctx := range []context.Context{one, two} {
		v, _ := Do(ctx, Simple("k", func(int) int64 { return 1 }, func(context.Context) (int, error) { return i, nil }), nil)
		if v != i {
			t.Errorf("session %d saw %d", i, v)
		}
	}
}

func TestOnce(t *testing.T) {
	runs := 0
	o := NewOnce(func(ctx context.Context) (int, error) {
		runs++
		return runs, ctx.Err()
	})
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := o.Get(cancelled); !errors.Is(err, context.Canceled) {
		t.Fatalf("%v", err)
	}
	first, err := o.Get(context.Background())
	again, _ := o.Get(context.Background())
	if err != nil || first != again {
		t.Errorf("%d, then %d, %v", first, again, err)
	}
}

// Who must not wait is told that it is later, and that is forgotten once it is there.
func TestUnwaiting(t *testing.T) {
	var o, after *Once[int]
	after = NewOnce(func(ctx context.Context) (int, error) { return o.Get(ctx) })
	o = NewOnce(func(ctx context.Context) (int, error) {
		for range 2 {
			if v, err := after.Get(Unwaiting(ctx)); err != ErrLater {
				t.Errorf("%d, %v while it is being computed", v, err)
			}
		}
		return 3, nil
	})
	if v, err := o.Get(Unwaiting(t.Context())); v != 3 || err != nil {
		t.Errorf("%d, %v where nobody computes it", v, err)
	}
	if v, err := after.Get(t.Context()); v != 3 || err != nil {
		t.Errorf("%d, %v afterwards", v, err)
	}
}

func Example() {
	ctx := With(context.Background(), &Session{Store: NewStore(1 << 20)})
	square := func(n int) Job[int] {
		return Simple(n, func(int) int64 { return 8 }, func(context.Context) (int, error) {
			fmt.Println("computing")
			return n * n, nil
		})
	}
	Do(ctx, square(12), nil)
	v, _ := Do(ctx, square(12), nil)
	fmt.Println(v)
	// Output:
	// computing
	// 144
}

func BenchmarkKept(b *testing.B) {
	ctx, _ := session(1 << 10)
	type key struct {
		file    string
		a, b, c float64
	}
	job := Simple(key{"stroke-forest", 1, 2, 3}, func(int) int64 { return 8 }, func(context.Context) (int, error) { return 1, nil })
	for b.Loop() {
		Do(ctx, job, nil)
	}
}
