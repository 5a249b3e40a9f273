package attack

import (
	"context"

	"dpscope/engine/known"
	"dpscope/mechanisms/privacy"
)

// spender knows its real spending, if that differs from the stated one.
type spender interface {
	actual(context.Context, Question) (known.Value, error)
}

// Spends reports whether Actual is known.
func (q Question) Spends() bool {
	_, is := q.Of.(spender)
	return is
}

// Actual returns the least true ε at the stated δ, for all answers together.
func (q Question) Actual(ctx context.Context) (known.Value, error) {
	s, is := q.Of.(spender)
	if !is {
		return known.Nothing("nothing is known but what is stated"), nil
	}
	return s.actual(ctx, q)
}

func (s Value) actual(ctx context.Context, q Question) (known.Value, error) {
	m, err := s.By.New()
	if err != nil {
		return known.Value{}, err
	}
	c, times := m.Guarantee().Claim(), max(s.Times, 1)
	stated := times * c.Epsilon
	switch {
	case c.Delta == 0:
		return known.Exactly(min(times*m.Loss(), stated)), nil
	case times == 1:
		return known.Exactly(min(privacy.LeastEpsilon(m.DeltaAt, c.Delta), stated)), nil
	}
	return q.leastEpsilon(ctx, min(1, times*c.Delta), stated)
}

// leastEpsilon returns the curve's least ε at a δ, bounded by a sum of claims.
func (q Question) leastEpsilon(ctx context.Context, delta, most float64) (known.Value, error) {
	a, err := q.Attack(ctx)
	if err != nil {
		return known.Value{}, err
	}
	high := min(most, privacy.LeastEpsilon(func(epsilon float64) float64 { return a.Delta(epsilon).High }, delta))
	low := min(high, privacy.LeastEpsilon(func(epsilon float64) float64 { return a.Delta(epsilon).Low }, delta))
	if low == high {
		return known.Exactly(high), nil
	}
	return known.Enclosed(high, low, high), nil
}

func (s Pair) actual(ctx context.Context, q Question) (known.Value, error) {
	return Value{s.By, 1}.actual(ctx, q)
}
