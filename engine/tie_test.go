package engine

import (
	"math"
	"testing"

	"dpscope/engine/known"
)

// Equal answers share the place of the first, and the next one has its own; answers that are unknown or equal to one of another
// group do not tie.
func TestTies(t *testing.T) {
	ranked := []Reading{
		{Label: "a", Place: 1, Known: known.Exactly(0.5)},
		{Label: "b", Place: 2, Known: known.Exactly(0.5 * (1 + 1e-15))},
		{Label: "c", Place: 3, Known: known.Exactly(0.4)},
		{Label: "d", Place: 4, Known: known.Exactly(math.NaN())},
		{Label: "e", Place: 1, Group: "other", Known: known.Exactly(0.4)},
		{Label: "f", Place: 2, Group: "other", Known: known.Nothing("no")},
		{Label: "g", Place: 3, Group: "other", Known: known.Nothing("no")},
	}
	Tie(ranked)
	for i, want := range []string{"1= a", "1= b", "3 c", "4 d", "1 e", "2 f", "3 g"} {
		if got := ranked[i].Heading(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
