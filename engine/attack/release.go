package attack

import (
	"context"
	"math"

	"dpscope/engine/composition"
	"dpscope/mechanisms/accounting"
	"dpscope/mechanisms/privacy"
)

// Release is several releases about the same records in one budget.
type Release struct{ composition.Release }

// attack is in closed form for normal noise alone: shifts add up.
func (s Release) attack(ctx context.Context, accuracy float64) (privacy.Attack, error) {
	e, err := s.Event()
	if err != nil {
		return privacy.Attack{}, err
	}
	if precision, normal := precision(e); normal {
		return privacy.Alike(privacy.NormalTests{Shift: math.Sqrt(precision)}), nil
	}
	return added(ctx, e, accuracy)
}

// precision returns the square of the shift of a tree of normal noise, in deviations.
func precision(e accounting.Event) (sum float64, normal bool) {
	switch e := e.(type) {
	case accounting.Nothing:
		return 0, true
	case accounting.Normal:
		return 1 / (e.Deviation * e.Deviation), true
	case accounting.Times:
		of, normal := precision(e.Of)
		return e.Count * of, normal
	case accounting.Both:
		a, normal := precision(e.First)
		b, both := precision(e.Then)
		return a + b, normal && both
	}
	return 0, false
}

func (s Release) claim(ctx context.Context, delta, accuracy float64) (Claim, error) {
	e, err := s.Event()
	if err != nil {
		return Claim{}, err
	}
	v, err := accounting.Losses{Accuracy: accuracy}.Price(ctx, e, delta)
	return Claim{v, delta}, err
}
