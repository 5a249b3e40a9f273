package rootfind

import (
	"math"
	"testing"
)

func TestBracket(t *testing.T) {
	step := func(x float64) float64 {
		if x < 0.3 {
			return math.Inf(-1)
		}
		return 1
	}
	for _, test := range []struct {
		name      string
		f         func(float64) float64
		low, high float64
		want      float64
		most      int // evaluations
	}{
		{"cosine", func(x float64) float64 { return x - math.Cos(x) }, 0, 1, 0.7390851332151607, 12}, // OEIS A003957
		{"square root", func(x float64) float64 { return x*x - 2 }, 0, 1e6, math.Sqrt2, 60},
		{"step", step, -5, 5, 0.3, 70},
		{"flat, then steep", func(x float64) float64 { return math.Exp(50*x) - math.Exp(20) }, -30, 30, 0.4, 60},
		{"triple root", func(x float64) float64 { return (x - 0.2) * (x - 0.2) * (x - 0.2) }, -3, 1, 0.2, 160},
		{"met exactly", func(x float64) float64 { return x - 1.25 }, 0, 3, 1.25, 6},
		{"infinite", func(x float64) float64 { return math.Log(x) }, 0, 100, 1, 60},
	} {
		count := 0
		f := func(x float64) float64 { count++; return test.f(x) }
		below, above := Bracket(f, test.low, test.high, test.f(test.low), test.f(test.high), 0)
		if !(test.f(below) < 0 && test.f(above) >= 0) {
			t.Errorf("%s: f(%g) = %g, f(%g) = %g", test.name, below, test.f(below), above, test.f(above))
		}
		if width := math.Abs(above - below); width > 1e-14*math.Abs(test.want) {
			t.Errorf("%s: [%.17g, %.17g] is %g wide", test.name, below, above, width)
		}
		tolerance := 1e-15 * math.Abs(test.want)
		if test.name == "triple root" || test.name == "flat, then steep" {
			tolerance = 1e-5 // f itself is 0, or rounds, around the root
		}
		if math.Abs(above-test.want) > tolerance {
			t.Errorf("%s: %.17g, want %.17g", test.name, above, test.want)
		}
		if count > test.most {
			t.Errorf("%s: %d evaluations", test.name, count)
		}
		t.Logf("%s: %d evaluations", test.name, count)
	}
}

// A wider tolerance ends sooner, still brackets, and is kept to wherever the root is.
func TestBracketWidth(t *testing.T) {
	last := 0
	for _, width := range []float64{1e-3, 1e-6, 1e-9, 1e-12} {
		count := 0
		for _, root := range []float64{0.013, 1, 3.7, -0.4, 9.99} {
			for _, f := range []func(float64) float64{
				func(x float64) float64 { count++; return x*x*x - root*root*root },
				func(x float64) float64 { count++; return math.Expm1(x - root) },
				func(x float64) float64 { count++; return math.Floor(1e4*(x-root)) + 0.5 },
			} {
				below, above := Bracket(f, -10, 10, f(-10), f(10), width)
				if !(f(below) < 0 && f(above) >= 0) || math.Abs(above-below) > 4*width*max(math.Abs(below), math.Abs(above)) {
					t.Errorf("width %g, root %g: [%.15g, %.15g]", width, root, below, above)
				}
			}
		}
		if count <= last {
			t.Errorf("width %g: %d evaluations, of the wider one %d", width, count, last)
		}
		last = count
	}
}

// The border of a statement is found to neighbouring float64, to whole numbers,
// or as near as asked.
func TestBorder(t *testing.T) {
	for _, border := range []float64{1e-300, 0.1, 1, 3.7, 1e6} {
		last, first := Border(func(x float64) bool { return x <= border }, 0, 1e7, Halving{})
		if last != border || first != math.Nextafter(border, math.Inf(1)) {
			t.Errorf("the border %v is between %v and %v", border, last, first)
		}
		whole := Halving{Middle: func(a, b float64) float64 { return math.Floor((a + b) / 2) }}
		if last, first := Border(func(x float64) bool { return x <= border }, 0, 1e7, whole); last != math.Floor(border) || first != last+1 {
			t.Errorf("the whole border %v is between %v and %v", border, last, first)
		}
	}
	near := Halving{Near: func(inside, outside float64) bool { return inside-outside <= 0.01 }}
	if last, first := Border(func(x float64) bool { return x >= 0.3 }, 1, 0, near); !(first < 0.3 && 0.3 <= last) || last-first > 0.01 {
		t.Errorf("downwards, the border 0.3 is between %v and %v", first, last)
	}
}
