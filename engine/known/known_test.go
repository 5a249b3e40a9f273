package known

import (
	"math"
	"testing"

	"dpscope/engine/numeral"
)

func TestSafeEnd(t *testing.T) {
	for _, c := range []struct {
		name          string
		v             Value
		higher, lower float64
	}{
		{"exact", Exactly(0.5), 0.5, 0.5},
		{"proven lower bound", OrMore(0.5), 0.5, 0.5},
		{"a bound under two readings", OrMore(0.5).Within(0.49, 0.5), 0.49, 0.5},
		{"enclosed", Enclosed(0.4, 0.4, 0.6), 0.4, 0.6},
		{"sampled", Sampled(0.5, 0.45, 0.55, 0.95), 0.45, 0.55},
	} {
		if got := c.v.Safe(Higher); got != c.higher {
			t.Errorf("%s: %g is relied on from below, want %g", c.name, got, c.higher)
		}
		if got := c.v.Safe(Lower); got != c.lower {
			t.Errorf("%s: %g is relied on from above, want %g", c.name, got, c.lower)
		}
		if got := c.v.Safe(NoGoal); got != c.v.Value {
			t.Errorf("%s: %g without a goal, want %g", c.name, got, c.v.Value)
		}
	}
	if v := Sampled(0.5, 0.45, 0.55, 0.95).Promised(Higher); v != 0.5 {
		t.Errorf("solving counts on %g of an estimate; it is 0.5", v)
	}
	if v := Said("pm").Promised(Higher); !math.IsNaN(v) {
		t.Errorf("a word was solved for as %g", v)
	}
}

// The written form of a proven number is true.
func TestWrittenIsTrue(t *testing.T) {
	third := 1.0 / 3
	for _, c := range []struct {
		v    Value
		r    numeral.Rounding
		want string
	}{
		{Exactly(third), numeral.Nearest, "33.3 %"},
		{OrMore(2 * third), numeral.Nearest, "66.6 %"},
		{OrLess(third), numeral.Nearest, "33.4 %"},
		{Enclosed(2*third, 2*third, 0.7), numeral.Nearest, "66.6 %"},
		{Enclosed(third, 0.3, third), numeral.Nearest, "33.4 %"},
		{Exactly(third), numeral.Up, "33.4 %"},
		{Sampled(2*third, 0.6, 0.7, 0.95), numeral.Nearest, "66.7 %"},
		{AboutZero(0, 1e-161), numeral.Nearest, "below 10^-161"},
		{AboutZero(0.25, 1e-161), numeral.Nearest, "25.0 %"},
	} {
		if got := c.v.Written(numeral.Percent, c.r); got != c.want {
			t.Errorf("%+v is written %q, want %q", c.v, got, c.want)
		}
	}
}

func TestEveryBasisHasItsWords(t *testing.T) {
	for b := Exact; b <= ConfidentAtMost; b++ {
		if b.String() == "" || b.Promise() == "" {
			t.Errorf("basis %d lacks words", b)
		}
	}
}

func TestGoalsOfNoNumber(t *testing.T) {
	nan := math.NaN()
	for _, g := range []Goal{Higher, Lower} {
		if g.Better(nan, 0) || !g.Better(0, nan) || g.Better(nan, nan) {
			t.Errorf("goal %d takes no number for one", g)
		}
	}
}

// A bound that holds with a confidence says so wherever it is told, and does not count as proven.
func TestConfidentBounds(t *testing.T) {
	for _, c := range []struct {
		v       Value
		how     string
		written string
		other   Basis
	}{
		{OrLess(9.1655).With(0.95), "at most with 95 % confidence", "9.17", ConfidentAtLeast},
		{OrMore(9.1655).With(0.999), "at least with 99.9 % confidence", "9.16", ConfidentAtMost},
		{OrLess(9.1655), "at most", "9.17", AtLeast},
		{Sampled(9.1655, 9, 10, 0.95), "estimate", "9.17", Estimate},
		{Nothing("none").As(ConfidentAtMost), "none", "not defined", ConfidentAtLeast},
	} {
		if got := c.v.How(); got != c.how {
			t.Errorf("%+v is known %q, want %q", c.v, got, c.how)
		}
		if got := c.v.Written(numeral.Plain, numeral.Nearest); got != c.written {
			t.Errorf("%+v is written %q, want %q", c.v, got, c.written)
		}
		if got := c.v.Basis.Opposite(); got != c.other {
			t.Errorf("the opposite of %s is %s", c.v.Basis, got)
		}
		if sure := c.v.Surely() != ""; sure != (c.v.Basis.Confident() && !c.v.Missing()) || c.v.Side() != c.v.Basis {
			t.Errorf("%+v says %q, side %s", c.v, c.v.Surely(), c.v.Side())
		}
	}
}
