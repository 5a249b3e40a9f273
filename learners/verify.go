package learners

import (
	"context"
	"fmt"

	"dpscope/learners/proof"
)

// VerifierOf returns the verifier for a kind of this package and what to
// expect of it when the given number of coordinates is free. Other classifiers
// are black boxes: the error says so.
func VerifierOf(c Classifier, free int) (proof.Verifier, proof.Exactness, error) {
	switch c := c.(type) {
	case *Linear:
		return linearVerifier{c}, proof.Complete, nil
	case *Interval:
		return intervalVerifier{c}, proof.Complete, nil
	case *Tree:
		return newForestVerifier([]*Tree{c}, c), proof.Complete, nil
	case *Forest:
		if free <= 2 {
			return newForestVerifier(c.Trees, c), proof.Complete, nil
		}
		return newForestVerifier(c.Trees, c), proof.Partial, nil
	case *QDA:
		return newQuadraticVerifier(c, c), proof.Cutting(free, 3), nil
	case *GaussianNB:
		return newQuadraticVerifier(c.asQDA(), c), proof.Cutting(free, 3), nil
	case *NearestCentroid:
		return newCentroidVerifier(c), proof.Cutting(free, 3), nil
	case *Network:
		return proof.NewNetworkVerifier(denseStages(c), c.Predict), proof.Cutting(free, 2), nil
	case *ConvNet:
		return proof.NewNetworkVerifier(imageStages(c), c.Predict), proof.Cutting(free, 2), nil
	}
	return nil, proof.Partial, fmt.Errorf("%T is a black box; its robustness can be estimated but not proven", c)
}

// linearVerifier looks at the one corner of the box that has the least margin,
// or the greatest. That is exact for the margin as computed: each rounded
// product and each rounded sum is a monotone function of every coordinate, and
// so is their composition.
type linearVerifier struct{ *Linear }

func (v linearVerifier) Constant(_ context.Context, box proof.Box, class int) (proof.Verdict, error) {
	var room [32]float64
	corner := room[:0]
	for i, w := range v.Weights {
		least, greatest := box[i].Ends()
		switch {
		case w == 0:
			corner = append(corner, proof.Middle(least, greatest))
		case w > 0 == (class == 1):
			corner = append(corner, least)
		default:
			corner = append(corner, greatest)
		}
	}
	if v.Linear.Predict(corner) == class {
		return proof.Verdict{Proven: true}, nil
	}
	return proof.Verdict{Counterexample: append([]float64(nil), corner...)}, nil
}

// Bounds returns the margin itself.
func (v linearVerifier) Bounds(_ proof.Box, class int) []proof.LinearBound {
	if class == 1 {
		return []proof.LinearBound{{Weights: v.Weights, Constant: v.Bias}}
	}
	b := proof.LinearBound{Constant: -v.Bias}
	for _, w := range v.Weights {
		b.Weights = append(b.Weights, -w)
	}
	return []proof.LinearBound{b}
}

// intervalVerifier compares ends.
type intervalVerifier struct{ *Interval }

func (v intervalVerifier) Constant(_ context.Context, box proof.Box, class int) (proof.Verdict, error) {
	least, greatest := box[0].Ends()
	inside := v.From <= least && greatest <= v.To
	outside := greatest < v.From || least > v.To
	if class == 0 && inside || class == 1 && outside {
		return proof.Verdict{Proven: true}, nil
	}
	for _, x := range []float64{least, greatest, v.From} { // From is in the box when both ends are outside
		if point := []float64{x}; box.Contains(point) && v.Interval.Predict(point) != class {
			return proof.Verdict{Counterexample: point}, nil
		}
	}
	return proof.Verdict{}, nil
}
