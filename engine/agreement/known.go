package agreement

import (
	"context"

	"dpscope/engine/known"
	"dpscope/mechanisms"
)

// Agreement returns Exact as an answer: exact to rounding, or proven on both sides after convolution, with
// the lower end as the value. If it cannot be computed, the answer says why; the only error comes from the
// context.
func (r *Region) Agreement(ctx context.Context, laws []mechanisms.Law) (known.Value, error) {
	e, err := r.Exact(ctx, laws)
	switch {
	case ctx.Err() != nil:
		return known.Value{}, ctx.Err()
	case err != nil:
		return known.Refused(err.Error()), nil
	case e.Grid > 0:
		return known.Enclosed(e.Low, e.Low, e.High), nil
	}
	return known.Exactly(e.Value).Within(e.Low, e.High), nil
}

// Known returns the mass of the box as a bound on the agreement. Its low end is reliable for either reading
// of thresholds.
func (c CertifiedBox) Known() known.Value { return known.OrMore(c.Mass).Within(c.Safe, c.Mass) }

// Known returns the radius as a bound; as exact if the gap between proven and refuted radii is negligible.
func (r Radius) Known() known.Value {
	v := known.OrMore(r.Value).Within(r.Safe, r.Value)
	if r.gap() <= 1e-9*max(1, r.Value) {
		v.Basis = known.Exact
	}
	return v
}

// Known returns the share of draws with its interval.
func (e Estimate) Known() known.Value { return known.Sampled(e.Value, e.Low, e.High, e.Confidence) }

// Known returns the budget as an answer on the given basis. A budget at the end of the range says nothing of
// smaller ones.
func (n RequiredBudget) Known(b known.Basis) known.Value {
	switch {
	case !n.Reached():
		return known.Nothing(known.NoBudget).As(b)
	case n.Any, n.Missed == 0:
		return known.OrLess(n.Epsilon)
	}
	return known.Exactly(n.Epsilon).As(b)
}
