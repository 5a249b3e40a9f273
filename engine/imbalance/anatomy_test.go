package imbalance

import (
	"testing"
	"testing/synctest"

	"dpscope/engine/work"
)

// Lines that are there before a moment has passed are shown once, whole: a page in
// between would hold them up.
func TestQuickLinesAreShownWhole(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // no time passes while somebody computes
		a := Anatomy{Epsilon: 1, Lambda: 0.001, Records: 100, Most: 1, Clip: 8, Seed: 1}
		lines, err := a.Lines(t.Context(), func(so Lines, p work.Progress) { t.Errorf("%d lines are shown at %+v", so.count(), p) })
		if err != nil || lines.count() != draws || len(lines.Kept) != draws {
			t.Errorf("%d lines: %v", lines.count(), err)
		}
	})
}
