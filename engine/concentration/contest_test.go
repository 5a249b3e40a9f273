package concentration

import (
	"math"
	"testing"

	"dpscope/mechanisms"
)

// Curves pass through the values at single settings, independent of where on the curve a setting lies.
func TestCurves(t *testing.T) {
	c, here := contest(), Setting{Epsilon: 1.5, Theta: 0.2, X: 0.3}
	for over, along := range map[Over]func(at *Setting) *float64{
		Budgets:    func(at *Setting) *float64 { return &at.Epsilon },
		Tolerances: func(at *Setting) *float64 { return &at.Theta },
		Values:     func(at *Setting) *float64 { return &at.X },
	} {
		elsewhere := here
		*along(&elsewhere) = 0.7
		rows, err := c.Curves(t.Context(), over, here)
		again, failed := c.Curves(t.Context(), over, elsewhere)
		if err != nil || failed != nil || len(rows) != len(mechanisms.All.Kinds) {
			t.Fatalf("%d rows over %d: %v, %v", len(rows), over, err, failed)
		}
		places := over.Places()
		for i := 0; i < len(places); i += 37 {
			at := here
			*along(&at) = places[i]
			for k, s := range c.Standing(at, func(int) bool { return true }).Scores {
				if s.Absent() != math.IsNaN(rows[k][i]) || !s.Absent() && math.Abs(s.Mass-rows[k][i]) > 1e-15 {
					t.Errorf("over %d, %s at %g: %g, and %g alone", over, mechanisms.All.Kinds[k].Name, places[i], rows[k][i], s.Mass)
				}
				if a, b := rows[k][i], again[k][i]; a != b && !(math.IsNaN(a) && math.IsNaN(b)) {
					t.Errorf("over %d, %s at %g: %g, and %g at another setting", over, mechanisms.All.Kinds[k].Name, places[i], a, b)
				}
			}
		}
	}
}

// The lead is told among those that are compared; who is not keeps its place in the order.
func TestStanding(t *testing.T) {
	c, at := contest(), Setting{Epsilon: 2, Theta: 0.3, X: 0.5}
	all := c.Standing(at, func(int) bool { return true })
	without := c.Standing(at, func(i int) bool { return i != all.First })
	if without.First != all.Second || without.Order[0] != all.First || without.Margin < 0 {
		t.Errorf("without the first of %+v: %+v", all, without)
	}
	alone := c.Standing(at, func(i int) bool { return i == all.First })
	if alone.First != all.First || alone.Second != -1 || len(alone.Tied()) != 1 {
		t.Errorf("the first alone: %+v, tied %v", alone, alone.Tied())
	}
	if whole := c.Standing(Setting{Epsilon: 2, Theta: 1, X: 0.5}, func(i int) bool { return c.makers[i] != nil }); len(whole.Tied()) < 2 {
		t.Errorf("in the whole range %v are tied", whole.Tied())
	}
}
