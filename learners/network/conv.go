package network

import (
	"fmt"

	"gonum.org/v1/gonum/floats"

	"dpscope/learners"
	"dpscope/learners/modelfile"
	"dpscope/learners/proof"
)

// Conv is a two-dimensional cross-correlation (no flip of the kernel) with
// zeros around the image, followed by max(0, y) if ReLU is set.
type Conv struct {
	In, Out                 int // channels
	Kernel, Stride, Padding int // of both rows and columns
	Weights                 []float64
	// Weights[((o*In+c)*Kernel+i)*Kernel+j] goes from channel c, row offset i,
	// column offset j to output channel o.
	Bias []float64 // one per output channel
	ReLU bool
}

// output counts the places of the kernel on the padded image.
func (l *Conv) output(in learners.Shape) (learners.Shape, error) {
	if in.Channels != l.In {
		return learners.Shape{}, fmt.Errorf("a convolution of %d channels is given %v", l.In, in)
	}
	rows, columns := places(in.Rows+2*l.Padding, l.Kernel, l.Stride), places(in.Columns+2*l.Padding, l.Kernel, l.Stride)
	if rows < 1 || columns < 1 {
		return learners.Shape{}, fmt.Errorf("a kernel of %d does not fit into %v with padding %d", l.Kernel, in, l.Padding)
	}
	return learners.Shape{Channels: l.Out, Rows: rows, Columns: columns}, nil
}

// places counts how often a window fits into a length.
func places(length, window, stride int) int {
	if length < window {
		return 0
	}
	return (length-window)/stride + 1
}

// forward computes the cross-correlation. At each place it lays out the window
// once, for the kernels of all output channels.
func (l *Conv) forward(in, out learners.Shape, x, y []float64) {
	size := l.In * l.Kernel * l.Kernel
	window := make([]float64, size)
	for r := range out.Rows {
		for c := range out.Columns {
			l.window(in, x, window, r*l.Stride-l.Padding, c*l.Stride-l.Padding)
			for o := range l.Out {
				v := floats.Dot(l.Weights[o*size:(o+1)*size], window) + l.Bias[o]
				if l.ReLU && v < 0 {
					v = 0
				}
				y[(o*out.Rows+r)*out.Columns+c] = v
			}
		}
	}
}

func (l *Conv) numbers() (weights, bias []float64) { return l.Weights, l.Bias }

func (l *Conv) relu() *bool { return &l.ReLU }

func (*Conv) flat() bool { return false }

// window copies the part of x under a kernel with its first row and column at top and left; outside the image
// it is 0.
func (l *Conv) window(in learners.Shape, x, window []float64, top, left int) {
	clear(window)
	from, to := max(0, -left), min(l.Kernel, in.Columns-left)
	if from >= to {
		return
	}
	for channel := range in.Channels {
		for i := max(0, -top); i < min(l.Kernel, in.Rows-top); i++ {
			row := x[(channel*in.Rows+top+i)*in.Columns+left+from:]
			copy(window[(channel*l.Kernel+i)*l.Kernel+from:][:to-from], row)
		}
	}
}

func (l *Conv) check() error {
	if l.In < 1 || l.Out < 1 || l.Kernel < 1 || l.Stride < 1 || l.Padding < 0 {
		return fmt.Errorf("a convolution from %d to %d channels with kernel %d, stride %d and padding %d; at least 1, 1, 1, 1 and 0 would work",
			l.In, l.Out, l.Kernel, l.Stride, l.Padding)
	}
	if want := l.In * l.Out * l.Kernel * l.Kernel; len(l.Weights) != want {
		return fmt.Errorf("%d weights for %d·%d channels and kernel %d; %d would work", len(l.Weights), l.In, l.Out, l.Kernel, want)
	}
	if len(l.Bias) != l.Out {
		return fmt.Errorf("%d biases for %d output channels; one each would work", len(l.Bias), l.Out)
	}
	return checkFinite(l.Weights, l.Bias)
}

func (l *Conv) stage(in, out learners.Shape) proof.Stage {
	s := proof.Stage{In: in.Size(), Out: out.Size(), ReLU: l.ReLU}
	for o := range l.Out {
		for r := range out.Rows {
			for c := range out.Columns {
				s.Rows = append(s.Rows, l.rowAt(in, o, r*l.Stride-l.Padding, c*l.Stride-l.Padding))
			}
		}
	}
	return s
}

// rowAt returns the output of channel o for the window at row top and column left, which may lie outside the
// image.
func (l *Conv) rowAt(in learners.Shape, o, top, left int) proof.Row {
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

const maxKernel, maxChannels = 64, 4096

func readConv(o *modelfile.Object) (Layer, error) {
	if err := o.Only("type", "in", "out", "kernel", "stride", "padding", "dilation", "groups",
		"weight_shape", "weight", "bias", "note"); err != nil {
		return nil, err
	}
	c := &Conv{Stride: 1}
	one, ones := 1, 1
	for _, n := range []struct {
		key       string
		into      *int
		low, high int
	}{{"in", &c.In, 1, maxChannels}, {"out", &c.Out, 1, maxChannels}, {"kernel", &c.Kernel, 1, maxKernel},
		{"stride", &c.Stride, 1, maxKernel}, {"padding", &c.Padding, 0, maxKernel}, {"dilation", &one, 1, 1}, {"groups", &ones, 1, 1}} {
		if err := o.Whole(n.key, n.into, n.low, n.high); err != nil {
			return nil, err
		}
	}
	if err := readWeights(o, &c.Weights, &c.Bias, []int{c.Out, c.In, c.Kernel, c.Kernel}); err != nil {
		return nil, err
	}
	return c, nil
}

func (l *Conv) members() modelfile.Members {
	return modelfile.Members{}.Add("type", "conv2d").Add("in", l.In).Add("out", l.Out).
		Add("kernel", l.Kernel).Add("stride", l.Stride).Add("padding", l.Padding).
		Add("weight_shape", []int{l.Out, l.In, l.Kernel, l.Kernel}).Add("weight", l.Weights).Add("bias", l.Bias)
}
