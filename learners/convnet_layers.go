package learners

import (
	"fmt"

	"gonum.org/v1/gonum/floats"
)

// Layer is one step of a ConvNet: *Conv, *MaxPool or *Dense.
type Layer interface {
	// output returns the shape that an input of shape in becomes, or why the
	// layer cannot take it.
	output(in Shape) (Shape, error)
	// forward writes to y, of shape out, what the layer makes of x, of shape in.
	forward(in, out Shape, x, y []float64)
	check() error
	// numbers returns the weights and biases of the layer; it has none of either
	// when it only picks.
	numbers() (weights, bias []float64)
}

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

// MaxPool takes the largest of each square of Kernel rows and columns, Stride
// apart. Rows and columns left over at the end are dropped.
type MaxPool struct{ Kernel, Stride int }

// output counts the places of the kernel on the padded image.
func (l *Conv) output(in Shape) (Shape, error) {
	if in.Channels != l.In {
		return Shape{}, fmt.Errorf("a convolution of %d channels is given %v", l.In, in)
	}
	rows, columns := places(in.Rows+2*l.Padding, l.Kernel, l.Stride), places(in.Columns+2*l.Padding, l.Kernel, l.Stride)
	if rows < 1 || columns < 1 {
		return Shape{}, fmt.Errorf("a kernel of %d does not fit into %v with padding %d", l.Kernel, in, l.Padding)
	}
	return Shape{l.Out, rows, columns}, nil
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
func (l *Conv) forward(in, out Shape, x, y []float64) {
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

func (l *Conv) numbers() (weights, bias []float64)  { return l.Weights, l.Bias }
func (l *Dense) numbers() (weights, bias []float64) { return l.Weights, l.Bias }
func (*MaxPool) numbers() (weights, bias []float64) { return nil, nil }

// window copies the part of x under a kernel whose first row and column are top
// and left; what lies outside the image is 0.
func (l *Conv) window(in Shape, x, window []float64, top, left int) {
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
		return fmt.Errorf("a convolution from %d to %d channels with kernel %d, stride %d and padding %d; at least 1, 1, 1, 1 and 0 would do",
			l.In, l.Out, l.Kernel, l.Stride, l.Padding)
	}
	if want := l.In * l.Out * l.Kernel * l.Kernel; len(l.Weights) != want {
		return fmt.Errorf("%d weights for %d·%d channels and kernel %d; %d would do", len(l.Weights), l.In, l.Out, l.Kernel, want)
	}
	if len(l.Bias) != l.Out {
		return fmt.Errorf("%d biases for %d output channels; one each would do", len(l.Bias), l.Out)
	}
	if err := checkFinite("weight", l.Weights); err != nil {
		return err
	}
	return checkFinite("bias", l.Bias)
}

// output counts the places of the square.
func (l *MaxPool) output(in Shape) (Shape, error) {
	rows, columns := places(in.Rows, l.Kernel, l.Stride), places(in.Columns, l.Kernel, l.Stride)
	if rows < 1 || columns < 1 {
		return Shape{}, fmt.Errorf("a pool of %d does not fit into %v", l.Kernel, in)
	}
	return Shape{in.Channels, rows, columns}, nil
}

// forward takes the largest number of each square.
func (l *MaxPool) forward(in, out Shape, x, y []float64) {
	for c := range out.Channels {
		for r := range out.Rows {
			for k := range out.Columns {
				best := x[(c*in.Rows+r*l.Stride)*in.Columns+k*l.Stride]
				for i := range l.Kernel {
					row := x[(c*in.Rows+r*l.Stride+i)*in.Columns+k*l.Stride:]
					for _, v := range row[:l.Kernel] {
						best = max(best, v)
					}
				}
				y[(c*out.Rows+r)*out.Columns+k] = best
			}
		}
	}
}

func (l *MaxPool) check() error {
	if l.Kernel < 1 || l.Stride < 1 {
		return fmt.Errorf("a pool of %d with stride %d; at least 1 and 1 would do", l.Kernel, l.Stride)
	}
	return nil
}

// output is a vector of Out numbers.
func (l *Dense) output(in Shape) (Shape, error) {
	if in.Size() != l.In {
		return Shape{}, fmt.Errorf("a dense layer of %d inputs is given %v", l.In, in)
	}
	return Shape{l.Out, 1, 1}, nil
}

// forward computes W·x + b and the ReLU.
func (l *Dense) forward(_, _ Shape, x, y []float64) { l.apply(x, y) }
