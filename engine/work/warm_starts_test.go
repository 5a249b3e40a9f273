package work

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// A start is found again under its type, by a computation of the same slider alone.
func TestStarts(t *testing.T) {
	one, other := WithStarts(t.Context(), &WarmStarts{}), WithStarts(t.Context(), &WarmStarts{})
	LeaveStart(one, 1)
	LeaveStart(one, 2)
	LeaveStart(one, "two")
	LeaveStart(t.Context(), 3)
	if v, found := StartOf[int](one); v != 2 || !found {
		t.Errorf("found %d, %t", v, found)
	}
	if v, found := StartOf[string](one); v != "two" || !found {
		t.Errorf("found %q, %t", v, found)
	}
	for _, ctx := range []context.Context{other, t.Context()} {
		if v, found := StartOf[int](ctx); found {
			t.Errorf("elsewhere %d is found", v)
		}
	}
	if !Moving(one) || Moving(t.Context()) {
		t.Error("a slider moves where there is none, or none where there is")
	}
}

// A store's results do not depend on earlier looks: a flight sees no starts.
func TestFlightsSeeNoStarts(t *testing.T) {
	ctx, _ := session(100)
	ctx = WithStarts(ctx, &WarmStarts{})
	LeaveStart(ctx, 5)
	v, err := Do(ctx, Simple("k", func(int) int64 { return 8 }, func(ctx context.Context) (int, error) {
		LeaveStart(ctx, 6)
		v, _ := StartOf[int](ctx)
		return v, nil
	}), nil)
	if left, _ := StartOf[int](ctx); v != 0 || err != nil || left != 5 {
		t.Errorf("the flight began with %d, %v, and left %d", v, err, left)
	}
}

// A slider rests once it has not moved for a while; where none moves nothing waits, and a move ends the wait at once.
func TestRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		if err := Rest(t.Context()); err != nil || time.Since(begun) > 0 {
			t.Errorf("where no slider moves it rests after %v, %v", time.Since(begun), err)
		}
		moving, move := context.WithCancel(WithStarts(t.Context(), &WarmStarts{}))
		if err := Rest(moving); err != nil || time.Since(begun) != rest {
			t.Errorf("a slider that stands rests after %v, %v", time.Since(begun), err)
		}
		time.AfterFunc(rest/2, move)
		if err := Rest(moving); !errors.Is(err, context.Canceled) || time.Since(begun) != rest+rest/2 {
			t.Errorf("a slider that is moved rests after %v, %v", time.Since(begun), err)
		}
	})
}
