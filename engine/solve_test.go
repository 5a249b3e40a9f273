package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/learners/source"
)

var (
	logUnknown   = param.Param{Name: "epsilon", Min: 1e-6, Max: 1500, Low: 0.01, High: 20, Default: 2, Scale: param.Log, Least: true}
	anyUnknown   = param.Param{Name: "x", Min: 0, Max: 1, Default: 0.5, Fine: 0.01}
	wholeUnknown = param.Param{Name: "n", Min: 1, Max: 1e9, Default: 100, Scale: param.Count, Least: true}
)

func pure(f func(float64) float64) func(context.Context, float64) (float64, error) {
	return func(_ context.Context, x float64) (float64, error) { return f(x), nil }
}

func TestSolve(t *testing.T) {
	laplace := func(e float64) float64 { return -math.Expm1(-0.3 * e) }
	for _, c := range []struct {
		name string
		q    Search
		want float64
	}{
		{"least budget", Search{Unknown: logUnknown, Present: 2, Goal: known.Higher, Target: 0.8, Answer: pure(laplace)}, 5.37}, // ln 5/0.3 = 5.3648, rounded up
		{"already met at the least", Search{Unknown: logUnknown, Present: 2, Goal: known.Higher, Target: -1, Answer: pure(laplace)}, 1e-6},
		{"from above", Search{Unknown: logUnknown, Present: 2, Goal: known.Lower, Target: 0.1, Answer: pure(func(e float64) float64 { return 1 / e })}, 10},
		{"a cost that grows: how far it may go", Search{Unknown: logUnknown, Present: 2, Goal: known.Lower, Target: 0.5, Answer: pure(func(e float64) float64 { return e / 2 })}, 1},
		{"a cost that is low everywhere: stay", Search{Unknown: logUnknown, Present: 2, Goal: known.Lower, Target: 5000, Answer: pure(func(e float64) float64 { return e })}, 2},
		{"whole numbers", Search{Unknown: wholeUnknown, Present: 100, Goal: known.Higher, Target: 12345.5, Answer: pure(func(n float64) float64 { return n })}, 12346},
		{"nearest to the present of two", Search{Unknown: anyUnknown, Present: 0.9, Goal: known.Higher, Target: 0.0999,
			Answer: pure(func(x float64) float64 { return math.Abs(x - 0.5) })}, 0.6},
		{"a peak between two grid points", Search{Unknown: anyUnknown, Present: 0, Goal: known.Higher, Target: 0.999,
			Answer: pure(func(x float64) float64 { return math.Exp(-1e6 * (x - 0.50313) * (x - 0.50313)) })}, 0.5031}, // met from 0.5030984 to 0.5031616
		{"a part without answers", Search{Unknown: logUnknown, Present: 2, Goal: known.Higher, Target: 0.5,
			Answer: func(_ context.Context, e float64) (float64, error) {
				if e > 1 {
					return 0, errors.New("refused")
				}
				return e, nil
			}}, 0.5},
	} {
		s, err := Solve(context.Background(), c.q)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if math.Abs(s.Value-c.want) > 1e-6*max(c.want, 1e-3) && math.Abs(s.Value-c.want) > 1e-6 {
			t.Errorf("%s: %.17g, want %.17g", c.name, s.Value, c.want)
		}
		if v, _ := c.q.Answer(context.Background(), s.Value); v != s.Reading || (c.q.Goal == known.Higher) != (v >= c.q.Target) && v != c.q.Target {
			t.Errorf("%s: the reading there is %g, not on the safe side of %g", c.name, v, c.q.Target)
		}
	}
}

// An error other than the refusal of one value ends the search, and is returned unchanged.
func TestSolveEndsWithFaultsAndFiles(t *testing.T) {
	for _, c := range []struct {
		name string
		err  error
		ends bool
	}{
		{"a refusal", errors.New("refused"), false},
		{"a fault", &work.PanicError{Cause: "a slip"}, true},
		{"a file", source.Blame("data", "people.csv", &source.FileError{Name: "people.csv", Err: errors.New("it is gone")}), true},
		{"the system", fmt.Errorf("reading: %w", &fs.PathError{Op: "read", Path: "people.csv", Err: fs.ErrNotExist}), true},
	} {
		asked := 0
		s, err := Solve(t.Context(), Search{Unknown: logUnknown, Present: 2, Goal: known.Higher, Target: 0.5, Answer: func(_ context.Context, e float64) (float64, error) {
			if asked++; asked > 20 && asked < 30 {
				return 0, c.err
			}
			return e, nil
		}})
		if c.ends && (!errors.Is(err, c.err) || asked != 21) || !c.ends && (err != nil || s.Value != 0.5) {
			t.Errorf("%s: %+v, %v after %d questions", c.name, s, err, asked)
		}
	}
}

// A target that is only approached does not count as reached, even where rounding says so; one that is reached and not passed
// does.
func TestSolveNearsNothing(t *testing.T) {
	half := func(e float64) float64 { return -math.Expm1(-0.314*e) / 2 } // of the noise of a value on the edge
	for _, c := range []struct {
		name   string
		f      func(float64) float64
		goal   known.Goal
		target float64
		coarse bool
		want   float64 // NaN: none
	}{
		{"neared from below", half, known.Higher, 0.5, false, math.NaN()},
		{"neared, looked at coarsely", half, known.Higher, 0.5, true, math.NaN()},
		{"neared from above", func(e float64) float64 { return 0.5 + math.Exp(-e) }, known.Lower, 0.5, false, math.NaN()},
		{"what is short of it", half, known.Higher, 0.49, false, 12.5}, // ln 50/0.314 = 12.4587, rounded up
		{"a kink", func(e float64) float64 { return min(e/7, 1) }, known.Higher, 1, false, 7},
		{"a jump", func(e float64) float64 { return math.Floor(e / 7) }, known.Higher, 1, false, 7},
		{"reached, and neared from beyond", func(e float64) float64 { return 0.5 + (e-1)*math.Exp(-e) }, known.Higher, 0.5, false, 1},
	} {
		s, err := Solve(t.Context(), Search{Unknown: logUnknown, Present: 2, Goal: c.goal, Target: c.target, Coarse: c.coarse, Answer: pure(c.f)})
		var u *UnreachableError
		switch {
		case math.IsNaN(c.want) && !(errors.As(err, &u) && u.Nears && strings.Contains(err.Error(), "only nears")):
			t.Errorf("%s: %+v, %v", c.name, s, err)
		case !math.IsNaN(c.want) && (err != nil || math.Abs(s.Value-c.want) > 1e-9):
			t.Errorf("%s: %+v, %v; want %g", c.name, s, err, c.want)
		}
	}
}

func TestSolveUnreachable(t *testing.T) {
	_, err := Solve(context.Background(), Search{Unknown: anyUnknown, Goal: known.Higher, Target: 2,
		Answer: pure(func(x float64) float64 { return 1 - (x-0.3)*(x-0.3) })})
	var u *UnreachableError
	if !errors.As(err, &u) || math.Abs(u.Best-1) > 1e-9 || math.Abs(u.At-0.3) > 1e-3 {
		t.Errorf("got %v", err)
	}
}

func TestSolveStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	calls := 0
	_, err := Solve(ctx, Search{Unknown: anyUnknown, Goal: known.Higher, Target: 0.5, Answer: func(context.Context, float64) (float64, error) {
		if calls++; calls == 5 {
			cancel()
		}
		return 0, nil
	}})
	if !errors.Is(err, context.Canceled) || calls > 6 {
		t.Errorf("after %d calls: %v", calls, err)
	}
}

// A coarse search looks beyond the slider, and reports what it looked at.
func TestSolveCoarsely(t *testing.T) {
	rises := pure(func(e float64) float64 { return e / (e + 30) })
	s, err := Solve(context.Background(), Search{Unknown: logUnknown, Present: 2, Goal: known.Higher, Target: 0.95, Coarse: true, Answer: rises})
	if err != nil || math.Abs(s.Value-570) > 1e-2 || s.Reading < 0.95 {
		t.Errorf("%+v, %v, want 570, far beyond the slider", s, err)
	}
	_, err = Solve(context.Background(), Search{Unknown: logUnknown, Present: 2, Goal: known.Higher, Target: 0.99, Coarse: true, Answer: rises})
	if want := "from 1e-6 to 1500, reaches 0.99; the most is 0.9804, at epsilon = 1500"; err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "values of epsilon looked at") {
		t.Errorf("%v, want %s", err, want)
	}
}

// A solution near a round number is replaced by it where that meets the target as well.
func TestSolutionsArePlain(t *testing.T) {
	for _, want := range []float64{1, 10, 0.3, 4.36} {
		q := Search{Unknown: logUnknown, Present: 2, Goal: known.Lower, Target: 1, Answer: pure(func(e float64) float64 { return math.Exp(math.Log(e) - math.Log(want)) })}
		q.Target += 1e-14 // the logarithms are rounded
		if s, err := Solve(context.Background(), q); err != nil || s.Value != want {
			t.Errorf("%.17g, %v; want %g", s.Value, err, want)
		}
	}
}

// The digits of the slider are kept wherever the target is met in them, and rounded to where
// it is.
func TestSolutionsHaveTheDigitsOfTheirSlider(t *testing.T) {
	share := param.Param{Name: "share", Min: 0, Max: 1, Low: 0.01, High: 0.99, Default: 0.2, Fine: 0.01}
	for _, c := range []struct {
		name    string
		unknown param.Param
		goal    known.Goal
		target  float64
		f       func(float64) float64
		want    float64
	}{
		{"up", share, known.Higher, 0.049994793130966025, func(x float64) float64 { return x }, 0.05},
		{"down", share, known.Lower, 0.049994793130966025, func(x float64) float64 { return x }, 0.04},
		{"three digits of a budget", logUnknown, known.Higher, 1.3862943611198906, func(x float64) float64 { return x }, 1.39},
		{"down, of a budget", logUnknown, known.Lower, 1.3862943611198906, func(x float64) float64 { return x }, 1.38},
		{"more where the target is met in between only", share, known.Higher, 0, func(x float64) float64 { return 1e-9 - (x-0.3333)*(x-0.3333) }, 0.3333},
	} {
		q := Search{Unknown: c.unknown, Present: c.unknown.Default, Goal: c.goal, Target: c.target, Answer: pure(c.f)}
		if s, err := Solve(context.Background(), q); err != nil || s.Value != c.want {
			t.Errorf("%s: %.17g, %v; want %g", c.name, s.Value, err, c.want)
		}
	}
}

// For whole numbers with readings that rise and fall from one to the next, the solution is the one that a look at every number
// finds, and its claims hold for all numbers.
func TestSolveSawTooth(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	for range effort.Scale(60, 150, 400) {
		period, height := float64(2+rng.IntN(99)), 20*rng.Float64()
		reading := func(n float64) float64 { return math.Log(n) + height/math.Sqrt(n)*math.Mod(n, period)/period }
		present, target := math.Floor(math.Exp(7*rng.Float64())), 1+7*rng.Float64()
		unknown := param.Param{Name: "n", Min: 1, Max: 1e9, Default: 100, Scale: param.Count, Least: rng.IntN(2) == 0}
		want := math.NaN()
		for n := 1.0; n < 20000; n++ { // all from e^8 on meet the target
			begins := reading(n) >= target && (n == 1 && unknown.Least || n > 1 && reading(n-1) < target)
			ceases := reading(n) >= target && reading(n+1) < target
			if !begins && !ceases {
				continue
			}
			if math.IsNaN(want) || !unknown.Least && math.Abs(math.Log(n/present)) < math.Abs(math.Log(want/present)) {
				want = n
			}
		}
		s, err := Solve(context.Background(), Search{Unknown: unknown, Present: present, Goal: known.Higher, Target: target, Answer: pure(reading)})
		if err != nil {
			t.Fatal(err)
		}
		if s.Value != want && !math.IsNaN(want) {
			t.Errorf("period %g, height %g, target %g from %g (least: %v): %g, want %g", period, height, target, present, unknown.Least, s.Value, want)
		}
		if lesser := reading(s.Value - 1); s.Value > 1 && s.Place == Least && lesser >= target {
			t.Errorf("%g is called the least, and %g meets it", s.Value, s.Value-1)
		}
		if !math.IsNaN(s.Misses) && reading(s.Misses) >= target || !math.IsNaN(s.Again) && reading(s.Again) < target {
			t.Errorf("%+v says what is not so", s)
		}
	}
}
