package network

import (
	"context"
	"fmt"

	"dpscope/learners"
	"dpscope/learners/modelfile"
	"dpscope/learners/proof"
)

// ConvNet is a network for images; the largest output decides the class. A Dense layer takes the numbers
// in the order channel, row, column.
type ConvNet struct {
	Input  learners.Shape
	Layers []Layer
}

var convNetKind = learners.Kind{
	Name:  "cnn",
	Title: "a convolutional network",
	Keys:  []string{"input_shape", "layers"},
	Example: `"input_shape":[1,2,2],"layers":[{"type":"conv2d","in":1,"out":2,"kernel":2,"weight":[1,-1,2,-0.5,-1,1,0.5,1],"bias":[-0.5,0.2]},{"type":"relu"},` +
		`{"type":"flatten"},{"type":"linear","in":2,"out":2,"weight":[1,-1,-1,1.5],"bias":[0,-0.1]}]`,
	Read: readConvNet,
}

// Kind implements learners.Declared.
func (n *ConvNet) Kind() learners.Kind { return convNetKind }

// Image returns the shape of the image.
func (n *ConvNet) Image() learners.Shape { return n.Input }

// Classes returns the width of the last layer.
func (n *ConvNet) Classes() int { return n.shapes()[len(n.Layers)].Size() }

// Dims returns the number of pixels over all channels.
func (n *ConvNet) Dims() int { return n.Input.Size() }

// shapes returns the shape before the first layer and after each, of a network
// that Check let pass.
func (n *ConvNet) shapes() []learners.Shape {
	shapes, _ := n.follow()
	return shapes
}

// follow returns the shapes up to the first layer that cannot take its input.
func (n *ConvNet) follow() ([]learners.Shape, error) {
	shapes := []learners.Shape{n.Input}
	for i, l := range n.Layers {
		out, err := l.output(shapes[i])
		if err != nil {
			return shapes, fmt.Errorf("layer %d: %w", i, err)
		}
		shapes = append(shapes, out)
	}
	return shapes, nil
}

// Layer is one step of a ConvNet: *Conv, *MaxPool or *Dense.
type Layer interface {
	// output returns the shape of the output for an input of shape in, or why the layer cannot take it.
	output(in learners.Shape) (learners.Shape, error)
	// forward writes to y, of shape out, the layer's output for x, of shape in.
	forward(in, out learners.Shape, x, y []float64)
	check() error
	// numbers returns the weights and biases of the layer; none for a layer that only picks.
	numbers() (weights, bias []float64)
	relu() *bool                              // whether max(0, y) follows; nil for a layer that only picks
	flat() bool                               // reports whether it takes a vector instead of an image
	members() modelfile.Members               // as layerKinds read them; there a ReLU is a separate layer
	stage(in, out learners.Shape) proof.Stage // as proofs take it
}

// Predict returns the class of the largest output.
func (n *ConvNet) Predict(x []float64) int { return learners.Argmax(n.run(n.shapes(), x, nil)) }

// Scores writes each class's output.
func (n *ConvNet) Scores(x, into []float64) { copy(into, n.run(n.shapes(), x, nil)) }

// PredictAll classifies many points.
func (n *ConvNet) PredictAll(ctx context.Context, points []float64, into []int) error {
	shapes, d := n.shapes(), n.Dims()
	room := make([]float64, 2*largest(shapes))
	for i := range into {
		into[i] = learners.Argmax(n.run(shapes, points[i*d:(i+1)*d], room))
	}
	return ctx.Err()
}

func (n *ConvNet) run(shapes []learners.Shape, x, room []float64) []float64 {
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

func largest(shapes []learners.Shape) int {
	width := 0
	for _, s := range shapes {
		width = max(width, s.Size())
	}
	return width
}

// Check says whether the layers fit together and hold numbers.
func (n *ConvNet) Check() error {
	if s := n.Input; s.Channels < 1 || s.Rows < 1 || s.Columns < 1 {
		return fmt.Errorf("input shape %v; at least 1 of each would work", s)
	}
	if len(n.Layers) == 0 {
		return fmt.Errorf("no layers; at least 1 would work")
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
		return fmt.Errorf("the last layer gives %v; a vector of one number per class, 2 or more, would work", last)
	}
	return nil
}

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
		s := l.stage(shapes[i], shapes[i+1])
		if last := i - 1; last >= 0 && s.Groups != nil {
			s.ReLU, stages[last].ReLU = stages[last].ReLU, false
		}
		stages = append(stages, s)
	}
	return stages
}
