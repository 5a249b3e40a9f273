package population

import (
	"math"
	"testing"

	"dpscope/engine/num/least"
	"dpscope/engine/param"
	"dpscope/mechanisms"
)

// Going down a ladder ends at the last budget before the first that misses, whatever lies below.
func TestDownTheLadder(t *testing.T) {
	for _, c := range []struct {
		from, ratio, border float64
		last                float64
		missed              bool
	}{
		{1500, 2, 10, 1500. / 128, true},
		{1500, 2, 1500, 1500, true},
		{8, 2, 1, 2, true},
		{8, 2, 0, mechanisms.Epsilon.Min, false},
		{11, math.Exp2(1. / 8), 10, 11 / math.Exp2(1./8), true},
	} {
		s := search{at: least.Function(func(epsilon float64) float64 { return epsilon - c.border - 1e-9 })}
		if c.border == 0 {
			s.at = func(float64) float64 { return 1 }
		}
		last, missed := s.down(c.from, c.ratio)
		if math.Abs(last-c.last) > 1e-9 || missed != c.missed {
			t.Errorf("from %g by %g to %g: %g, %v", c.from, c.ratio, c.border, last, missed)
		}
	}
}

// The budget at the end of the ladder is wrong no more often than its confidence says: of 60 draws of answers for twenty
// people of a forest, with agreements that are computed for comparison, at most 13 at 90 % (more have a chance of 2e-3).
func TestLadderKeepsItsConfidence(t *testing.T) {
	const runs, wrong, confidence = 60, 13, 0.8 // of both sides: 10 % below
	_, _, a := askedOf(t, "stroke-forest", 20, 5, "age", "bmi")
	kind, err := mechanisms.All.Find("pm")
	if err != nil {
		t.Fatal(err)
	}
	m := Walked{Make: mechanisms.FamilyOf(kind, param.Values{})}
	g := Goal{For: MeanRecord, Target: 0.85}
	missed := 0
	for seed := range uint64(runs) {
		drawn := *a
		drawn.p.Draws, drawn.p.Seed = 20, seed
		epsilon, _, err := drawn.descend(t.Context(), g, m, From{Whole: true, Draws: 20}, confidence, seed)
		if err != nil {
			t.Fatal(err)
		}
		if math.IsInf(epsilon, 1) {
			continue
		}
		values, err := a.Look(t.Context(), m, []float64{epsilon, epsilon})
		if err != nil {
			t.Fatal(err)
		}
		if g.level(values) < g.Target {
			missed++
		}
	}
	if missed > wrong {
		t.Errorf("%d of %d budgets are too small", missed, runs)
	}
	t.Logf("%d of %d budgets are too small", missed, runs)
}
