package learners

import (
	"context"
	"fmt"
)

// Shape is the shape of an image: channels of rows of columns. A flat vector
// of n numbers is Shape{n, 1, 1}. Numbers lie channel by channel, row by row.
type Shape struct{ Channels, Rows, Columns int }

// Size returns how many numbers the shape holds.
func (s Shape) Size() int { return s.Channels * s.Rows * s.Columns }

func (s Shape) String() string { return fmt.Sprintf("%d×%d×%d", s.Channels, s.Rows, s.Columns) }

// names makes up names of the numbers: p00 to p66 for a small image.
func (s Shape) names() []string {
	names := make([]string, s.Size())
	for i := range names {
		channel, row, column := i/(s.Rows*s.Columns), i/s.Columns%s.Rows, i%s.Columns
		switch {
		case s.Channels > 1:
			names[i] = fmt.Sprintf("c%d_%d_%d", channel, row, column)
		case s.Rows <= 10 && s.Columns <= 10:
			names[i] = fmt.Sprintf("p%d%d", row, column)
		default:
			names[i] = fmt.Sprintf("p%d_%d", row, column)
		}
	}
	return names
}

// ConvNet is a network for images; the class is that of the largest output.
// A Dense layer takes the numbers in the order channel, row, column.
type ConvNet struct {
	Input  Shape
	Layers []Layer
}

var convNetKind = Kind{
	Name:  "cnn",
	Title: "a convolutional network",
	Keys:  []string{"input_shape", "layers"},
	Example: `"input_shape":[1,2,2],"layers":[{"type":"conv2d","in":1,"out":2,"kernel":2,"weight":[1,-1,2,-0.5,-1,1,0.5,1],"bias":[-0.5,0.2]},{"type":"relu"},` +
		`{"type":"flatten"},{"type":"linear","in":2,"out":2,"weight":[1,-1,-1,1.5],"bias":[0,-0.1]}]`,
	read: readConvNet,
}

func (n *ConvNet) kind() Kind { return convNetKind }

// Image returns the shape of the image.
func (n *ConvNet) Image() Shape { return n.Input }

// Classes returns the width of the last layer.
func (n *ConvNet) Classes() int { return n.shapes()[len(n.Layers)].Size() }

// Dims returns the number of pixels over all channels.
func (n *ConvNet) Dims() int { return n.Input.Size() }

// shapes returns the shape before the first layer and after each, of a network
// that Check let pass.
func (n *ConvNet) shapes() []Shape {
	shapes, _ := n.follow()
	return shapes
}

// follow returns the shapes up to the first layer that cannot take what it gets.
func (n *ConvNet) follow() ([]Shape, error) {
	shapes := []Shape{n.Input}
	for i, l := range n.Layers {
		out, err := l.output(shapes[i])
		if err != nil {
			return shapes, fmt.Errorf("layer %d: %w", i, err)
		}
		shapes = append(shapes, out)
	}
	return shapes, nil
}

// Predict returns the class of the largest output.
func (n *ConvNet) Predict(x []float64) int { return argmax(n.run(n.shapes(), x, nil)) }

// Scores gives each class its output.
func (n *ConvNet) Scores(x, into []float64) { copy(into, n.run(n.shapes(), x, nil)) }

// PredictAll classifies many points.
func (n *ConvNet) PredictAll(ctx context.Context, points []float64, into []int) error {
	shapes, d := n.shapes(), n.Dims()
	room := make([]float64, 2*largest(shapes))
	for i := range into {
		into[i] = argmax(n.run(shapes, points[i*d:(i+1)*d], room))
	}
	return ctx.Err()
}

func (n *ConvNet) run(shapes []Shape, x, room []float64) []float64 {
	width := largest(shapes)
	if room == nil {
		room = make([]float64, 2*width)
	}
	here, there := room[:width], room[width:]
	for i, l := range n.Layers {
		y := here[:shapes[i+1].Size()]
		l.forward(shapes[i], shapes[i+1], x, y)
		x = y
		here, there = there, here
	}
	return x
}

func largest(shapes []Shape) int {
	width := 0
	for _, s := range shapes {
		width = max(width, s.Size())
	}
	return width
}

// Check says whether the layers fit together and hold numbers.
func (n *ConvNet) Check() error {
	if s := n.Input; s.Channels < 1 || s.Rows < 1 || s.Columns < 1 {
		return fmt.Errorf("input shape %v; at least 1 of each would do", s)
	}
	if len(n.Layers) == 0 {
		return fmt.Errorf("no layers; at least 1 would do")
	}
	sizes := newChain()
	for i, l := range n.Layers {
		if err := l.check(); err != nil {
			return fmt.Errorf("layer %d: %w", i, err)
		}
		if err := sizes.add(l.numbers()); err != nil {
			return fmt.Errorf("layer %d: %w", i, err)
		}
	}
	shapes, err := n.follow()
	if err != nil {
		return err
	}
	last := shapes[len(n.Layers)]
	if last.Rows != 1 || last.Columns != 1 || last.Channels < 2 {
		return fmt.Errorf("the last layer gives %v; a vector of one number per class, 2 or more, would do", last)
	}
	return nil
}
