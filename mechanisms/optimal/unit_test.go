package optimal

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/mechanisms/central"
)

// told returns a loss of pieces with its costs in a unit.
func told(t *testing.T, points [][2]float64, unit float64) central.Loss {
	t.Helper()
	var words []string
	for _, p := range points {
		words = append(words, fmt.Sprintf("%g:%g", p[0], p[1]*unit))
	}
	loss, err := central.ReadPieces(strings.Join(words, ","))
	if err != nil {
		t.Fatal(err)
	}
	return loss
}

// Results about a law do not depend on the unit of its costs.
func TestAnyUnitOfCosts(t *testing.T) {
	for _, points := range [][][2]float64{{{-1, 1}, {0, 0}, {1, 1}}, {{-1, 1}, {0, 0}, {1, 1}, {2, 3}}, {{-2, 2}, {-1, 0}, {1, 0}, {2, 1}}}[:effort.Scale(2, 3, 3)] {
		known := func(unit float64) map[string]float64 {
			p := Problem{Epsilon: 1, Delta: 0.2, Loss: told(t, points, unit), Steps: 8, Reach: 16}
			s, err := Solve(t.Context(), p, nil)
			if err != nil {
				t.Fatalf("in units of %g: %v", unit, err)
			}
			floor, err := Floor(t.Context(), p)
			if err != nil {
				t.Fatalf("in units of %g: %v", unit, err)
			}
			last := 0.0
			if _, err := Cut(t.Context(), p, func(r Round, _ []float64, _ float64) { last = r.Value }); err != nil {
				t.Fatalf("in units of %g: %v", unit, err)
			}
			return map[string]float64{"the loss": s.Loss / unit, "the least": s.Least / unit, "the bound on all": floor / unit, "the last round": last / unit}
		}
		plain := known(1)
		for _, unit := range []float64{1e-300, 1e-15, 1e-12, 1e-3, 1e8} {
			for what, v := range known(unit) {
				if math.Abs(v-plain[what]) > 1e-8*plain["the loss"] {
					t.Errorf("%v: %s in units of %g is %v, in ones %v", points, what, unit, v, plain[what])
				}
			}
		}
	}
}

// A round costs what its law does, without the perturbation that separates equals.
func TestRoundsOfWhatCostsNothing(t *testing.T) {
	p := Problem{Epsilon: 2, Delta: 0.27, Loss: told(t, [][2]float64{{-9, 1}, {-8, 0}, {8, 0}, {9, 1}}, 1), Steps: 2, Reach: 8}
	_, err := Cut(t.Context(), p, func(r Round, _ []float64, _ float64) {
		if r.Value != 0 {
			t.Errorf("a round costs %v", r.Value)
		}
	})
	if err != nil {
		t.Error(err)
	}
}
