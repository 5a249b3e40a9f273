package threshold

import (
	"testing"

	"dpscope/engine/rareclass"
)

// For r ≤ 1 the sought class is no minority, and is not called one.
func TestClassesAreCalledWhatTheyAre(t *testing.T) {
	for ratio, want := range map[float64]string{0.01: "positive class", 1: "positive class", 10: "minority"} {
		q := threshold{Mixture: rareclass.Mixture{Separation: 2, Ratio: ratio}, gamma: 0.5}
		if got := q.sought(); got != want {
			t.Errorf("r = %g: %q, want %q", ratio, got, want)
		}
	}
}
