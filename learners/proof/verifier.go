// Package proof describes classifiers on whole regions, instead of point by point: one class on a box, or the
// cells, polygons or quadratic curves of its classes. It knows no classifier; each kind describes its
// abilities in these terms.
package proof

import (
	"context"
	"fmt"
)

// Verifier proves that a classifier has one class on a whole box.
type Verifier interface {
	// Constant asks whether Predict returns the class at every float64 point of the box. A proof holds for
	// Predict as it computes, rounding and ties included. It fails only when ctx ends.
	Constant(ctx context.Context, box Box, class int) (Verdict, error)
}

// Verdict is the answer to Constant. When there is neither a proof nor a
// counterexample, the question was too hard for the effort allowed.
type Verdict struct {
	Proven         bool
	Counterexample []float64 // a point of the box with another class; nil when none was found
}

// Exactness says how complete a verifier's answers are.
type Exactness int

const (
	Complete Exactness = iota // always decided
	Nearly                    // decided unless the boundary comes within rounding error of the box
	Partial                   // may stop undecided
)

// Cutting returns the exactness of branch and bound over the free coordinates: it nearly always decides with
// at most that many free.
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

// Branch is branch and bound. Boxes wait on a stack; judge proves one, refutes it with a counterexample, or
// returns parts to cut it into, none if cutting does not help. It looks at no more than `most` boxes, and at
// ctx once in `every`: a search that ends early has proven nothing.
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

// TooLargeError says that a classifier is too large for a question, and what would work.
type TooLargeError struct {
	What        string // name of the counted things
	Count, Most int
	Instead     string
}

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("%d %s; at most %d can be explored: %s would work", e.Count, e.What, e.Most, e.Instead)
}
