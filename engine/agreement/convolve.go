package agreement

import (
	"context"
	"math"

	"gonum.org/v1/gonum/dsp/fourier"

	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// latticeSteps is the number of steps into which the range of the margin is
// divided for convolution.
const latticeSteps = 1 << 17

// convolved computes the agreement of a linear classifier with any number of
// private features, up to an interval. The margin is a constant plus one
// independent term wᵢMᵢ for each. Every term is rounded down to a lattice of
// step h, and the laws of the rounded terms are convolved; the margin then
// exceeds the sum S of d rounded terms by at least 0 and by less than d·h, so
//
//	Pr[S > −c] ≤ Pr[margin > 0] ≤ Pr[S > −c − d·h].
//
// Value takes each term to lie in the middle of its cell, on average.
func (r *Region) convolved(ctx context.Context, laws []mechanisms.Law) (Exact, error) {
	const (
		astray = 1e-9 // of sums of transforms, and what lies outside the reach of the laws
		grain  = 1e-6 // of a step: rounding of the ends of cells, and of the margin as predicted
	)
	held := append([]float64(nil), r.Record...)
	var terms []term
	width := 0.0
	for k, i := range r.Private {
		held[i] = 0
		m := measured(laws[k])
		t := term{m: m, weight: r.linear.Weights[i], reach: m.reach(r.Record[i])}
		if t.weight != 0 {
			terms = append(terms, t)
			width += math.Abs(t.weight) * (t.reach.High - t.reach.Low)
		}
	}
	constant := r.linear.Margin(held)
	if len(terms) == 0 || width == 0 {
		return Exact{Value: 1, Low: 1, High: 1}, nil
	}
	h := width / latticeSteps
	transform := fourier.NewFFT(2 * latticeSteps)
	var product []complex128
	first := 0 // lattice point of the first entry of the sum
	for _, t := range terms {
		if err := ctx.Err(); err != nil {
			return Exact{}, err
		}
		start, masses := t.onLattice(h)
		first += start
		padded := make([]float64, 2*latticeSteps)
		copy(padded, masses)
		coefficients := transform.Coefficients(nil, padded)
		if product == nil {
			product = coefficients
			continue
		}
		for i := range product {
			product[i] *= coefficients[i]
		}
	}
	sums := transform.Sequence(nil, product)
	for i := range sums {
		sums[i] /= 2 * latticeSteps
	}
	above := func(z float64) float64 { return 1 - upTo(sums, z/h-float64(first)) }
	d := float64(len(terms))
	low := above(-constant+grain*h) - astray
	high := above(-constant-d*h-grain*h) + astray
	value := 1 - smoothUpTo(sums, -constant/h-d/2-float64(first))
	if r.Class == 0 {
		low, high, value = 1-high, 1-low, 1-value
	}
	low, high = max(low, 0), min(high, 1)
	return Exact{Value: min(max(value, low), high), Low: low, High: high, Grid: latticeSteps}, nil
}

// upTo returns the sum of the entries 0 to z.
func upTo(sums []float64, z float64) float64 {
	total := 0.0
	for _, v := range sums[:min(max(int(math.Floor(z))+1, 0), len(sums))] {
		total += v
	}
	return total
}

// smoothUpTo is upTo with every entry spread evenly over a step about it.
func smoothUpTo(sums []float64, z float64) float64 {
	last := math.Floor(z + 0.5)
	total := upTo(sums, last-1)
	if i := int(last); i >= 0 && i < len(sums) {
		total += sums[i] * (z + 0.5 - last)
	}
	return total
}

// term is one private feature's part of the margin.
type term struct {
	m      measure
	weight float64
	reach  proof.Side
}

// onLattice returns the law of the term rounded down to multiples of h, from
// multiple start on.
func (t term) onLattice(h float64) (start int, masses []float64) {
	low, high := t.weight*t.reach.Low, t.weight*t.reach.High
	if t.weight < 0 {
		low, high = high, low
	}
	start = int(math.Floor(low/h)) - 1
	end := int(math.Floor(high/h)) + 1
	masses = make([]float64, end-start+1)
	for i := range masses {
		k := float64(start + i)
		side := proof.Side{Low: k * h / t.weight, High: (k + 1) * h / t.weight, OpenHigh: true}
		if t.weight < 0 {
			side = proof.Side{Low: (k + 1) * h / t.weight, High: k * h / t.weight, OpenLow: true}
		}
		masses[i] = t.m.side(side)
	}
	return start, masses
}
