package least_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dpscope/engine/num/least"
	"dpscope/engine/num/optimize1d"
	"dpscope/engine/num/rootfind"
)

// narrow closes in as far as float64 goes.
func narrow(f least.Function, missing, reaching least.Point) (below, above float64, found bool) {
	below, above = rootfind.Bracket(f, missing.X, reaching.X, missing.Value, reaching.Value, 0)
	return below, above, true
}

// places returns count evenly spaced numbers over [0, 1].
func places(count int) []float64 {
	list := make([]float64, count+1)
	for i := range list {
		list[i] = float64(i) / float64(count)
	}
	return list
}

func brent(f least.Function, low, high float64) (at, value float64) {
	return optimize1d.Brent(f, low, high)
}

func TestFind(t *testing.T) {
	bell := func(x float64) float64 { return math.Exp(-1000*(x-0.37)*(x-0.37)) - 0.9 }
	bellFrom := 0.37 - math.Sqrt(-math.Log(0.9)/1000)
	for _, c := range []struct {
		name  string
		walk  least.Walk
		f     least.Function
		want  float64 // NaN: none
		every bool
	}{
		{"rises", least.Walk{}, func(x float64) float64 { return x - 0.3 }, 0.3, false},
		{"never", least.Walk{}, func(x float64) float64 { return x - 2 }, math.NaN(), false},
		{"the first of two", least.Walk{}, func(x float64) float64 { return math.Sin(7*math.Pi*x) - 0.5 }, 1.0 / 42, false},
		{"everywhere, in monotone pieces", least.Walk{}, func(x float64) float64 { return x }, 0, true},
		{"everywhere it was looked", least.Walk{Resolution: 0.1}, func(x float64) float64 { return x }, 0, false},
		{"at the first, and not at others", least.Walk{}, func(x float64) float64 { return math.Abs(x-0.5) - 0.2 }, 0, false},
		{"a bump that is passed over", least.Walk{Resolution: 0.1}, bell, math.NaN(), false},
		{"a bump", least.Walk{Resolution: 0.1, Bump: least.Concave, Top: brent}, bell, bellFrom, false},
		{"a bump in the last step", least.Walk{Resolution: 0.1, Top: brent, Tail: true}, func(x float64) float64 { return bell(x - 0.6) }, 0.6 + bellFrom, false},
		{"a place between", least.Walk{Resolution: 0.1, Between: func(from, to least.Point) (float64, bool) {
			return (from.X + to.X) / 2, to.X-from.X > 0.01
		}}, bell, bellFrom, false},
		{"a screen", least.Walk{Resolution: 0.1, Bump: least.Concave, Top: brent, Screen: func(x float64) float64 {
			if v := bell(x); v >= 0 {
				return v
			}
			return bell(x) / 2
		}}, bell, bellFrom, false},
		{"not a number", least.Walk{}, func(x float64) float64 { return math.Sqrt(x-0.35) - 0.1 }, 0.36, false},
	} {
		c.walk.Places, c.walk.Narrow = slices.Values(places(10)), narrow
		got := c.walk.Find(c.f)
		if got.Reached() != !math.IsNaN(c.want) || got.Reached() && math.Abs(got.Least-c.want) > 1e-12 || got.Everywhere != c.every || got.Resolution != c.walk.Resolution {
			t.Errorf("%s: %+v, want %g", c.name, got, c.want)
		}
		if got.Reached() && (!(c.f(got.Least) >= 0) || !math.IsNaN(got.Missed) && !(got.Missed < got.Least && !(c.f(got.Missed) >= 0))) {
			t.Errorf("%s: %+v: the values there are %g and %g", c.name, got, c.f(got.Least), c.f(got.Missed))
		}
	}
}

// A function that only seems to reach 0 has no border there.
func TestFindRefuses(t *testing.T) {
	touching := func(x float64) float64 { return min(0, math.Abs(x-0.75)-0.2) } // 0 up to 0.55, and from 0.95
	w := least.Walk{Places: slices.Values([]float64{0.7, 0.8, 1}), Narrow: func(f least.Function, missing, reaching least.Point) (float64, float64, bool) {
		below, above, _ := narrow(f, missing, reaching)
		return below, above, reaching.Value > 0
	}}
	if got := w.Find(touching); got.Reached() || !math.IsNaN(got.Missed) {
		t.Errorf("%+v, want nothing", got)
	}
}

// In random polygons the least place, the borders and the nearest border equal those found by looking at every corner.
func TestPolygons(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 23))
	for range 2000 {
		corners := make([]float64, 2+rng.IntN(9))
		for i := range corners {
			corners[i] = rng.Float64() - 0.6
		}
		n := len(corners) - 1
		f := func(x float64) float64 {
			i := min(int(x*float64(n)), n-1)
			part := x*float64(n) - float64(i)
			return corners[i]*(1-part) + corners[i+1]*part
		}
		crossing := func(i int) float64 {
			return (float64(i) + corners[i]/(corners[i]-corners[i+1])) / float64(n)
		}
		var all []float64
		for i := range n {
			if corners[i] < 0 != (corners[i+1] < 0) {
				all = append(all, crossing(i))
			}
		}
		w := least.Walk{Places: slices.Values(places(n)), Narrow: narrow}
		borders, best := w.Borders(f)
		if len(borders) != len(all) || best.Value != slices.Max(corners) {
			t.Fatalf("%v: %d borders, want %v; best %v", corners, len(borders), all, best)
		}
		for i, b := range borders {
			if low, high := min(b.Missing.X, b.Reaching.X), max(b.Missing.X, b.Reaching.X); !(low <= all[i] && all[i] <= high) || b.Missing.Reaches || !b.Reaching.Reaches {
				t.Fatalf("%v: border %v, want %g", corners, b, all[i])
			}
		}
		found, want := w.Find(f), math.NaN()
		switch {
		case corners[0] >= 0:
			want = 0
		case len(all) > 0:
			want = all[0]
		}
		if math.Abs(found.Least-want) > 1e-12 || found.Reached() == math.IsNaN(want) || found.Everywhere != (slices.Min(corners) >= 0) {
			t.Fatalf("%v: %+v, want %g", corners, found, want)
		}
		nearest, farthest := w.Nearest(f), least.Walk{Places: slices.Values(reversed(places(n))), Narrow: narrow}.Nearest(f)
		if len(all) == 0 && (nearest.Reached() || farthest.Reached()) ||
			len(all) > 0 && (math.Abs(nearest.Least-all[0]) > 1e-12 || math.Abs(farthest.Least-all[len(all)-1]) > 1e-12) {
			t.Fatalf("%v: nearest %+v and %+v, want the ends of %v", corners, nearest, farthest, all)
		}
	}
}

func reversed(list []float64) []float64 { slices.Reverse(list); return list }

// The first error ends the asking, and so does the end of the context.
func TestAsking(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	wrong := errors.New("wrong")
	for _, c := range []struct {
		at   func()
		give error
		want error
	}{{func() {}, wrong, wrong}, {cancel, nil, context.Canceled}} {
		asked := 0
		of, failed := least.Asking(ctx)
		f := of(func(context.Context, float64) (float64, error) {
			if asked++; asked == 3 {
				c.at()
				return 1, c.give
			}
			return -1, nil
		})
		found := least.Walk{Places: slices.Values(places(50)), Narrow: narrow}.Find(f)
		if !errors.Is(failed(), c.want) || asked != 3 {
			t.Errorf("asked %d times, %v, %+v; want %v", asked, failed(), found, c.want)
		}
	}
}

func ExampleWalk_Find() {
	f := func(x float64) float64 { return x*x - 2 }
	w := least.Walk{Places: slices.Values([]float64{0, 1, 2, 4}), Narrow: narrow}
	fmt.Printf("%.6f\n", w.Find(f).Least)
	// Output: 1.414214
}
