package learners

import (
	"context"

	"dpscope/learners/proof"
)

// Verifier bounds the outputs.
func (n *ConvNet) Verifier(free int) (proof.Verifier, proof.Exactness) {
	return proof.NewNetworkVerifier(n.stages(), n.Predict), proof.Cutting(free, 2)
}

// Pieces cuts the window wherever a unit changes its sign or a maximum its place.
func (n *ConvNet) Pieces(ctx context.Context, x []float64, free []int, window [2]proof.Side) ([]proof.Piece, error) {
	return proof.Piecewise{Stages: n.stages()}.Pieces(ctx, x, free, window)
}

// stages lists the layers. Where maxima follow a ReLU they are taken first: that
// gives the same numbers, also as computed, and leaves fewer kinks to bound.
func (n *ConvNet) stages() []proof.Stage {
	var stages []proof.Stage
	shapes := n.shapes()
	for i, l := range n.Layers {
		switch l := l.(type) {
		case *Dense:
			stages = append(stages, l.stage())
		case *Conv:
			stages = append(stages, convStage(l, shapes[i], shapes[i+1]))
		case *MaxPool:
			s := poolStage(l, shapes[i], shapes[i+1])
			if last := len(stages) - 1; last >= 0 {
				s.ReLU, stages[last].ReLU = stages[last].ReLU, false
			}
			stages = append(stages, s)
		}
	}
	return stages
}

func convStage(l *Conv, in, out Shape) proof.Stage {
	s := proof.Stage{In: in.Size(), Out: out.Size(), ReLU: l.ReLU}
	for o := range l.Out {
		for r := range out.Rows {
			for c := range out.Columns {
				s.Rows = append(s.Rows, convRow(l, in, o, r*l.Stride-l.Padding, c*l.Stride-l.Padding))
			}
		}
	}
	return s
}

// convRow is the output of channel o whose window starts at row top and column
// left, which may lie outside the image.
func convRow(l *Conv, in Shape, o, top, left int) proof.Row {
	row := proof.Row{Bias: l.Bias[o]}
	for channel := range in.Channels {
		for i := max(0, -top); i < min(l.Kernel, in.Rows-top); i++ {
			for j := max(0, -left); j < min(l.Kernel, in.Columns-left); j++ {
				if w := l.Weights[((o*l.In+channel)*l.Kernel+i)*l.Kernel+j]; w != 0 {
					row.At = append(row.At, int32((channel*in.Rows+top+i)*in.Columns+left+j))
					row.Weight = append(row.Weight, w)
				}
			}
		}
	}
	return row
}

func poolStage(l *MaxPool, in, out Shape) proof.Stage {
	s := proof.Stage{In: in.Size(), Out: out.Size()}
	for c := range out.Channels {
		for r := range out.Rows {
			for k := range out.Columns {
				var group []int32
				for i := range l.Kernel {
					for j := range l.Kernel {
						group = append(group, int32((c*in.Rows+r*l.Stride+i)*in.Columns+k*l.Stride+j))
					}
				}
				s.Groups = append(s.Groups, group)
			}
		}
	}
	return s
}
