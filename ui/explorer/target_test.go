package explorer

import (
	"testing"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
)

// What a reading can be at best is suggested in few digits, never better.
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
		if got := better(c.now, engine.Answer{Style: c.style, Goal: c.goal}); got != c.want {
			t.Errorf("better than %g is %g, want %g", c.now, got, c.want)
		}
	}
}
