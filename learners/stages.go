package learners

// stage is one step of a network of any kind, in the one form that proofs
// about networks work on: affine outputs or maxima, and then, if relu is set,
// the larger of each and zero.
type stage struct {
	in, out int
	rows    []sparseRow // of an affine stage, one per output
	groups  [][]int32   // of a stage of maxima: the inputs of each output
	relu    bool
}

// sparseRow is one affine output: the sum of weights times inputs, plus bias.
type sparseRow struct {
	at     []int32
	weight []float64
	bias   float64
}

// denseStages lists the layers of a network.
func denseStages(n *Network) []stage {
	var stages []stage
	for i := range n.Layers {
		stages = append(stages, denseStage(&n.Layers[i]))
	}
	return stages
}

func denseStage(l *Dense) stage {
	s := stage{in: l.In, out: l.Out, relu: l.ReLU}
	for o := range l.Out {
		row := sparseRow{bias: l.Bias[o]}
		for i, w := range l.Row(o) {
			if w != 0 {
				row.at, row.weight = append(row.at, int32(i)), append(row.weight, w)
			}
		}
		s.rows = append(s.rows, row)
	}
	return s
}

// imageStages lists the layers of an image network. Where maxima follow a
// ReLU they are taken first: that gives the same numbers, also as computed, and
// leaves fewer kinks to bound.
func imageStages(n *ConvNet) []stage {
	var stages []stage
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
				s.relu, stages[last].relu = stages[last].relu, false
			}
			stages = append(stages, s)
		}
	}
	return stages
}

func convStage(l *Conv, in, out Shape) stage {
	s := stage{in: in.Size(), out: out.Size(), relu: l.ReLU}
	for o := range l.Out {
		for r := range out.Rows {
			for c := range out.Columns {
				s.rows = append(s.rows, convRow(l, in, o, r*l.Stride-l.Padding, c*l.Stride-l.Padding))
			}
		}
	}
	return s
}

// convRow is the output of channel o whose window starts at row top and column
// left, which may lie outside the image.
func convRow(l *Conv, in Shape, o, top, left int) sparseRow {
	row := sparseRow{bias: l.Bias[o]}
	for channel := range in.Channels {
		for i := max(0, -top); i < min(l.Kernel, in.Rows-top); i++ {
			for j := max(0, -left); j < min(l.Kernel, in.Columns-left); j++ {
				if w := l.Weights[((o*l.In+channel)*l.Kernel+i)*l.Kernel+j]; w != 0 {
					row.at = append(row.at, int32((channel*in.Rows+top+i)*in.Columns+left+j))
					row.weight = append(row.weight, w)
				}
			}
		}
	}
	return row
}

func poolStage(l *MaxPool, in, out Shape) stage {
	s := stage{in: in.Size(), out: out.Size()}
	for c := range out.Channels {
		for r := range out.Rows {
			for k := range out.Columns {
				var group []int32
				for i := range l.Kernel {
					for j := range l.Kernel {
						group = append(group, int32((c*in.Rows+r*l.Stride+i)*in.Columns+k*l.Stride+j))
					}
				}
				s.groups = append(s.groups, group)
			}
		}
	}
	return s
}
