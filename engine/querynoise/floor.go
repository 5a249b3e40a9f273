package querynoise

import (
	"context"

	"dpscope/engine/known"
	"dpscope/engine/work"
	"dpscope/mechanisms/optimal"
)

// floorKey names the bound of a question in a session's store.
type floorKey struct{ of Question }

// Bounded returns the question on its bound's grid: its own or, if no noise within its support is private,
// the rule's.
func (q Question) Bounded() Question {
	if q.Delta == 0 || q.Below.Any() || q.Refused() != nil || !q.problem().TooShort() {
		return q
	}
	ruled := q
	ruled.Width, ruled.Support, ruled.steps, ruled.reach = 0, 0, 0, 0
	if ruled.Refused() != nil { // the rule's support has too many cells
		return q
	}
	return ruled
}

// Floor returns a lower bound on the loss of all noise, of any support; of one shape, if requested. It
// reports its progress to ctx.
func (q Question) Floor(ctx context.Context) (known.Value, error) {
	if err := q.Refused(); err != nil {
		return known.Refused(err.Error()), nil
	}
	if q.Below.Any() {
		return known.Refused("under a whole curve no bound on all noise is computed"), nil
	}
	q = q.Bounded()
	if q.Delta == 0 {
		best, err := q.Best(ctx)
		return known.Exactly(best.Loss), err // none is better
	}
	return work.Reported(ctx, floorKey{q}, boundBytes, q.bound)
}

// boundBytes returns the size of a bound in the session's store.
func boundBytes(known.Value) int64 { return 100 }

// bound runs the program of the floor.
func (q Question) bound(ctx context.Context) (known.Value, error) {
	f, err := optimal.Floor(ctx, q.problem())
	if impossible(err) {
		return known.Refused(err.Error()), nil // on a longer support there may be one
	}
	return known.OrMore(max(0, f) * q.Scale()), err
}
