package agreement

import (
	"context"
	"errors"
	"testing"
)

// A search that waits for another search of its region can be stopped.
func TestWaitersCanBeStopped(t *testing.T) {
	r := prepare(t, printedNetwork, []float64{0.5, 0.5}, 0, 1)
	laws := r.Laws(mechanism(t, "pm", 2))
	for name, c := range map[string]struct {
		turn ctxMutex
		ask  func(context.Context) error
	}{
		"radius":      {r.radii.turn, func(ctx context.Context) error { _, err := r.Radius(ctx, UnitInterval); return err }},
		"pieces":      {r.pieces.turn, func(ctx context.Context) error { _, err := r.Exact(ctx, laws); return err }},
		"largest box": {r.heights.turn, func(ctx context.Context) error { _, err := r.LargestBox(ctx, laws, UnitInterval); return err }},
	} {
		if err := c.turn.take(t.Context()); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- c.ask(ctx) }()
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
		c.turn.leave()
		if err := c.ask(t.Context()); err != nil {
			t.Errorf("%s, afterwards: %v", name, err)
		}
	}
}
