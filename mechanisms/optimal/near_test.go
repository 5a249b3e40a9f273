package optimal

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/effort"
)

// followed compares a solution that starts from the events of a nearby problem with one from scratch.
func followed(t *testing.T, name string, p Problem, near []Event) Solution {
	t.Helper()
	want, wantErr := Solve(t.Context(), p, nil)
	got, err := Solve(t.Context(), p, near)
	return alike(t, name, p, want, wantErr, got, err)
}

// alike compares two solutions, each with its error; that there is no law, both have to say.
func alike(t *testing.T, name string, p Problem, want Solution, wantErr error, got Solution, err error) Solution {
	t.Helper()
	if none := (*InfeasibleError)(nil); errors.As(wantErr, &none) {
		if !errors.As(err, &none) {
			t.Errorf("%s: %v; there is no such law", name, err)
		}
		return want
	}
	if err != nil || wantErr != nil {
		t.Fatalf("%s: %v and %v", name, wantErr, err)
	}
	wellFounded(t, name, p, got)
	if got.Loss > want.Loss*(1+1e-8) || got.Loss < want.Least*(1-1e-9) {
		t.Errorf("%s: it costs %v, which was %v, and no law less than %v", name, got.Loss, want.Loss, want.Least)
	}
	if p.Shape == Monotone && p.Query == Real {
		falls(t, name, got.Law)
	}
	return got
}

// Whatever a slider moves, and by any amount, the law that follows costs as much as one from scratch.
func TestNear(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for i := range effort.Scale(20, 20, 2000) {
		p := drawn(rng, effort.Scale(50, 50, 120))
		if rng.IntN(3) == 0 {
			p.Shape = Monotone
		}
		near, err := Solve(t.Context(), p, nil)
		if err != nil {
			t.Fatalf("%+v: %v", p, err)
		}
		for step := range 3 {
			switch rng.IntN(4) {
			case 0:
				p.Delta = min(0.45, p.Delta*math.Exp(0.3*rng.NormFloat64()))
			case 1:
				p.Epsilon = min(6, p.Epsilon*math.Exp(0.3*rng.NormFloat64()))
			default:
				p.Epsilon = min(6, p.Epsilon*1.05)
			}
			near = followed(t, fmt.Sprintf("%d, step %d, %+v", i, step, p), p, near.Events)
		}
	}
}

// Without nearby events, and with useless ones, the law costs the same, and so does the result of cutting planes.
func TestNearNothing(t *testing.T) {
	for i, p := range []Problem{
		{Epsilon: 1, Delta: 0.2, Loss: absolute, Steps: 10, Reach: 20},
		{Epsilon: 5, Delta: 0.05, Loss: doubled, Steps: 20, Reach: 40},
		{Epsilon: 3, Delta: 0.3, Loss: absolute, Steps: 20, Reach: 40, Atom: true},
		{Epsilon: 0.5, Delta: 0.1, Loss: doubled, Shape: Monotone, Steps: 8, Reach: 32},
		{Epsilon: 0.1, Delta: 0.02, Loss: doubled, Shape: Monotone, Query: Count, Steps: 2, Reach: 40}, // a peak is no sum
		{Epsilon: 1, Delta: 0.1, Loss: absolute, Query: Count, Steps: 1, Reach: 6},
		{Epsilon: 3, Delta: 0.3, Loss: absolute, Steps: 20, Reach: 20}, // there is none
		{Epsilon: 5.891276875965373, Delta: 0.0017770158872038996, Loss: doubled, Atom: true, Steps: 27, Reach: 54},
		{Epsilon: 12, Delta: 0.01, Loss: absolute, Steps: 10, Reach: 20},
	} {
		if !effort.Sample(i, 2, 1) {
			continue
		}
		cut, cutErr := Cut(t.Context(), p, nil)
		solved, err := Solve(t.Context(), p, nil)
		alike(t, fmt.Sprintf("from nothing, %+v", p), p, cut, cutErr, solved, err)
		followed(t, fmt.Sprintf("from tails, %+v", p), p, p.alone().tails(false))
		all := newSet(p.Cells())
		for i := range p.Cells() {
			all.put(i)
		}
		followed(t, fmt.Sprintf("from all cells, %+v", p), p, []Event{{Shift: 1, cells: all}, {Shift: p.Steps, cells: newSet(p.Cells())}, {Shift: 7 * p.Steps, cells: all, point: 3}})
	}
}

// Where a slider makes a step fewer laws are asked than from nothing.
func TestNearSteps(t *testing.T) {
	effort.ForNumbers(t)
	for _, p := range []Problem{
		{Epsilon: 1, Delta: 0.2, Loss: absolute, Steps: 25, Reach: 50},
		{Epsilon: 5, Delta: 0.05, Loss: absolute, Steps: 25, Reach: 50},
	} {
		near, err := Solve(t.Context(), p, nil)
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			p.Epsilon *= 1.05
			nothing, err := Solve(t.Context(), p, nil)
			near = followed(t, fmt.Sprintf("%+v", p), p, near.Events)
			if err != nil || near.Rounds == 0 || near.Rounds >= nothing.Rounds || near.Cuts > near.Rounds {
				t.Errorf("%+v: %d rounds, %d cuts, from nothing %d rounds, %v", p, near.Rounds, near.Cuts, nothing.Rounds, err)
			}
		}
	}
}

// On very many cells too the law is the best, by the bound that comes with it.
func TestManyCells(t *testing.T) {
	effort.ForNumbers(t)
	p := Problem{Epsilon: 1, Delta: 0.2, Loss: doubled, Steps: 51, Reach: 102}
	var near []Event
	for range 2 {
		s, err := Solve(t.Context(), p, near)
		if err != nil {
			t.Fatal(err)
		}
		wellFounded(t, fmt.Sprintf("%+v", p), p, s)
		if s.Loss > s.Least*(1+2e-8) {
			t.Errorf("%+v: %v, and no law has less than %v", p, s.Loss, s.Least)
		}
		near = s.Events
		p.Epsilon *= 1.05
	}
}

func TestSolveStops(t *testing.T) {
	p := Problem{Epsilon: 5, Delta: 0.05, Loss: doubled, Steps: 25, Reach: 50}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := Solve(ctx, p, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	p.Delta = 0
	if _, err := Solve(t.Context(), p, nil); err == nil {
		t.Error("followed at delta = 0")
	}
}
