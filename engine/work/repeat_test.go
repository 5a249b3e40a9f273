package work

import (
	"context"
	"errors"
	"reflect"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// Results stand by thing and by seed in any order of completion, a part is replaced by its result, and finished runs show
// nothing more.
func TestRepeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var lock sync.Mutex
		var order []int
		shown, parts := 0, 0
		all, err := Repeat(t.Context(), 2, 3, func(ctx context.Context, thing, seed int, enter func(int)) (int, error) {
			lock.Lock()
			order = append(order, seed)
			lock.Unlock()
			enter(-1)
			Report(ctx, Progress{Done: 1, Of: 2})
			time.Sleep(time.Duration(100*(4-seed)) * time.Millisecond)
			return 10*thing + seed, nil
		}, func(so [][]int, done float64) {
			if shown++; done >= 6 || len(so) != 2 {
				t.Errorf("%v with %v done", so, done)
			}
			for _, seeds := range so {
				for _, v := range seeds {
					if v < 0 {
						parts++
					}
				}
			}
		})
		if want := [][]int{{0, 1, 2}, {10, 11, 12}}; err != nil || !reflect.DeepEqual(all, want) {
			t.Errorf("%v, %v, want %v", all, err, want)
		}
		if shown == 0 || parts == 0 || order[0] == 2 || order[5] == 0 {
			t.Errorf("shown %d times with %d parts, seeds in the order %v", shown, parts, order)
		}
	})
}

// An error of one run is the error of all.
func TestRepeatFails(t *testing.T) {
	wrong := errors.New("wrong")
	all, err := Repeat(t.Context(), 2, 2, func(_ context.Context, thing, seed int, _ func(int)) (int, error) {
		if thing == 1 {
			return 0, wrong
		}
		return seed, nil
	}, func([][]int, float64) {})
	if !errors.Is(err, wrong) || all != nil {
		t.Errorf("%v, %v", all, err)
	}
}
