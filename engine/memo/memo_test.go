package memo

import (
	"errors"
	"sync"
	"testing"
)

func TestGet(t *testing.T) {
	m := New[int, int](3)
	calls := 0
	square := func(k int) int {
		v, err := m.Get(k, func() (int, error) { calls++; return k * k, nil })
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, k := range []int{1, 2, 3, 1, 2, 3} {
		if square(k) != k*k {
			t.Errorf("%d squared is %d", k, square(k))
		}
	}
	if calls != 3 {
		t.Errorf("%d calls for 3 keys", calls)
	}
	square(4) // forgets 1
	square(1)
	if calls != 5 {
		t.Errorf("%d calls after one was forgotten", calls)
	}
}

func TestErrorsAreNotRemembered(t *testing.T) {
	m := New[string, int](1)
	if _, err := m.Get("a", func() (int, error) { return 0, errors.New("busy") }); err == nil {
		t.Error("no error")
	}
	if v, err := m.Get("a", func() (int, error) { return 7, nil }); v != 7 || err != nil {
		t.Errorf("%d, %v", v, err)
	}
}

func TestConcurrentUse(t *testing.T) {
	m := New[int, int](8)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for i := range 2000 {
				if v, _ := m.Get(i%20, func() (int, error) { return i % 20, nil }); v != i%20 {
					t.Errorf("%d gives %d", i%20, v)
				}
			}
		})
	}
	all.Wait()
}
