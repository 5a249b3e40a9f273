package accounting

import (
	"math"

	"dpscope/engine/known"
	"dpscope/mechanisms/accounting"
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

// GroupSize is how many rows one record can change. A copied row changes with all
// of its copies. Of SMOTE's rows every one may change: many rows may lie at one
// place, and then all of them may have a record there for their neighbour.
func (c Copies) GroupSize() float64 {
	if c.Smote {
		return 1 + c.Copies*c.Minority
	}
	return 1 + c.Copies
}

// DistinctSize bounds the rows that one record can change by SMOTE where no two
// rows are alike: its own, and those of the rows that have it for one of their k
// nearest, at most k·K(d) before and as many after. It needs an exact kissing number
// K(d).
func (c Copies) DistinctSize() known.Value {
	k := Kissing(c.Dimension)
	if k.Basis != known.Exact {
		return known.Nothing("the kissing number of this dimension is not known")
	}
	near := min(c.Neighbours*k.Value, c.Minority-1)
	return known.OrLess(min(1+c.Copies+2*c.Copies*near, c.GroupSize()))
}

// Total is the promise for one record: that of the learner for as many rows.
func (c Copies) Total() (epsilon, delta known.Value) {
	e, d := accounting.Group(c.Epsilon, c.Delta, c.GroupSize())
	if math.IsInf(d, 1) {
		return known.OrLess(e), known.Nothing("beyond all numbers: nothing is promised")
	}
	return known.OrLess(e), known.OrLess(d)
}

// Printed is the paper's first form: of copying its Proposition 4, which is right,
// and of SMOTE its Theorem 5, ε·(2^(0.4042d)·c + 1).
func (c Copies) Printed() float64 {
	if !c.Smote {
		return c.Epsilon * c.GroupSize()
	}
	return c.Epsilon * (PrintedKissing(c.Dimension)*c.Copies + 1)
}

// PrintedDelta is the slack that the paper prints: of copying k·δ, and the
// logarithm of that of Theorem 5's second form for SMOTE.
func (c Copies) PrintedDelta() float64 {
	if !c.Smote {
		return c.GroupSize() * c.Delta
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
