package agreement

import (
	"context"
	"math"

	"dpscope/engine/num/lattice"
	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// convolved computes the agreement of a linear classifier with any number of
// private features, up to an interval: the margin is a constant plus one
// independent term wᵢMᵢ for each. On a lattice of fewer steps than the usual the
// interval is wider.
func (r *Region) convolved(ctx context.Context, laws []mechanisms.Law, steps int) (Exact, error) {
	if err := r.checkPrivate("private features whose noise adds up"); err != nil {
		return Exact{}, err
	}
	held := append([]float64(nil), r.Record...)
	var terms []lattice.Term
	width := 0.0
	for k, i := range r.Private {
		held[i] = 0
		m, weight := measured(laws[k]), r.can.Separating.Normal()[i]
		if reach := m.reach(r.Record[i]); weight != 0 {
			terms = append(terms, weighted(m, weight, reach))
			width += math.Abs(weight) * (reach.High - reach.Low)
		}
	}
	constant := r.can.Separating.Margin(held)
	if len(terms) == 0 || width == 0 {
		return Exact{Value: 1, Low: 1, High: 1}, nil
	}
	margin, err := lattice.Convolve(ctx, steps, width, terms)
	if err != nil {
		return Exact{}, err
	}
	value, low, high := margin.Above(-constant)
	if r.Class == 0 {
		low, high, value = 1-high, 1-low, 1-value
	}
	low, high = max(low, 0), min(high, 1)
	return Exact{Value: min(max(value, low), high), Low: low, High: high, Grid: steps}, nil
}

// weighted returns one private feature's part of the margin.
func weighted(m measure, weight float64, reach proof.Side) lattice.Term {
	if weight < 0 {
		return lattice.Term{Low: weight * reach.High, High: weight * reach.Low, Mass: func(from, to float64) float64 {
			return m.side(proof.Side{Low: to / weight, High: from / weight, OpenLow: true})
		}}
	}
	return lattice.Term{Low: weight * reach.Low, High: weight * reach.High, Mass: func(from, to float64) float64 {
		return m.side(proof.Side{Low: from / weight, High: to / weight, OpenHigh: true})
	}}
}
