package composition

import (
	"math"

	"dpscope/engine/known"
	"dpscope/mechanisms/accounting"
	"dpscope/mechanisms/privacy"
)

// Copies asks what becomes of the privacy of a learner when the rare class is made
// larger before it learns.
type Copies struct {
	Smote      bool    // new rows between old ones; else every row stands there more often
	Copies     float64 // made of every row, a public whole number
	Minority   float64 // rows of the rare class
	Dimension  float64 // of a row, whole
	Neighbours float64 // among which SMOTE picks, whole
	Epsilon    float64 // what the learner promises for one row
	Delta      float64
	Excess     float64 // g of the paper's second form
}

// Rows is how many rows are others with a record of the rare class and without it, in
// the worst case over all data: the record, what is made of it, and of SMOTE's rows all
// that are made of a row whose k nearest lie elsewhere without the record.
//
// Those are n₁ − 1 at most, and k·(K(d) + 1) at most, K(d) being the kissing number. Of
// rows that lie elsewhere than the record, two are seen from it 60° apart, unless the
// farther is nearer to the other than to the record, which at most k − 1 others may be: k
// for each of K(d) places. Of rows where it lies there are k at most: with more of them the
// k nearest of each are there in any case.
//
// As many are attained by rows at one place, k at each of K(d) around the record and k
// where it is, with ties that go to the record and then to places that touch (on a line, to
// two rows more); fewer than k·K(d) by a part of them. Between, and where K(d) is
// not known, it is a bound.
func (c Copies) Rows() known.Value {
	return c.near().Map(func(near float64) float64 { return 1 + c.Copies + c.Copies*near })
}

// Steps are the rows that are added or left out with a record: one that is replaced is
// left out and another added.
func (c Copies) Steps() known.Value {
	return c.near().Map(func(near float64) float64 { return 1 + c.Copies + 2*c.Copies*near })
}

// near is how many rows may see another k nearest without the record.
func (c Copies) near() known.Value {
	if !c.Smote {
		return known.Exactly(0)
	}
	others, k := c.Minority-1, Kissing(c.Dimension)
	around := c.Neighbours * k.Value
	attained := around + c.Neighbours
	if c.Dimension == 1 {
		attained += 2
	}
	switch {
	case others <= around:
		return known.Exactly(others)
	case k.Basis != known.Exact:
		return known.OrLess(others)
	case others < attained:
		return known.OrLess(min(others, around+c.Neighbours))
	}
	return known.Exactly(around + c.Neighbours)
}

// DistinctRows bounds the same where no two rows are alike: none lies where the record
// does.
func (c Copies) DistinctRows() known.Value {
	near := c.near().Value
	if k := Kissing(c.Dimension); k.Basis == known.Exact {
		near = min(near, c.Neighbours*k.Value)
	}
	return known.OrLess(1 + c.Copies + c.Copies*near)
}

// Total is the promise for one record more or less: that of the learner for as many rows
// more or less.
func (c Copies) Total() (epsilon, delta known.Value) {
	e, d, err := accounting.Promise(c.event())
	if err != nil || math.IsInf(d, 1) {
		return known.OrLess(e), known.Nothing("beyond all numbers: no guarantee")
	}
	if d == 0 {
		return known.OrLess(e), known.Exactly(d)
	}
	return known.OrLess(e), known.OrLess(d)
}

// event is what a learner tells of a record that stands for many rows.
func (c Copies) event() accounting.Event {
	one := privacy.Claim{Epsilon: c.Epsilon, Delta: c.Delta, Notion: privacy.Approximate, Neighbours: privacy.OneAdded}
	return accounting.Group{Of: accounting.Claim{Claim: one}, Size: c.Steps().Value}
}

// Printed is the paper's first form: of copying its Proposition 4, which is right,
// and of SMOTE its Theorem 5, ε·(2^(0.4042d)·c + 1).
func (c Copies) Printed() float64 {
	if !c.Smote {
		return c.Epsilon * (1 + c.Copies)
	}
	return c.Epsilon * (PrintedKissing(c.Dimension)*c.Copies + 1)
}

// PrintedDelta is the slack that the paper prints: of copying k·δ, and the
// logarithm of that of Theorem 5's second form for SMOTE.
func (c Copies) PrintedDelta() float64 {
	if !c.Smote {
		return (1 + c.Copies) * c.Delta
	}
	return math.Exp(c.logPrintedDelta())
}

// logPrintedDelta is k·2^(0.4042d)·c·(ε − g²/(k(2 + g))).
func (c Copies) logPrintedDelta() float64 {
	k := c.Neighbours
	return k * PrintedKissing(c.Dimension) * c.Copies * (c.Epsilon - c.Excess*c.Excess/(k*(2+c.Excess)))
}

// PrintedSecond is the second form of Theorem 5, ε·(1 + g)·2^(0.4042d)·c/k.
func (c Copies) PrintedSecond() float64 {
	return c.Epsilon * (1 + c.Excess) * PrintedKissing(c.Dimension) * c.Copies / c.Neighbours
}

// Proof is what the proof of Theorem 5 gives where the theorem prints its first
// form: the factor k is lost on the way.
func (c Copies) Proof() float64 {
	return c.Epsilon * (c.Neighbours*PrintedKissing(c.Dimension)*c.Copies + 1)
}

// PrintedKissing is what the paper takes for a bound on the kissing number: an
// exponent that is true as the dimension grows, without the constant that it hides.
func PrintedKissing(dimension float64) float64 { return math.Exp2(0.4042 * dimension) }

// kissing are the most balls that touch one of their size, for dimensions from 1 on:
// exactly where proven, else the best arrangement in Conway & Sloane, Sphere
// Packings, Lattices and Groups, Table 1.5.
var kissing = [...]float64{2, 6, 12, 24, 40, 72, 126, 240, 306, 500, 582, 840, 1154, 1606, 2564, 4320,
	5346, 7398, 10668, 17400, 27720, 49896, 93150, 196560}

// Kissing is the kissing number of a dimension, or a lower bound on it: it never
// falls as the dimension grows.
func Kissing(dimension float64) known.Value {
	switch d := int(min(dimension, float64(len(kissing)))); d {
	case 1, 2, 3, 4, 8:
		return known.Exactly(kissing[d-1])
	case len(kissing):
		if dimension == float64(len(kissing)) {
			return known.Exactly(kissing[d-1])
		}
		return known.OrMore(kissing[d-1])
	default:
		return known.OrMore(kissing[d-1])
	}
}
