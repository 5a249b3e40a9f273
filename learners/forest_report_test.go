package learners

import (
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/work"
)

// A forest says how far it is within a tree, never goes back, and ends with all trees.
func TestAForestReportsWithinATree(t *testing.T) {
	effort.ForNumbers(t)
	const trees = 2
	last, within := 0.0, 0
	ctx := work.Reporting(t.Context(), func(p work.Progress) {
		if p.Done < last || p.Of != trees || p.What != "trees" {
			t.Errorf("%+v after %g", p, last)
		}
		if p.Done != math.Trunc(p.Done) {
			within++
		}
		last = p.Done
	})
	d := rings(effort.Of(100_000, 200_000, 200_000), 3, 2, 0.3, 9)
	if _, err := (RandomForest{Trees: trees}).Fit(ctx, d, rand.New(rand.NewPCG(1, 2))); err != nil {
		t.Fatal(err)
	}
	if within == 0 || last != trees {
		t.Errorf("%d reports within a tree, the last of %g trees", within, last)
	}
}
