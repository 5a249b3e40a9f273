package work

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
)

func TestEachCallsAll(t *testing.T) {
	calls := make([]atomic.Int32, 1000)
	if err := Each(t.Context(), len(calls), func(_ context.Context, i int) error {
		calls[i].Add(1)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for i := range calls {
		if n := calls[i].Load(); n != 1 {
			t.Errorf("%d was called %d times", i, n)
		}
	}
}

// The first error ends the rest, and is returned.
func TestEachEndsAtAnError(t *testing.T) {
	no := errors.New("no")
	var calls atomic.Int32
	err := Each(t.Context(), 1_000_000, func(ctx context.Context, i int) error {
		calls.Add(1)
		if i == 10 {
			return no
		}
		if i > 100_000 {
			<-ctx.Done()
		}
		return ctx.Err()
	})
	if err != no || calls.Load() > 200_000 {
		t.Errorf("%v after %d calls", err, calls.Load())
	}
}

func TestEachTurnsAPanicIntoAFault(t *testing.T) {
	err := Each(t.Context(), 3, func(_ context.Context, i int) error {
		if i == 1 {
			panic("oops")
		}
		return nil
	})
	var fault *PanicError
	if !errors.As(err, &fault) || fault.Cause != "oops" {
		t.Errorf("%v", err)
	}
}

func TestEachStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	err := Each(ctx, 1000, func(_ context.Context, i int) error {
		if i == 3 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if err := Each(t.Context(), 0, nil); err != nil {
		t.Errorf("nothing to do: %v", err)
	}
}

// A panic on another core is the caller's, who may be guarded.
func TestTurnsHandAPanicOn(t *testing.T) {
	for _, cores := range []int{1, 2} {
		_, err := Recover(func() (any, error) {
			ctx := With(t.Context(), &Session{Cores: NewCores(cores)})
			ParallelFor(ctx, 100, func(_ context.Context, _, i int) {
				if i == 3 {
					panic("oops")
				}
			})
			return nil, nil
		})
		var fault *PanicError
		if !errors.As(err, &fault) || fault.Cause != "oops" {
			t.Errorf("on %d cores: %v", cores, err)
		}
	}
}
