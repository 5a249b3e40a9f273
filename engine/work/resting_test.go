package work

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"testing/synctest"
	"time"
)

// Under a slider that moves, runs that take long begin once it rests, and what is kept is
// shown before; the first page of all waits for nothing, nor do runs that are quick or kept.
func TestLongRunsBeginAtRest(t *testing.T) {
	type told struct {
		so   [][]int
		done float64
	}
	for _, c := range []struct {
		name  string
		last  time.Duration // of a run; 0: nothing ran before
		kept  int           // of the things
		waits bool
		shown told
	}{
		{"the first page", 0, 0, false, told{}},
		{"quick", frame / 2, 1, false, told{}},
		{"long", frame, 1, true, told{[][]int{{0}, nil, nil}, 1}},
		{"as long, and fewer", frame / 2, 2, false, told{}},
		{"all kept", time.Hour, 3, false, told{}},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx := WithStarts(t.Context(), new(Starts))
			if c.last > 0 {
				LeaveStart(ctx, pace[int]{c.last})
			}
			began, shown := time.Now(), []told{}
			kept := func(thing, _ int) (int, bool) { return thing, thing < c.kept }
			run := func(_ context.Context, thing, _ int, _ func(int)) (int, error) {
				if waited := time.Since(began) > 0; thing >= c.kept && waited != c.waits {
					t.Errorf("%s: thing %d begins after %v", c.name, thing, time.Since(began))
				}
				return thing, nil
			}
			all, err := RepeatAtRest(ctx, 3, 1, kept, run, func(so [][]int, done float64) { shown = append(shown, told{so, done}) })
			if err != nil || !reflect.DeepEqual(all, [][]int{{0}, {1}, {2}}) {
				t.Errorf("%s: %v, %v", c.name, all, err)
			}
			if c.waits != (len(shown) > 0) || c.waits && !reflect.DeepEqual(shown[0], c.shown) {
				t.Errorf("%s: shown is %v, want %v", c.name, shown, c.shown)
			}
		})
	}
}

// A slider that moves on ends what waits for it to rest, and nothing has run.
func TestWhatWaitsForRestIsEnded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(WithStarts(t.Context(), new(Starts)))
		LeaveStart(ctx, pace[int]{time.Second})
		run := func(context.Context, int, int, func(int)) (int, error) {
			t.Error("it runs")
			return 0, nil
		}
		shown := 0
		_, err := RepeatAtRest(ctx, 2, 2, func(int, int) (int, bool) { return 0, false }, run, func([][]int, float64) {
			shown++
			go func() {
				time.Sleep(80 * time.Millisecond)
				cancel()
			}()
		})
		if !errors.Is(err, context.Canceled) || shown != 1 {
			t.Errorf("shown %d times; %v", shown, err)
		}
	})
}
