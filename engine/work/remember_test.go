package work

import (
	"context"
	"errors"
	"sync"
	"testing"
)

// A remembered value is computed once, stays within the store's bytes, and is dropped when it was unused for longest.
func TestRemember(t *testing.T) {
	const each, most = 100, 1000
	ctx, store := session(most)
	runs := map[int]int{}
	ask := func(ctx context.Context, i int) {
		t.Helper()
		v, err := Remember(ctx, i, func(int) int64 { return each }, func() (int, error) { runs[i]++; return i * i, nil })
		if v != i*i || err != nil {
			t.Errorf("%d gives %d, %v", i, v, err)
		}
	}
	for range 3 {
		for i := range most / each {
			ask(ctx, i)
		}
	}
	for i, n := range runs {
		if n != 1 {
			t.Errorf("%d was computed %d times", i, n)
		}
	}
	ask(ctx, 0) // used last
	ask(ctx, most/each)
	if _, kept := Peek[int](ctx, 0); !kept || store.Bytes() != most {
		t.Errorf("what was used last is kept: %t, of %d bytes", kept, store.Bytes())
	}
	if _, kept := Peek[int](ctx, 1); kept {
		t.Error("what was not used for longest is kept")
	}
	for range 2 {
		ask(context.Background(), -1)
	}
	if runs[-1] != 2 {
		t.Errorf("without a session it was computed %d times of 2", runs[-1])
	}
}

// An error is not remembered, and two that compute the same at once keep it once.
func TestRememberKeepsResultsOnce(t *testing.T) {
	ctx, store := session(1000)
	size := func(string) int64 { return 100 }
	failure := errors.New("no")
	if _, err := Remember(ctx, "key", size, func() (string, error) { return "", failure }); !errors.Is(err, failure) || store.Bytes() != 0 {
		t.Errorf("%v, and %d bytes are kept", err, store.Bytes())
	}
	var both, all sync.WaitGroup
	both.Add(2)
	for range 2 {
		all.Go(func() {
			v, err := Remember(ctx, "key", size, func() (string, error) {
				both.Done()
				both.Wait() // until the other computes too
				return "value", nil
			})
			if v != "value" || err != nil {
				t.Errorf("%q, %v", v, err)
			}
		})
	}
	all.Wait()
	if store.Bytes() != 100 || len(store.known) != 1 || store.recent.Len() != 1 {
		t.Errorf("%d bytes, %d keys, %d entries", store.Bytes(), len(store.known), store.recent.Len())
	}
}

func BenchmarkRememberHit(b *testing.B) {
	ctx, _ := session(1 << 20)
	type along struct{ model, record, private, setting string }
	type key struct{ along, at any }
	of := any(along{"stroke-forest", "0.1,0.2,0.3,0.4,0.5,0.6", "age,bmi", "clamp=on&epsilon"})
	size := func(float64) int64 { return 256 }
	for b.Loop() {
		Remember(ctx, key{of, struct{ epsilon float64 }{1}}, size, func() (float64, error) { return 2, nil })
	}
}
