package population

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/param"
	"dpscope/mechanisms"
)

// Whatever is remembered, a budget near it keeps people as the goal says, those that miss
// are no more than an eighth below, and where budgets about one were looked at none is
// looked at again.
func TestNearBudgetsDo(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 7))
	for range effort.Of(6, 20, 100) {
		_, _, a := askedOf(t, []string{"stroke-forest", "stroke-logistic"}[rng.IntN(2)], 5+rng.IntN(10), rng.Uint64()%1000)
		kind := mechanisms.All.Kinds[rng.IntN(len(mechanisms.All.Kinds))]
		m := Walked{Make: mechanisms.MakerOf(kind, param.Values{}), Kept: &Kept{records: len(a.regions), known: map[string]looked{}}}
		g := Goal{For: GoalKind(rng.IntN(3)), Target: 0.5 + 0.45*rng.Float64()}
		if _, found, err := a.Near(t.Context(), g, m); found || err != nil {
			t.Fatalf("%s: found where nothing is remembered, %v", kind.Name, err)
		}
		least, err := a.Least(t.Context(), g, m)
		if err != nil {
			t.Fatal(err)
		}
		if !least.Reached() || least.Any {
			continue
		}
		for _, target := range []float64{g.Target, g.Target + 0.02, g.Target - 0.05} {
			g.Target = target
			need, found, err := a.Near(t.Context(), g, m)
			if err != nil {
				t.Fatal(err)
			}
			if !found {
				continue
			}
			level := func(epsilon float64) float64 { // of agreements that nobody remembers
				values, err := a.agreements(t.Context(), m.Make, slices.Repeat([]float64{epsilon}, len(a.p.Private)))
				if err != nil {
					t.Fatal(err)
				}
				return g.level(values)
			}
			if at := level(need.Epsilon); at < target || math.Abs(at-need.Value) > 1e-9 || level(need.Missed) >= target || need.Epsilon > 1.125*need.Missed {
				t.Errorf("%s: for %g near %+v, where the level is %g, and %g at what misses", kind.Name, target, need, at, level(need.Missed))
			}
			before, remembered := len(m.Kept.known), len(m.Kept.equal())
			if again, found, err := a.Near(t.Context(), g, m); !found || err != nil || again.Epsilon > need.Epsilon || len(m.Kept.known) != before {
				t.Errorf("%s: again %+v after %+v, with %d budgets more than %d", kind.Name, again, need, len(m.Kept.known)-before, remembered)
			}
		}
	}
}

// Memory that is full forgets budgets all over their range, and no more than half.
func TestFullMemoryTellsOfTheWholeRange(t *testing.T) {
	k := &Kept{records: 1, known: map[string]looked{}}
	for i := range mostKept + 1 {
		k.agreements([]float64{1 + float64(i), 1 + float64(i)}, func() ([]float64, error) { return []float64{0.5}, nil })
	}
	left := k.equal()
	if len(left) != mostKept/2+1 || left[0] != 1 {
		t.Fatalf("%d budgets are left, from %v", len(left), left[:1])
	}
	for i := range left[1:] {
		if left[i+1]-left[i] > 2 {
			t.Errorf("nothing is left between %g and %g", left[i], left[i+1])
		}
	}
}
