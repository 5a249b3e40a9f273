package agreement

import (
	"context"

	"dpscope/engine/known"
	"dpscope/mechanisms"
)

// Agreement is Exact as an answer: exact to rounding, or proven on both sides
// where laws were convolved, of which the lower end is told. Where it cannot be
// computed the answer says why; the only error is that of the context.
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

// Known is the mass of the box as a bound on the agreement. What may be relied
// on is its low end, which holds whichever way thresholds are read.
func (c CertifiedBox) Known() known.Value { return known.OrMore(c.Mass).Within(c.Safe, c.Mass) }

// Known is the radius as a bound; as good as exact where hardly anything is
// left between what is proven and what is refuted.
func (r Radius) Known() known.Value {
	v := known.OrMore(r.Value).Within(r.Safe, r.Value)
	if r.gap() <= 1e-9*max(1, r.Value) {
		v.Basis = known.Exact
	}
	return v
}

// Known is the share of draws with its interval.
func (e Estimate) Known() known.Value { return known.Sampled(e.Value, e.Low, e.High, e.Confidence) }

// Known is the budget as an answer, found in a way of the given basis. A budget
// that is the least of all says nothing of smaller ones.
func (n RequiredBudget) Known(b known.Basis) known.Value {
	switch {
	case !n.Reached():
		return known.Nothing(known.NoBudget).As(b)
	case n.Any, n.Missed == 0:
		return known.OrLess(n.Epsilon)
	}
	return known.Exactly(n.Epsilon).As(b)
}
