package explorer

import (
	"errors"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
)

func TestBetterIsNoMoreThanTheMost(t *testing.T) {
	for _, c := range []struct{ now, most, want float64 }{
		{0.849, 0.95, 0.9},
		{0.93, 0.95, 0.94},
		{0.949, 0.95, 0.9495},
		{0.62, 1, 0.8},
		{0.4, 1, 0.5},
		{0.96, 0.95, 0.95}, // by the luck of the records it is judged by
		{0.98, 0.97725, 0.97},
		{1, 1, 1},
		{0.7, 0, 1}, // the best possible value is unknown
	} {
		if got := better(c.now, engine.Reading{Goal: known.Higher, Most: c.most}); got != c.want {
			t.Errorf("better than %g of at most %g is %g, want %g", c.now, c.most, got, c.want)
		}
	}
}

// For a target beyond the best possible value the error names that value.
func TestTargetsBeyondTheMost(t *testing.T) {
	for _, c := range []struct {
		target, most float64
		said         bool
	}{{0.94, 0.95, false}, {0.97, 0.95, true}, {2, 0, false}} {
		trouble := error(&engine.UnreachableError{Search: engine.Search{Unknown: param.Param{Name: "epsilon"}, Goal: known.Higher, Target: c.target}, Best: 0.9})
		got := beyondTheMost(trouble, engine.Reading{Goal: known.Higher, Most: c.most})
		if !errors.Is(got, trouble) || strings.HasSuffix(got.Error(), "; the best possible is 0.95 now") != c.said {
			t.Errorf("%g of at most %g: %v", c.target, c.most, got)
		}
	}
	if got := beyondTheMost(nil, engine.Reading{Most: 0.95}); got != nil {
		t.Error(got)
	}
}

// The best possible value is suggested in few digits, never better than it is.
func TestAttainableTargets(t *testing.T) {
	for _, c := range []struct {
		best float64
		goal known.Goal
		want float64
	}{{2.773, known.Lower, 2.8}, {0.04686, known.Higher, 0.046}, {0.6389, known.Higher, 0.63}, {-3.14, known.Lower, -3.1}, {0, known.Lower, 0}, {99, known.Higher, 99}} {
		if got := attainable(c.best, c.goal); got != c.want {
			t.Errorf("of %g it suggests %g, want %g", c.best, got, c.want)
		}
	}
}

func TestBetterIsTheNextRoundNumber(t *testing.T) {
	for _, c := range []struct {
		now   float64
		style numeral.Style
		goal  known.Goal
		want  float64
	}{
		{0.8528, numeral.Percent, known.Higher, 0.9},
		{0.9, numeral.Percent, known.Higher, 0.95},
		{0.995, numeral.Percent, known.Higher, 0.999},
		{0.0123, numeral.Percent, known.Higher, 0.02},
		{0.1472, numeral.Percent, known.Lower, 0.1},
		{0.1, numeral.Percent, known.Lower, 0.05},
		{2, numeral.Plain, known.Lower, 1},
		{0.186, numeral.Plain, known.Lower, 0.1},
		{37, numeral.Plain, known.Higher, 50},
		{-23.5, numeral.Plain, known.Lower, -50},
		{-23.5, numeral.Plain, known.Higher, -20},
		{0, numeral.Plain, known.Lower, 0},
	} {
		if got := better(c.now, engine.Reading{Style: c.style, Goal: c.goal}); got != c.want {
			t.Errorf("better than %g is %g, want %g", c.now, got, c.want)
		}
	}
}
