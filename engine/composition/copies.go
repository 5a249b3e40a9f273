package composition

import (
	"math"

	"dpscope/engine/known"
	"dpscope/mechanisms/accounting"
	"dpscope/mechanisms/privacy"
)

// Copies asks how enlarging the rare class before learning affects the privacy of a learner.
type Copies struct {
	Smote      bool    // new rows between old ones; otherwise copies of every row
	Copies     float64 // made of every row, a public whole number
	Minority   float64 // rows of the rare class
	Dimension  float64 // of a row, whole
	Neighbours float64 // among which SMOTE picks, whole
	Epsilon    float64 // the learner's ε for one row
	Delta      float64
	Excess     float64 // g of the paper's second form
}

// Rows returns the number of rows that differ with a record of the rare class and without it, in the worst
// case over all data: the record, the rows made of it, and SMOTE's rows made of any row whose k nearest
// change without the record.
//
// The latter are at most n₁ − 1, and at most k·(K(d) + 1), with K(d) the kissing number. Two such rows away
// from the record appear 60° apart from it, unless the farther is nearer to the other than to the record,
// which holds for at most k − 1 others: k for each of K(d) directions. At the record's own place there are at
// most k: with more of them the k nearest of each are there in any case.
//
// The bound is attained by k rows at each of K(d) places around the record and k at its own place, with ties
// that go to the record and then to places that touch (on a line, by two more rows); also for fewer than
// k·K(d) rows by a part of them. In between, and for unknown K(d), it is a bound.
func (c Copies) Rows() known.Value {
	return c.near().Map(func(near float64) float64 { return 1 + c.Copies + c.Copies*near })
}

// Steps returns the number of rows added or removed with a record: a replaced one is removed and another
// added.
func (c Copies) Steps() known.Value {
	return c.near().Map(func(near float64) float64 { return 1 + c.Copies + 2*c.Copies*near })
}

// near returns how many rows may have other k nearest without the record.
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

// Total returns the promise for one record more or less: the learner's for that many rows more or less.
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

// event returns the learner's release about a record that stands for many rows.
func (c Copies) event() accounting.Event {
	one := privacy.Claim{Epsilon: c.Epsilon, Delta: c.Delta, Notion: privacy.Approximate, Neighbours: privacy.OneAdded}
	return accounting.Group{Of: accounting.Claim{Claim: one}, Size: c.Steps().Value}
}

// Printed returns the paper's first form: for copying its Proposition 4, which is correct, and for SMOTE its
// Theorem 5, ε·(2^(0.4042d)·c + 1).
func (c Copies) Printed() float64 {
	if !c.Smote {
		return c.Epsilon * (1 + c.Copies)
	}
	return c.Epsilon * (PrintedKissing(c.Dimension)*c.Copies + 1)
}

// PrintedDelta returns the slack that the paper prints: for copying k·δ, for SMOTE that of Theorem 5's second
// form.
func (c Copies) PrintedDelta() float64 {
	if !c.Smote {
		return (1 + c.Copies) * c.Delta
	}
	return math.Exp(c.logPrintedDelta())
}

// logPrintedDelta returns k·2^(0.4042d)·c·(ε − g²/(k(2 + g))).
func (c Copies) logPrintedDelta() float64 {
	k := c.Neighbours
	return k * PrintedKissing(c.Dimension) * c.Copies * (c.Epsilon - c.Excess*c.Excess/(k*(2+c.Excess)))
}

// PrintedSecond returns the second form of Theorem 5, ε·(1 + g)·2^(0.4042d)·c/k.
func (c Copies) PrintedSecond() float64 {
	return c.Epsilon * (1 + c.Excess) * PrintedKissing(c.Dimension) * c.Copies / c.Neighbours
}

// Proof returns the result of Theorem 5's proof, in place of the printed first form: the factor k is lost on
// the way.
func (c Copies) Proof() float64 {
	return c.Epsilon * (c.Neighbours*PrintedKissing(c.Dimension)*c.Copies + 1)
}

// PrintedKissing returns the paper's supposed bound on the kissing number: an exponent that holds as the
// dimension grows, without its hidden constant.
func PrintedKissing(dimension float64) float64 { return math.Exp2(0.4042 * dimension) }

// kissing holds the greatest number of balls that touch one of their size, for dimensions from 1 on: exactly
// where proven, else the best arrangement in Conway & Sloane, Sphere Packings, Lattices and Groups, Table
// 1.5.
var kissing = [...]float64{2, 6, 12, 24, 40, 72, 126, 240, 306, 500, 582, 840, 1154, 1606, 2564, 4320,
	5346, 7398, 10668, 17400, 27720, 49896, 93150, 196560}

// Kissing returns the kissing number of a dimension, or a lower bound on it: it never falls as the dimension
// grows.
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
