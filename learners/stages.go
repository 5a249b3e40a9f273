package learners

import (
	"context"
	"fmt"

	"dpscope/learners/proof"
)

// denseStages lists the layers of a network.
func denseStages(n *Network) []proof.Stage {
	var stages []proof.Stage
	for i := range n.Layers {
		stages = append(stages, denseStage(&n.Layers[i]))
	}
	return stages
}

func denseStage(l *Dense) proof.Stage {
	s := proof.Stage{In: l.In, Out: l.Out, ReLU: l.ReLU}
	for o := range l.Out {
		row := proof.Row{Bias: l.Bias[o]}
		for i, w := range l.Row(o) {
			if w != 0 {
				row.At, row.Weight = append(row.At, int32(i)), append(row.Weight, w)
			}
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// imageStages lists the layers of an image network. Where maxima follow a
// ReLU they are taken first: that gives the same numbers, also as computed, and
// leaves fewer kinks to bound.
func imageStages(n *ConvNet) []proof.Stage {
	var stages []proof.Stage
	shapes := n.Shapes()
	for i, l := range n.Layers {
		switch l := l.(type) {
		case *Dense:
			stages = append(stages, denseStage(l))
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

// fullRow keeps weights of 0 too.
func fullRow(weights []float64, bias float64) proof.Row {
	row := proof.Row{Bias: bias}
	for i, w := range weights {
		row.At, row.Weight = append(row.At, int32(i)), append(row.Weight, w)
	}
	return row
}

// centroidStage gives each centroid c the score 2(c−x)·y − |c|² + |x|², which
// ranks points y as −|y−c|² does.
func centroidStage(n *NearestCentroid, x []float64) proof.Stage {
	s := proof.Stage{In: len(x), Out: len(n.Centroids)}
	for _, c := range n.Centroids {
		weights, bias := make([]float64, len(x)), 0.0
		for i := range x {
			weights[i] = 2 * (c[i] - x[i])
			bias -= (c[i] - x[i]) * (c[i] + x[i])
		}
		s.Rows = append(s.Rows, fullRow(weights, bias))
	}
	return s
}

// PiecesOf cuts the window into the polygons on which a linear classifier, a
// nearest-centroid one, or a network is linear and has one class: see
// proof.Piecewise.
func PiecesOf(ctx context.Context, c Classifier, x []float64, free []int, window [2]proof.Side) ([]proof.Piece, error) {
	p := proof.Piecewise{}
	switch c := c.(type) {
	case *Linear:
		p.Stages = []proof.Stage{{In: len(x), Out: 2, Rows: []proof.Row{{}, fullRow(c.Weights, c.Bias)}}}
	case *NearestCentroid:
		p.Stages, p.Classes = []proof.Stage{centroidStage(c, x)}, c.Class
	case *Network:
		p.Stages = denseStages(c)
	case *ConvNet:
		p.Stages = imageStages(c)
	default:
		return nil, fmt.Errorf("%T is not made of linear pieces", c)
	}
	return p.Pieces(ctx, x, free, window)
}
