package agreement

import (
	"context"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/work/worktest"
	"dpscope/learners"
	"dpscope/mechanisms"
)

// Asking with little effort first changes no digit of an answer.
func TestRoughWalk(t *testing.T) {
	effort.ForCheck(t)
	line := &learners.Linear{Weights: []float64{1, -2, 0.5}, Bias: 0.1}
	cases := map[string]*Region{
		"lattice": prepare(t, line, []float64{0.5, 0.2, 0.9}, 0, 1, 2),
		"plane":   prepare(t, circleQDA, []float64{0.5, 0.5}, 0, 1),
	}
	if !effort.All() { // the full walk over lattices takes seconds
		delete(cases, "lattice")
	}
	for name, r := range cases {
		ctx := worktest.Session(t.Context(), 1<<20)
		a := r.Along(makerOf(t, "pm"), name)
		for _, target := range []float64{0.7, 0.95} {
			value := func(ctx context.Context, epsilon float64, laws []mechanisms.Law) (float64, error) {
				if name == "lattice" {
					exact, err := a.exact(ctx, epsilon, laws)
					return exact.value, err
				}
				return a.safe(ctx, epsilon, laws, UnitInterval)
			}
			want, err := a.need(ctx, target, value, nil)
			if err != nil {
				t.Fatal(err)
			}
			rough := a.roughExact(target)
			if name == "plane" {
				rough = a.roughBox(target, UnitInterval)
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

// What is said to be missed is missed.
func TestRoughMisses(t *testing.T) {
	r := prepare(t, circleQDA, []float64{0.5, 0.5}, 0, 1)
	a := r.Along(makerOf(t, "sw"), nil)
	for _, epsilon := range []float64{0.5, 2, 5, 9} {
		laws := r.Laws(mechanism(t, "sw", epsilon))
		box, err := r.LargestBox(t.Context(), laws, UnitInterval)
		if err != nil {
			t.Fatal(err)
		}
		for _, target := range []float64{box.Mass / 2, box.Mass * 0.999999, box.Mass, box.Mass*1.001 + 1e-3} {
			about, misses, err := a.roughBox(target, UnitInterval)(t.Context(), epsilon, laws)
			if err != nil || misses && (box.Mass >= target || about >= target) {
				t.Errorf("ε = %g, target %v: about %v, misses %v, %v; the largest has %v", epsilon, target, about, misses, err, box.Mass)
			}
		}
	}
}
