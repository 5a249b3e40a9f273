package optimal

import (
	"context"
	"fmt"

	"dpscope/engine/numeral"
	"dpscope/engine/work"
	"dpscope/mechanisms"
	"dpscope/mechanisms/pairs"
)

// Released is the law of a problem as a single release of a run (accounting.Law). It is solved on demand,
// once per session.
type Released struct{ Problem }

func (r Released) String() string {
	return fmt.Sprintf("the noise of least loss at ε = %s and δ = %s", numeral.Short(r.Epsilon), numeral.Short(r.Delta))
}

// releasedKey names a law in a session's store.
type releasedKey struct{ of Problem }

func (r Released) law(ctx context.Context) (Law, error) {
	bytes := func(l Law) int64 { return 200 + 40*int64(len(l.Masses)+len(l.Points)) }
	return work.Reported(ctx, releasedKey{r.Problem}, bytes, func(ctx context.Context) (Law, error) {
		s, err := Solve(ctx, r.Problem, nil)
		return s.Law, err
	})
}

// Profile returns the greatest divergence over all moves.
func (r Released) Profile(ctx context.Context) (func(epsilon float64) float64, error) {
	law, err := r.law(ctx)
	if err != nil {
		return nil, err
	}
	return law.Profile(r.Moves()), nil
}

// Cells returns the cells of the law moved by the sensitivity, and of the law in place.
func (r Released) Cells(ctx context.Context, count int) ([]pairs.Cell, error) {
	law, err := r.law(ctx)
	if err != nil {
		return nil, err
	}
	return mechanisms.Cells(mechanisms.Moved{Law: law, By: 1}, law, count), nil
}
