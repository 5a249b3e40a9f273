package optimal

import (
	"context"
	"math"
	"testing"

	"dpscope/mechanisms/central"
)

// Cutting planes that begin with the events of the interior-point method come to
// the same loss as from the tails alone, in far fewer rounds, and the method's own
// value is near to it.
func TestInterior(t *testing.T) {
	for _, p := range []Problem{
		{Epsilon: 1, Delta: 0.2, Loss: absolute, Steps: 25, Reach: 50},
		{Epsilon: 5, Delta: 0.05, Loss: central.Square{}, Steps: 25, Reach: 50},
		{Epsilon: 0.5, Delta: 0.01, Loss: doubled, Steps: 7, Reach: 56},
		{Epsilon: 3, Delta: 0.3, Loss: absolute, Steps: 25, Reach: 50, Atom: true},
		{Epsilon: 5, Delta: 0.05, Loss: absolute, Shape: Monotone, Steps: 25, Reach: 50},
		{Epsilon: 0.02, Delta: 0.02, Loss: doubled, Query: Count, Steps: 1, Reach: 35},
		{Epsilon: 0.1, Delta: 0.02, Loss: doubled, Shape: Monotone, Query: Count, Steps: 2, Reach: 40}, // a peak is a row of its own
	} {
		inside := p.program(&progress{ctx: t.Context()}, false, nil).interior()
		if !inside.run(t.Context()) {
			t.Errorf("%+v: it comes to nothing", p)
		}
		with, err := Solve(t.Context(), p, append(inside.events(), p.Tails()...), nil)
		if err != nil {
			t.Fatal(err)
		}
		without, err := Solve(t.Context(), p, p.Tails(), nil)
		if err != nil || math.Abs(with.Loss-without.Loss) > 1e-8*without.Loss {
			t.Errorf("%+v: %v with, %v without, %v", p, with.Loss, without.Loss, err)
		}
		if len(with.Rounds) > 1+len(without.Rounds)/2 {
			t.Errorf("%+v: %d rounds with, %d without", p, len(with.Rounds), len(without.Rounds))
		}
		wellFounded(t, "interior", p, with)
		value := 0.0
		for j, w := range inside.w {
			value += w * inside.cost[j]
		}
		if math.Abs(value-with.Loss) > 1e-4*with.Loss {
			t.Errorf("%+v: inside the loss is %v, at the vertex %v", p, value, with.Loss)
		}
	}
}

// Where the method is stopped there are no seeds.
func TestNoSeeds(t *testing.T) {
	p := Problem{Epsilon: 1, Delta: 0.2, Loss: absolute, Steps: 25, Reach: 50}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if seeds := p.program(&progress{ctx: t.Context()}, false, nil).seeds(ctx); seeds != nil {
		t.Errorf("%d seeds although it was stopped", len(seeds))
	}
}
