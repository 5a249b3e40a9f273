package rareclass

import (
	"testing"
	"testing/synctest"

	"dpscope/engine/work"
)

// Lines that are there before a moment has passed are shown once, whole: a page in
// between would hold them up.
func TestQuickLinesAreShownWhole(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // no time passes during a computation
		a := Anatomy{Epsilon: 1, Lambda: 0.001, Records: 100, Most: 1, Clip: 8, Seed: 1}
		lines, err := a.Lines(t.Context(), func(so Lines, p work.Progress) { t.Errorf("%d lines are shown at %+v", so.count(), p) })
		if err != nil || lines.count() != Draws || len(lines.Kept) != Draws {
			t.Errorf("%d lines: %v", lines.count(), err)
		}
	})
}

// All lines but the outermost on either side lie in the band, at every place, and it is no wider than they are.
func TestBandHoldsAllButTheOutermost(t *testing.T) {
	lines := Lines{}
	for i := range Draws {
		lines.Private = append(lines.Private, Line{Offset: float64(i*7%Draws) - 14, X: 1 + float64(i%5), Y: 2 - float64(i%3)})
	}
	at := []float64{-7, -1, 0, 3.5, 11}
	low, high := lines.Band(at, -50, 50)
	for i, x := range at {
		inside, ends := 0, 0
		for _, l := range lines.Private {
			y := min(max(-(l.Offset+l.X*x)/l.Y, -50), 50)
			if y >= low[i] && y <= high[i] {
				inside++
			}
			if y == low[i] || y == high[i] {
				ends++
			}
		}
		if inside < Draws-2 || ends < 2 {
			t.Errorf("at %g %d lines lie in [%g, %g], %d at its ends", x, inside, low[i], high[i], ends)
		}
	}
}
