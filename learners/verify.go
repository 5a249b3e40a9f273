package learners

import (
	"context"
	"fmt"
	"slices"
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

// VerifierOf returns the verifier for a kind of this package and what to
// expect of it when the given number of coordinates is free. Other classifiers
// are black boxes: the error says so.
func VerifierOf(c Classifier, free int) (Verifier, Exactness, error) {
	switch c := c.(type) {
	case *Linear:
		return linearVerifier{c}, Complete, nil
	case *Interval:
		return intervalVerifier{c}, Complete, nil
	case *Tree:
		return newForestVerifier([]*Tree{c}, c), Complete, nil
	case *Forest:
		if free <= 2 {
			return newForestVerifier(c.Trees, c), Complete, nil
		}
		return newForestVerifier(c.Trees, c), Partial, nil
	case *QDA:
		return newQuadraticVerifier(c, c), expected(free, 3), nil
	case *GaussianNB:
		return newQuadraticVerifier(c.asQDA(), c), expected(free, 3), nil
	case *NearestCentroid:
		return newCentroidVerifier(c), expected(free, 3), nil
	case *Network:
		return newNetworkVerifier(denseStages(c), c), expected(free, 2), nil
	case *ConvNet:
		return newNetworkVerifier(imageStages(c), c), expected(free, 2), nil
	}
	return nil, Partial, fmt.Errorf("%T is a black box; its robustness can be estimated but not proven", c)
}

// expected is what branch and bound over the free coordinates achieves.
func expected(free, most int) Exactness {
	if free <= most {
		return Nearly
	}
	return Partial
}

// linearVerifier looks at the one corner of the box that has the least margin,
// or the greatest. That is exact for the margin as computed: each rounded
// product and each rounded sum is a monotone function of every coordinate, and
// so is their composition.
type linearVerifier struct{ *Linear }

func (v linearVerifier) Constant(_ context.Context, box Box, class int) (Verdict, error) {
	var room [32]float64
	corner := room[:0]
	for i, w := range v.Weights {
		least, greatest := box[i].Ends()
		switch {
		case w == 0:
			corner = append(corner, middle(least, greatest))
		case w > 0 == (class == 1):
			corner = append(corner, least)
		default:
			corner = append(corner, greatest)
		}
	}
	if v.Linear.Predict(corner) == class {
		return Verdict{Proven: true}, nil
	}
	return Verdict{Counterexample: append([]float64(nil), corner...)}, nil
}

// Bounds returns the margin itself.
func (v linearVerifier) Bounds(_ Box, class int) []LinearBound {
	if class == 1 {
		return []LinearBound{{v.Weights, v.Bias}}
	}
	b := LinearBound{Constant: -v.Bias}
	for _, w := range v.Weights {
		b.Weights = append(b.Weights, -w)
	}
	return []LinearBound{b}
}

// intervalVerifier compares ends.
type intervalVerifier struct{ *Interval }

func (v intervalVerifier) Constant(_ context.Context, box Box, class int) (Verdict, error) {
	least, greatest := box[0].Ends()
	inside := v.From <= least && greatest <= v.To
	outside := greatest < v.From || least > v.To
	if class == 0 && inside || class == 1 && outside {
		return Verdict{Proven: true}, nil
	}
	for _, x := range []float64{least, greatest, v.From} { // From is in the box when both ends are outside
		if point := []float64{x}; box.Contains(point) && v.Interval.Predict(point) != class {
			return Verdict{Counterexample: point}, nil
		}
	}
	return Verdict{}, nil
}

// branch is branch and bound. Boxes wait on a stack; judge proves one, refutes
// it with a counterexample, or gives the parts it is to be cut into, none when
// cutting will not help. At most `most` boxes are looked at, and the context
// once in `every`: a search that ends early has proven nothing.
func branch[B any](ctx context.Context, whole B, most, every int, judge func(B) (Verdict, []B)) (Verdict, error) {
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

// closedBox is a box by its least and greatest points.
type closedBox struct{ low, high []float64 }

// halves cuts the box in the middle of a coordinate; both parts hold the cut.
// The box is not to be used afterwards. There are none for coordinate -1.
func (b closedBox) halves(coordinate int) []closedBox {
	if coordinate < 0 {
		return nil
	}
	mid := middle(b.low[coordinate], b.high[coordinate])
	right := closedBox{slices.Clone(b.low), slices.Clone(b.high)}
	b.high[coordinate], right.low[coordinate] = mid, mid
	return []closedBox{b, right}
}

// Bounding is a verifier that can bound how far a class leads.
type Bounding interface {
	Verifier
	// Bounds returns linear functions that all being positive at a point of the
	// box, or everywhere on a part of it, prove the class there, but for the
	// rounding of their evaluation. There are none when numbers overflow.
	Bounds(box Box, class int) []LinearBound
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
