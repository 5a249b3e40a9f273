package learners

import (
	"context"

	"dpscope/learners/proof"
)

// Verifier bounds the outputs.
func (n *Network) Verifier(free int) (proof.Verifier, proof.Exactness) {
	return proof.NewNetworkVerifier(n.stages(), n.Predict), proof.Cutting(free, 2)
}

// Pieces cuts the window wherever a unit changes its sign or the largest output.
func (n *Network) Pieces(ctx context.Context, x []float64, free []int, window [2]proof.Side) ([]proof.Piece, error) {
	return proof.Piecewise{Stages: n.stages()}.Pieces(ctx, x, free, window)
}

// stages lists the layers.
func (n *Network) stages() []proof.Stage {
	var stages []proof.Stage
	for i := range n.Layers {
		stages = append(stages, n.Layers[i].stage())
	}
	return stages
}

func (l *Dense) stage() proof.Stage {
	s := proof.Stage{In: l.In, Out: l.Out, ReLU: l.ReLU}
	for o := range l.Out {
		row := proof.Row{Bias: l.Bias[o]}
		for i, w := range l.row(o) {
			if w != 0 {
				row.At, row.Weight = append(row.At, int32(i)), append(row.Weight, w)
			}
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}
