// Package proof holds what can be known of a classifier on a whole region,
// without asking it point by point: that it has one class on a box, on which
// cells, polygons or quadratic curves its classes lie. It knows no classifier;
// each kind says what it can do in these words.
package proof

import "context"

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
