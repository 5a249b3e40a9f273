package work

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// heard returns a context and the shares that are reported to it.
func heard(t *testing.T) (context.Context, *[]float64) {
	var shares []float64
	return Reporting(t.Context(), func(p Progress) { shares = append(shares, p.Share()) }), &shares
}

// Every uncounted step advances from the one before, and the report of a step stays within it.
func TestLeft(t *testing.T) {
	ctx, shares := heard(t)
	var left RemainingWork
	for range 50 {
		step := left.Step(ctx, 0.3)
		Report(step, Progress{Done: 1, Of: 4})
		Report(step, Progress{Done: 3, Of: 4})
	}
	for i, share := range *shares {
		if share >= 1 || i > 0 && share <= (*shares)[i-1] {
			t.Fatalf("report %d of %v", i, *shares)
		}
	}
	if left = (RemainingWork{}); len(*shares) != 150 {
		t.Fatalf("%d reports", len(*shares))
	}
	left.Step(ctx, 0.5)
	left.Reach(0.4) // less than the step was worth
	left.Reach(0.8)
	left.Step(ctx, 0.5)
	if got := (*shares)[151]; got != 0.8 {
		t.Errorf("it is at %v, not where it was said to be", got)
	}
}

// Of many reports some twenty a second get through.
func TestSparingly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, shares := heard(t)
		sparing := Sparingly(ctx)
		const many = 1000
		for i := range many {
			time.Sleep(time.Millisecond)
			Report(sparing, Progress{Done: float64(i), Of: many})
		}
		if n := len(*shares); n != 20 {
			t.Errorf("%d reports in a second", n)
		}
	})
}

// All who wait for a flight receive its reports, each in their own time.
func TestReported(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		session := With(t.Context(), &Session{Store: NewStore(1)})
		done := make(chan []float64)
		for range 2 {
			go func() {
				var shares []float64
				ctx := Reporting(session, func(p Progress) { shares = append(shares, p.Share()) })
				v, err := Reported(ctx, "key", nil, func(ctx context.Context) (int, error) {
					for i := range 3 {
						time.Sleep(time.Second)
						Report(ctx, Progress{Done: float64(i + 1), Of: 4})
					}
					time.Sleep(time.Second)
					return 7, nil
				})
				if v != 7 || err != nil {
					t.Errorf("%v, %v", v, err)
				}
				done <- shares
			}()
		}
		for range 2 {
			if shares := <-done; len(shares) != 3 || shares[2] != 0.75 {
				t.Errorf("heard %v", shares)
			}
		}
	})
}
