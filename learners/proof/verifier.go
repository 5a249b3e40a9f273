// Package proof holds what can be known of a classifier on a whole region,
// without asking it point by point: that it has one class on a box, on which
// cells, polygons or quadratic curves its classes lie. It knows no classifier;
// each kind says what it can do in these words.
package proof

import (
	"context"
	"fmt"
)

// Verifier proves that a classifier has one class on a whole box.
type Verifier interface {
	// Constant asks whether Predict gives the class at every float64 point of
	// the box. A proof holds for Predict as it computes, rounding and ties
	// included. The only error is that of the context.
	Constant(ctx context.Context, box Box, class int) (Verdict, error)
}

// Verdict is the answer to Constant. When there is neither a proof nor a
// counterexample, the question was too hard for the effort allowed.
type Verdict struct {
	Proven         bool
	Counterexample []float64 // a point of the box with another class; nil when none was found
}

// Exactness says what a verifier may be expected to answer.
type Exactness int

const (
	Complete Exactness = iota // always decided
	Nearly                    // decided unless the boundary comes within rounding error of the box
	Partial                   // may stop undecided
)

// Cutting is what branch and bound over the free coordinates achieves: it
// decides nearly always as long as at most so many are free.
func Cutting(free, most int) Exactness {
	if free <= most {
		return Nearly
	}
	return Partial
}

// Bounding is a verifier that can bound how far a class leads.
type Bounding interface {
	Verifier
	// Bounds returns linear functions that all being positive at a point of the
	// box, or everywhere on a part of it, prove the class there, but for the
	// rounding of their evaluation. There are none when numbers overflow.
	Bounds(ctx context.Context, box Box, class int) []LinearBound
}

// LinearBound is the function Constant + Σ Weights[i]·x[i].
type LinearBound struct {
	Weights  []float64
	Constant float64
}

// Least returns the least value on a box.
func (b LinearBound) Least(box Box) float64 {
	sum := b.Constant
	for i, w := range b.Weights {
		if least, greatest := box[i].Ends(); w > 0 {
			sum += w * least
		} else if w < 0 {
			sum += w * greatest
		}
	}
	return sum
}

// Branch is branch and bound. Boxes wait on a stack; judge proves one, refutes
// it with a counterexample, or gives the parts it is to be cut into, none when
// cutting will not help. At most `most` boxes are looked at, and the context
// once in `every`: a search that ends early has proven nothing.
func Branch[B any](ctx context.Context, whole B, most, every int, judge func(B) (Verdict, []B)) (Verdict, error) {
	todo := []B{whole}
	for looked := 1; len(todo) > 0; looked++ {
		if looked%every == 0 {
			if err := ctx.Err(); err != nil {
				return Verdict{}, err
			}
		}
		if looked > most {
			return Verdict{}, nil
		}
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		v, parts := judge(b)
		if v.Counterexample != nil {
			return v, nil
		}
		if !v.Proven && len(parts) == 0 {
			return Verdict{}, nil
		}
		todo = append(todo, parts...)
	}
	return Verdict{Proven: true}, nil
}

// Roundoff is the greatest share of a number that rounding it takes away.
const Roundoff = 0x1p-53

// LeastSize is added to the size of every term of a sum. What underflow takes
// from a product is less than 2⁻¹⁰⁷⁴, and so less than Roundoff of that.
const LeastSize = 0x1p-1000

// TooLargeError says that a classifier is too large for what is asked, and what
// would work.
type TooLargeError struct {
	What        string // is counted
	Count, Most int
	Instead     string
}

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("%d %s; at most %d can be explored: %s would work", e.Count, e.What, e.Most, e.Instead)
}
