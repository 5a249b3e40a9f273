package population

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"dpscope/engine/effort"
	"dpscope/engine/param"
	"dpscope/engine/work/worktest"
	"dpscope/mechanisms"
)

// While the target moves, the reported budget keeps people as the goal says, and the one reported to miss does not. Looks bring
// the two together; after the time limit none is made.
func TestBudgetsOfAMovingTargetDo(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 7))
	for range effort.Scale(6, 20, 100) {
		_, _, a := askedOf(t, []string{"stroke-forest", "stroke-logistic"}[rng.IntN(2)], 5+rng.IntN(10), rng.Uint64()%1000)
		kind := mechanisms.All.Kinds[rng.IntN(len(mechanisms.All.Kinds))]
		m := Walked{Make: mechanisms.FamilyOf(kind, param.Values{}), Key: kind.Name}
		ctx := worktest.Session(t.Context(), 1<<24)
		g := Goal{For: GoalKind(rng.IntN(3)), Target: 0.5 + 0.45*rng.Float64()}
		least, err := a.Least(ctx, g, m)
		if err != nil {
			t.Fatal(err)
		}
		tracks := []Track{{Curve: least.Curve}}
		level := func(epsilon float64) float64 { // of agreements that are not remembered
			values, err := a.agreements(t.Context(), m.Make, slices.Repeat([]float64{epsilon}, len(a.p.Private)), 0)
			if err != nil {
				t.Fatal(err)
			}
			return g.level(values.Low)
		}
		for _, by := range []float64{0, 0.02, -0.05, 0.04} {
			g.Target += by
			still, err := a.Closer(ctx, g, []Walked{m}, tracks, -1)
			if err != nil || !slices.Equal(still[0].Curve, tracks[0].Curve) {
				t.Fatalf("%s: without time %d levels become %d, %v", kind.Name, len(tracks[0].Curve), len(still[0].Curve), err)
			}
			if tracks, err = a.Closer(ctx, g, []Walked{m}, tracks, time.Hour); err != nil {
				t.Fatal(err)
			}
			if !slices.IsSortedFunc(tracks[0].Curve, func(a, b Level) int { return int(math.Copysign(1, a.Epsilon-b.Epsilon)) }) {
				t.Fatalf("%s: budgets do not rise in %v", kind.Name, tracks[0].Curve)
			}
			need, found := tracks[0].Enough(g.Target)
			if !found {
				if last := tracks[0].Curve[len(tracks[0].Curve)-1]; last.Epsilon < 100 {
					t.Errorf("%s: nothing is known to do up to %g", kind.Name, last.Epsilon)
				}
				continue
			}
			if at := level(need.Epsilon); at < g.Target || math.Abs(at-need.Value) > 1e-9 {
				t.Errorf("%s: for %g %+v is enough, where the level is %g", kind.Name, g.Target, need, at)
			}
			if need.Missed > 0 && (level(need.Missed) >= g.Target || need.Epsilon > nearby*max(need.Missed, flat)*(1+1e-9)) {
				t.Errorf("%s: for %g %+v is enough, and at what misses the level is %g", kind.Name, g.Target, need, level(need.Missed))
			}
		}
	}
}

// Looks end once the target has moved on.
func TestLooksEndWithTheirTarget(t *testing.T) {
	_, _, a := askedOf(t, "stroke-forest", 5, 1)
	m := Walked{Make: mechanisms.FamilyOf(mechanisms.All.Kinds[0], param.Values{})}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := a.Closer(ctx, Goal{For: MeanRecord, Target: 0.9}, []Walked{m}, []Track{{Curve: Curve{{0.1, 0.2}}}}, time.Hour); err == nil {
		t.Error("it goes on")
	}
}

// A curve that is full forgets budgets all over their range, and no more than half.
func TestFullCurveTellsOfTheWholeRange(t *testing.T) {
	var c Curve
	for i := range mostLevels + 1 {
		c = c.With(Curve{{1 + float64(i), 0.5}})
	}
	if len(c) != mostLevels/2+1 || c[0].Epsilon != 1 {
		t.Fatalf("%d budgets are left, from %v", len(c), c[0])
	}
	for i := range c[1:] {
		if c[i+1].Epsilon-c[i].Epsilon > 2 {
			t.Errorf("nothing is left between %g and %g", c[i].Epsilon, c[i+1].Epsilon)
		}
	}
}
