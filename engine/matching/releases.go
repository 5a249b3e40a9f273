package matching

import (
	"context"
	"errors"
	"math"

	"dpscope/engine/known"
	"dpscope/engine/work"
	"dpscope/mechanisms"
	"dpscope/mechanisms/accounting"
	"dpscope/mechanisms/pairs"
	"dpscope/mechanisms/privacy"
)

// released is a law as a single release of a run (accounting.Law).
type released struct {
	Terms
	name string
}

func (r released) String() string { return r.name + " noise" }

func (r released) match(ctx context.Context) (Match, error) {
	m, err := r.Match(ctx, r.name)
	if err == nil && m.Law == nil {
		err = errors.New(m.None)
	}
	return m, err
}

// Profile returns the upper profile over all moves.
func (r released) Profile(ctx context.Context) (func(epsilon float64) float64, error) {
	m, err := r.match(ctx)
	return func(epsilon float64) float64 { return m.Attack.Delta(epsilon).High }, err
}

// Cells returns the cells of the law moved by the sensitivity, and of the law in place.
func (r released) Cells(ctx context.Context, count int) ([]pairs.Cell, error) {
	m, err := r.match(ctx)
	if err != nil {
		return nil, err
	}
	return mechanisms.Cells(mechanisms.Moved{Law: m.Law, By: 1}, m.Law, count), nil
}

// attackKey names the curve of releases in a session's store.
type attackKey struct {
	of    Terms
	name  string
	times float64
}

// Attack returns the attacks on all releases with noise of a shape; such noise must exist.
func (q Question) Attack(ctx context.Context, name string) (privacy.Attack, error) {
	m, err := released{q.Terms, name}.match(ctx)
	if err != nil || q.Times == 1 {
		return m.Attack, err
	}
	if normal, is := m.Attack.In.(privacy.NormalTests); is { // sums of normal losses are normal
		return privacy.Alike(privacy.NormalTests{Shift: normal.Shift * math.Sqrt(q.Times)}), nil
	}
	bytes := func(privacy.Attack) int64 { return 200_000 }
	return work.Reported(ctx, attackKey{q.Terms, name, q.Times}, bytes, func(ctx context.Context) (privacy.Attack, error) {
		const leastRate = 1e-9
		accuracy := 0.0
		if q.Coarse {
			accuracy = accounting.Rough
		}
		leaf := accounting.Noise{Law: released{q.Terms, name}, Neighbours: privacy.OneReplaced}
		c, err := accounting.Losses{Accuracy: accuracy}.Curve(ctx, accounting.Times{Of: leaf, Count: q.Times}, leastRate)
		return c.Attack(), err
	})
}

// of returns an answer from the curve of a shape; nothing without such noise.
func (q Question) of(ctx context.Context, name string, answer func(privacy.Attack) known.Value) (known.Value, error) {
	m, err := q.Match(ctx, name)
	if err != nil {
		return known.Value{}, err
	}
	if m.Law == nil {
		return known.Nothing(m.None), nil
	}
	a, err := q.Attack(ctx, name)
	if err != nil {
		return known.Value{}, err
	}
	return answer(a), nil
}

// Advantage returns the greatest TPR − FPR after all releases.
func (q Question) Advantage(ctx context.Context, name string) (known.Value, error) {
	return q.of(ctx, name, privacy.Attack.Advantage)
}

// TPR returns the true positive rate at the false positive rate.
func (q Question) TPR(ctx context.Context, name string) (known.Value, error) {
	return q.of(ctx, name, func(a privacy.Attack) known.Value { return a.TPR(q.FPR) })
}

// Certain returns the probability that one of all releases reveals the record for certain: at least one
// answer lies where it could not without the record, and answers are independent.
func (q Question) Certain(ctx context.Context, name string) (known.Value, error) {
	m, err := q.Match(ctx, name)
	switch {
	case err != nil:
		return known.Value{}, err
	case m.Law == nil:
		return known.Nothing(m.None), nil
	}
	return known.Exactly(-math.Expm1(q.Times * math.Log1p(-m.Certain))), nil
}

// Delta returns the profile at the question's ε.
func (q Question) Delta(ctx context.Context, name string) (known.Value, error) {
	return q.of(ctx, name, func(a privacy.Attack) known.Value { return a.Delta(q.At) })
}

// Mu returns the Gaussian number.
func (q Question) Mu(ctx context.Context, name string) (known.Value, error) {
	return q.of(ctx, name, func(a privacy.Attack) known.Value { return a.Mu(q.Floor) })
}
