package trial

import (
	"context"
	"errors"
	"reflect"
	"sync/atomic"
	"testing"

	"dpscope/engine/work"
)

// An experiment runs the requested trials alone, or all of them together; each of them once.
func TestExperiment(t *testing.T) {
	sweep(t, func(ctx context.Context, show func([][]uint64, work.Progress), shown *[]told) {
		var flipped atomic.Int32
		ctx = context.WithValue(ctx, watching{}, func(coin) { flipped.Add(1) })
		e := NewExperiment[[]uint64]([]coin{{Seed: 10}, {Seed: 20}}, 2)
		for range 2 {
			one, err := e.Of(ctx, 1)
			if err != nil || !reflect.DeepEqual(one, []uint64{20, 21}) || flipped.Load() != 2 {
				t.Errorf("one: %v, %v, after %d flips", one, err, flipped.Load())
			}
		}
		all, err := e.All(ctx)
		if want := [][]uint64{{10, 11}, {20, 21}}; err != nil || !reflect.DeepEqual(all, want) || flipped.Load() != 4 {
			t.Errorf("all: %v, %v, after %d flips", all, err, flipped.Load())
		}
	})
}

// Answers are read from what has run so far; the rest is for later.
func TestExperimentKnows(t *testing.T) {
	e := NewExperiment[[]uint64]([]coin{{Seed: 10}, {Seed: 20}}, 2)
	now := e.Knowing([][]uint64{{10}, nil})
	if one, err := now.Of(t.Context(), 0); err != nil || !reflect.DeepEqual(one, []uint64{10}) {
		t.Errorf("what is known is %v, %v", one, err)
	}
	if _, err := now.Of(t.Context(), 1); !errors.Is(err, work.ErrLater) {
		t.Errorf("of what has not been run: %v", err)
	}
	if all, err := now.All(t.Context()); err != nil || len(all) != 2 {
		t.Errorf("all that is known is %v, %v", all, err)
	}
	later := e.Later()
	_, err := later.Of(t.Context(), 0)
	if _, all := later.All(t.Context()); !errors.Is(err, work.ErrLater) || !errors.Is(all, work.ErrLater) {
		t.Errorf("of what is for later: %v, %v", err, all)
	}
}
