package accounting

import (
	"math"

	"dpscope/engine/num/normal"
	"dpscope/mechanisms/pairs"
	"dpscope/mechanisms/privacy"
)

// Fixed returns the same batches in a fixed order, in which the record moves one sum: no order of an epoch
// reveals more. Orders are drawn alike with and without the record, hockey-stick divergence is jointly
// convex, and given the orders the normal noise is on one sum, for any earlier answers.
func (e Epoch) Fixed() Normal {
	return Normal{moved(e.Deviation, e.Neighbours), e.Neighbours}
}

// moved returns the deviation in units of one record's effect on a sum: replacing a record moves it by two
// clips.
func moved(deviation float64, n privacy.Neighbours) float64 {
	if n == privacy.OneReplaced {
		return deviation / 2
	}
	return deviation
}

// other returns the other data set's contribution beside the −1 of all other records: a zeroed record adds 0,
// and a replaced one −1 like the others.
func other(n privacy.Neighbours) float64 {
	if n == privacy.OneReplaced {
		return 0
	}
	return 1
}

// cells divides the largest sum of an epoch. All others add −1 and the record +1, so that known batch sizes
// leave sums of noise; the record's exceeds them by 2, against 1 or 0:
//
//	F(c) = ρ·Φ((c−2)/σ)·Φ(c/σ)^(m−1) + (1−ρ)·Φ(c/σ)^m.
//
// Permuting an epoch's sums turns any order into a random one, which therefore reveals no less (Chua & others
// 2024).
func (e Epoch) cells(r pairs.Rounding) []pairs.Cell {
	far := e.Deviation * normal.UpperQuantile(min(r.Lost, 0.1)/e.Batches)
	middle := e.Deviation * normal.UpperQuantile(min(0.5, -math.Expm1(-math.Ln2/e.Batches)))
	near := e.Deviation * normal.UpperQuantile(min(r.Lost, 0.1))
	p, q := e.largest(2), e.largest(other(e.Neighbours))
	return cut(min(middle, far)-near, 2+max(far, near), finely*r.Atoms, p, q)
}

// finely is the number of cells cut per outcome kept.
const finely = 4

// largest returns the law of the largest sum where the record's has a mean.
func (e Epoch) largest(mean float64) tails {
	return func(c float64) (below, above float64) {
		others := logBelow(c / e.Deviation)
		with := (e.Batches-1)*others + logBelow((c-mean)/e.Deviation)
		without := e.Batches * others
		below = e.Present*math.Exp(with) + (1-e.Present)*math.Exp(without)
		above = -e.Present*math.Expm1(with) - (1-e.Present)*math.Expm1(without)
		return below, above
	}
}

// logBelow returns ln Φ(z).
func logBelow(z float64) float64 {
	if z > 0 {
		return math.Log1p(-normal.UpperTail(z))
	}
	return math.Log(normal.UpperTail(-z))
}

// tails is a law by its masses below a place and above it, each with its digits where it is small.
type tails func(c float64) (below, above float64)

// cut cuts the line into cells, of equal length but for those at the ends. Cells so unlikely that their masses lose
// digits are merged with the next.
func cut(low, high float64, count int, p, q tails) (list []pairs.Cell) {
	const least = 1e-290
	var cell pairs.Cell
	before := [2]float64{0, 1}
	other := before
	mass := func(last *[2]float64, below, above float64) (mass float64) {
		if below < 0.5 {
			mass = below - last[0]
		} else {
			mass = last[1] - above
		}
		*last = [2]float64{below, above}
		return max(mass, 0)
	}
	for i := range count {
		pBelow, pAbove := 1.0, 0.0
		qBelow, qAbove := 1.0, 0.0
		if i < count-1 {
			c := low + (high-low)*float64(i)/float64(count-2)
			pBelow, pAbove = p(c)
			qBelow, qAbove = q(c)
		}
		cell.P += mass(&before, pBelow, pAbove)
		cell.Q += mass(&other, qBelow, qAbove)
		if cell.P >= least && cell.Q >= least {
			list, cell = append(list, cell), pairs.Cell{}
		}
	}
	if last := len(list) - 1; last >= 0 {
		list[last].P += cell.P
		list[last].Q += cell.Q
		return list
	}
	return []pairs.Cell{{P: 1, Q: 1}}
}
