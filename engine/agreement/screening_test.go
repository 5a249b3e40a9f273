package agreement

import (
	"context"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/work/worktest"
	"dpscope/learners/linear"
	"dpscope/mechanisms"
)

// Asking with little effort first changes no digit of an answer.
func TestRoughWalk(t *testing.T) {
	effort.ForCheck(t)
	line := &linear.Linear{Weights: []float64{1, -2, 0.5}, Bias: 0.1}
	cases := map[string]*Region{
		"lattice": prepare(t, line, []float64{0.5, 0.2, 0.9}, 0, 1, 2),
		"plane":   prepare(t, circleQDA, []float64{0.5, 0.5}, 0, 1),
	}
	if !effort.All() { // the full walk over lattices takes seconds
		delete(cases, "lattice")
	}
	for name, r := range cases {
		ctx := worktest.Session(t.Context(), 1<<20)
		a := r.BudgetPath(makerOf(t, "pm"), name)
		for _, target := range []float64{0.7, 0.95} {
			value := func(ctx context.Context, l look) (float64, error) {
				if name == "lattice" {
					exact, err := a.exact(ctx, l)
					return exact.value, err
				}
				return a.safe(ctx, l, UnitInterval)
			}
			want, err := a.need(ctx, target, value, nil)
			if err != nil {
				t.Fatal(err)
			}
			rough := a.screenExact(target)
			if name == "plane" {
				rough = a.screenBox(target, UnitInterval)
			}
			if rough == nil {
				t.Fatalf("%s: nothing is asked first", name)
			}
			got, err := a.need(ctx, target, value, rough)
			if err != nil || got != want {
				t.Errorf("%s, target %g: %+v, %v; in full %+v", name, target, got, err, want)
			}
		}
	}
}

// A budget reported as missing the target misses it.
func TestRoughMisses(t *testing.T) {
	r := prepare(t, circleQDA, []float64{0.5, 0.5}, 0, 1)
	a := r.BudgetPath(makerOf(t, "sw"), nil)
	for _, epsilon := range []float64{0.5, 2, 5, 9} {
		laws := r.Laws(mechanism(t, "sw", epsilon))
		box, err := r.LargestBox(t.Context(), laws, UnitInterval)
		if err != nil {
			t.Fatal(err)
		}
		for _, target := range []float64{box.Mass / 2, box.Mass * 0.999999, box.Mass, box.Mass*1.001 + 1e-3} {
			about, misses, err := a.screenBox(target, UnitInterval)(t.Context(), look{epsilon, func() (context.Context, []mechanisms.Law, error) { return t.Context(), laws, nil }})
			if err != nil || misses && (box.Mass >= target || about >= target) {
				t.Errorf("ε = %g, target %v: about %v, misses %v, %v; the largest has %v", epsilon, target, about, misses, err, box.Mass)
			}
		}
	}
}

// A budget near the least is enough, and hardly larger than one that is not; asking for it first changes no digit of the least.
// It reports that every budget is enough only where the least does.
func TestNearlyTheLeast(t *testing.T) {
	r := prepare(t, circleQDA, []float64{0.5, 0.5}, 0, 1)
	for _, mechanism := range []string{"pm", "laplace", "gaussian"} {
		ctx, maker := worktest.Session(t.Context(), 1<<20), makerOf(t, mechanism)
		for _, target := range []float64{0.02, 0.3, 0.7, 0.95} {
			nearly, err := r.BudgetPath(maker, mechanism).Nearly().RequiredForAgreement(ctx, target)
			if err != nil {
				t.Fatal(err)
			}
			least, err := r.NeedForExact(t.Context(), maker, target)
			if err != nil {
				t.Fatal(err)
			}
			if after, err := r.BudgetPath(maker, mechanism).RequiredForAgreement(ctx, target); err != nil || !sameNeed(after, least) {
				t.Errorf("%s, %g: %+v after one that is near, %+v by itself (%v)", mechanism, target, after, least, err)
			}
			if nearly.Reached() != least.Reached() || nearly.Any && !least.Any {
				t.Errorf("%s, %g: nearly %+v, the least %+v", mechanism, target, nearly, least)
			}
			if nearly.Missed > 0 && !(nearly.Value >= target && nearly.Missed < least.Epsilon && least.Epsilon <= nearly.Epsilon && nearly.Epsilon <= 1.0101*nearly.Missed) {
				t.Errorf("%s, %g: nearly %+v, the least %+v", mechanism, target, nearly, least)
			}
		}
	}
}
