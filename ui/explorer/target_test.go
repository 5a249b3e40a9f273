package explorer

import (
	"testing"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
)

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
