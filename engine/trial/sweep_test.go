package trial

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"dpscope/engine/work"
)

// coin is a trial that gives its seed.
type coin struct {
	Seed uint64
	Face string // which has no effect
	Lost bool   // it ends with an error
}

var errLost = errors.New("lost")

func (c coin) Content(context.Context) coin {
	c.Face = ""
	return c
}

func (c coin) At(seed uint64) coin {
	c.Seed += seed
	return c
}

func (coin) Size() (steps float64, unit string) { return 4, "flips" }

func (coin) Bytes(uint64) int64 { return 8 }

// Run takes a second, in the middle of which the result is 0.
func (c coin) Run(ctx context.Context, show func(uint64)) (uint64, error) {
	ran(ctx, c)
	if c.Lost {
		return 0, errLost
	}
	for i := range 2 {
		select {
		case <-time.After(time.Second / 2):
		case <-ctx.Done():
			return 0, ctx.Err()
		}
		show(0)
		work.Report(ctx, work.Progress{Done: float64(i + 1), Of: 2})
	}
	return c.Seed, nil
}

type watching struct{}

// ran tells the test which coins are flipped.
func ran(ctx context.Context, c coin) {
	if tell, is := ctx.Value(watching{}).(func(coin)); is {
		tell(c)
	}
}

// told is one result that a sweep shows.
type told struct {
	so [][]uint64
	p  work.Progress
}

// sweep runs coins in a bubble of time, in a session with two cores.
func sweep(t *testing.T, test func(ctx context.Context, show func([][]uint64, work.Progress), shown *[]told)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		shown := []told{}
		ctx := work.With(t.Context(), &work.Session{Store: work.NewStore(1 << 10), Cores: work.NewCores(2)})
		test(ctx, func(so [][]uint64, p work.Progress) { shown = append(shown, told{so, p}) }, &shown)
	})
}

// Results stand by trial and in the order of the seeds; parts are shown, counted as less than one step until whole; what has
// run once is kept, whatever parameters without an effect change.
func TestSweep(t *testing.T) {
	sweep(t, func(ctx context.Context, show func([][]uint64, work.Progress), shown *[]told) {
		want := [][]uint64{{10, 11, 12}, {20, 21, 22}}
		all, err := Sweep(ctx, []coin{{Seed: 10}, {Seed: 20}}, 3, show)
		if err != nil || !reflect.DeepEqual(all, want) {
			t.Errorf("%v, %v, want %v", all, err, want)
		}
		last, parts := work.Progress{}, false
		for _, s := range *shown {
			if s.p.Done < last.Done || s.p.Of != 24 || s.p.What != "flips" || !s.p.Partial() {
				t.Errorf("%+v after %+v", s.p, last)
			}
			last = s.p
			for _, some := range s.so {
				parts = parts || slices.Contains(some, 0)
			}
		}
		if !parts {
			t.Errorf("no part is shown: %+v", *shown)
		}
		began := time.Now()
		again, err := Repeat[[]uint64](ctx, coin{Seed: 20, Face: "tails"}, 3)
		if err != nil || !reflect.DeepEqual(again, want[1]) || time.Since(began) > 0 {
			t.Errorf("again %v after %v, %v", again, time.Since(began), err)
		}
	})
}

// An error of one run is the error of all.
func TestSweepFails(t *testing.T) {
	sweep(t, func(ctx context.Context, show func([][]uint64, work.Progress), _ *[]told) {
		if all, err := Sweep(ctx, []coin{{Seed: 1}, {Lost: true}}, 2, show); !errors.Is(err, errLost) || all != nil {
			t.Errorf("%v, %v", all, err)
		}
	})
}

// While a slider moves, slow runs begin once it rests, and kept results are shown before; the first page waits for nothing, and
// neither do quick or kept runs.
func TestLongRunsBeginAtRest(t *testing.T) {
	for _, c := range []struct {
		name  string
		last  time.Duration // of a run; 0: nothing ran before
		kept  int           // of the coins
		waits bool
	}{
		{"the first page", 0, 0, false},
		{"quick", frame / 3, 1, false},
		{"long", frame, 1, true},
		{"long, and none kept", frame, 0, true},
		{"as long, and fewer", frame / 2, 2, false},
		{"all kept", time.Hour, 3, false},
	} {
		sweep(t, func(ctx context.Context, show func([][]uint64, work.Progress), shown *[]told) {
			coins := []coin{{Seed: 1}, {Seed: 2}, {Seed: 3}}
			if _, err := Sweep[[]uint64](ctx, coins[:c.kept], 1, nil); err != nil {
				t.Fatal(err)
			}
			ctx = work.WithStarts(ctx, new(work.WarmStarts))
			if c.last > 0 {
				work.LeaveStart(ctx, pace[uint64]{c.last})
			}
			began := time.Now()
			all, err := Sweep(ctx, coins, 1, show)
			if err != nil || !reflect.DeepEqual(all, [][]uint64{{1}, {2}, {3}}) {
				t.Errorf("%s: %v, %v", c.name, all, err)
			}
			needed := time.Duration((3-c.kept+1)/2) * time.Second // by two cores
			if waited := time.Since(began) > needed; waited != c.waits {
				t.Errorf("%s: it takes %v, where the runs take %v", c.name, time.Since(began), needed)
			}
			if first := (told{make([][]uint64, 3), work.Progress{Done: float64(4 * c.kept), Of: 12, What: "flips"}}); c.waits {
				for i := range c.kept {
					first.so[i] = []uint64{coins[i].Seed}
				}
				if len(*shown) == 0 || !reflect.DeepEqual((*shown)[0], first) {
					t.Errorf("%s: shown is %v, want %v", c.name, *shown, first)
				}
			}
		})
	}
}

// Of runs that take a part of a moment some seeds run before the slider rests, and are shown
// by then.
func TestFewSeedsRunAtOnce(t *testing.T) {
	sweep(t, func(ctx context.Context, show func([][]uint64, work.Progress), shown *[]told) {
		const seeds, soon = 10, 3 // of two coins
		ctx = work.WithStarts(ctx, new(work.WarmStarts))
		work.LeaveStart(ctx, pace[uint64]{moment / (2 * soon)})
		all, err := Sweep(ctx, []coin{{Seed: 10}, {Seed: 30}}, seeds, show)
		if want := [][]uint64{{10, 11, 12, 13, 14, 15, 16, 17, 18, 19}, {30, 31, 32, 33, 34, 35, 36, 37, 38, 39}}; err != nil || !reflect.DeepEqual(all, want) {
			t.Errorf("%v, %v", all, err)
		}
		want := told{[][]uint64{{10, 11, 12}, {30, 31, 32}}, work.Progress{Done: 4 * 2 * soon, Of: 4 * 2 * seeds, What: "flips"}}
		if len(*shown) == 0 || !reflect.DeepEqual((*shown)[0], want) {
			t.Errorf("shown is %v, want %v", *shown, want)
		}
	})
}

// A slider that moves on ends runs that wait for it to rest, and none has run.
func TestWhatWaitsForRestIsEnded(t *testing.T) {
	sweep(t, func(ctx context.Context, _ func([][]uint64, work.Progress), _ *[]told) {
		ctx, cancel := context.WithCancel(work.WithStarts(ctx, new(work.WarmStarts)))
		work.LeaveStart(ctx, pace[uint64]{time.Second})
		ctx = context.WithValue(ctx, watching{}, func(coin) { t.Error("it runs") })
		shown := 0
		_, err := Sweep(ctx, []coin{{Seed: 1}, {Seed: 2}}, 2, func([][]uint64, work.Progress) {
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

// All trials run with the first seed before any runs with the next.
func TestSeedBySeed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var lock sync.Mutex
		var order []uint64
		ctx := context.WithValue(t.Context(), watching{}, func(c coin) {
			lock.Lock()
			defer lock.Unlock()
			order = append(order, c.Seed)
		})
		if _, err := Sweep[[]uint64](ctx, []coin{{Seed: 10}, {Seed: 20}}, 2, nil); err != nil || !slices.Equal(order, []uint64{10, 20, 11, 21}) {
			t.Errorf("in the order %v, %v", order, err)
		}
	})
}

// Where no page looks on, a sweep reports its progress to its context.
func TestSweepReports(t *testing.T) {
	sweep(t, func(ctx context.Context, _ func([][]uint64, work.Progress), _ *[]told) {
		var shares []float64
		ctx = work.Reporting(ctx, func(p work.Progress) { shares = append(shares, p.Share()) })
		if _, err := Sweep[[]uint64](ctx, []coin{{Seed: 10}, {Seed: 20}}, 2, nil); err != nil {
			t.Fatal(err)
		}
		if len(shares) < 3 || !slices.IsSorted(shares) || shares[0] <= 0 || shares[len(shares)-1] >= 1 {
			t.Errorf("it reports %v", shares)
		}
	})
}

// Runs that a moving slider breaks off tell how long they take: the next ones begin when it rests.
func TestWhatIsBrokenOffLeavesItsPace(t *testing.T) {
	sweep(t, func(ctx context.Context, show func([][]uint64, work.Progress), shown *[]told) {
		ctx = work.WithStarts(ctx, new(work.WarmStarts))
		first, cancel := context.WithCancel(ctx)
		go func() {
			time.Sleep(100 * time.Millisecond)
			cancel()
		}()
		if _, err := Sweep[[]uint64](first, []coin{{Seed: 1}, {Seed: 2}}, 2, nil); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if last, found := work.StartOf[pace[uint64]](ctx); !found || last.each < frame {
			t.Errorf("of the runs that were broken off %v is left (%v)", last, found)
		}
		began := time.Now()
		if _, err := Sweep(ctx, []coin{{Seed: 10}}, 1, show); err != nil || time.Since(began) <= time.Second {
			t.Errorf("the next one takes %v, %v: it does not wait", time.Since(began), err)
		}
	})
}
