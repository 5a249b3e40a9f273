package ui

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

// What the form asks at first is not met already, and its answer is of use.
func TestSolveBeginsWithAUsefulQuestion(t *testing.T) {
	for _, c := range []struct{ address, asks, answers string }{
		{"identity?epsilon=1", "true privacy cost at most 0.2: which ε?", "ε = 0.4"},
		{"score?n=100&epsilon=1", "at least half kept at least 99.9 %: which ε?", "on the safe side"},
		{"concentration?mechanism=laplace&epsilon=2&target=0.9", "lands in the window at least 90 %: which ε?", "ε = 7.67"},
	} {
		d := drive(t, c.address, 120, 40, plain)
		d.press("s")
		d.shows(c.asks)
		d.shows(c.answers)
	}
}

// Solving moves what answers a question: with the focus on a seed it begins
// with the first slider that does, for a seed picked for its result misleads.
func TestSolveMovesNoSeed(t *testing.T) {
	d := drive(t, "flips?n=240&epsilon=1", 120, 40, plain)
	d.press("down", "down")
	d.shows("▸ seed")
	d.press("s")
	d.shows(": which ε?")
}
