package learners

import (
	"context"

	"dpscope/learners/proof"
)

// Normal returns the weights.
func (l *Linear) Normal() []float64 { return l.Weights }

// Verifier looks at one corner of a box.
func (l *Linear) Verifier(int) (proof.Verifier, proof.Exactness) {
	return linearVerifier{l}, proof.Complete
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
func (v linearVerifier) Bounds(_ context.Context, _ proof.Box, class int) []proof.LinearBound {
	if class == 1 {
		return []proof.LinearBound{{Weights: v.Weights, Constant: v.Bias}}
	}
	b := proof.LinearBound{Constant: -v.Bias}
	for _, w := range v.Weights {
		b.Weights = append(b.Weights, -w)
	}
	return []proof.LinearBound{b}
}

// Pieces cuts the window along the hyperplane.
func (l *Linear) Pieces(ctx context.Context, x []float64, free []int, window [2]proof.Side) ([]proof.Piece, error) {
	scores := proof.Stage{In: len(x), Out: 2, Rows: []proof.Row{{}, proof.FullRow(l.Weights, l.Bias)}}
	return proof.Piecewise{Stages: []proof.Stage{scores}}.Pieces(ctx, x, free, window)
}
