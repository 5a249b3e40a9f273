package learners

import (
	"context"
	"encoding/json"
	"fmt"

	"gonum.org/v1/gonum/floats"

	"dpscope/learners/modelfile"
	"dpscope/learners/source"
)

// Dense is an affine layer y = W·x + b, followed by max(0, y) if ReLU is set.
type Dense struct {
	In, Out int
	Weights []float64 // W, row-major: Weights[o*In+i] goes from input i to output o
	Bias    []float64 // b, one per output
	ReLU    bool
}

// row returns the weights of output o, not to be changed.
func (l *Dense) row(o int) []float64 { return l.Weights[o*l.In : (o+1)*l.In] }

// Network is a fully connected network; the class is that of the largest
// output.
type Network struct {
	Layers []Dense
}

var networkKind = Kind{
	Name:    "relu_mlp",
	Title:   "a neural network",
	Keys:    []string{"layers"},
	Example: `"layers":[{"W":[[-1.9,-2.1],[0.1,-0.5]],"b":[3.7,0.9],"activation":"relu"},{"W":[[-3,0.4],[4,-0.2]],"b":[4,-1]}]`,
	read:    readNetwork,
}

func (n *Network) kind() Kind { return networkKind }

// Classes returns the width of the last layer.
func (n *Network) Classes() int { return n.Layers[len(n.Layers)-1].Out }

// Dims returns the width of the input.
func (n *Network) Dims() int { return n.Layers[0].In }

// Predict returns the class of the largest output.
func (n *Network) Predict(x []float64) int {
	return argmax(n.run(x, n.room()))
}

// Scores gives each class its output.
func (n *Network) Scores(x, into []float64) {
	copy(into, n.run(x, n.room()))
}

// PredictAll classifies many points.
func (n *Network) PredictAll(ctx context.Context, points []float64, into []int) error {
	room, d := n.room(), n.Dims()
	for i := range into {
		into[i] = argmax(n.run(points[i*d:(i+1)*d], room))
	}
	return ctx.Err()
}

// run returns the outputs at x. It works in room.
func (n *Network) run(x, room []float64) []float64 {
	here, there := room[:len(room)/2], room[len(room)/2:]
	for i := range n.Layers {
		l := &n.Layers[i]
		l.apply(x, here)
		x = here[:l.Out]
		here, there = there, here
	}
	return x
}

// room is what a point needs on its way: two layers of the widest. The dot
// products of gonum make it escape to the heap, so that it is no larger.
func (n *Network) room() []float64 { return make([]float64, 2*n.width()) }

func (n *Network) width() int {
	width := 0
	for i := range n.Layers {
		width = max(width, n.Layers[i].Out)
	}
	return width
}

// apply writes the outputs at x to y.
func (l *Dense) apply(x, y []float64) {
	for o := range l.Out {
		v := floats.Dot(l.row(o), x) + l.Bias[o]
		if l.ReLU && v < 0 {
			v = 0
		}
		y[o] = v
	}
}

// Check says whether the layers fit together and hold numbers.
func (n *Network) Check() error {
	if len(n.Layers) == 0 {
		return fmt.Errorf("no layers; at least 1 would do")
	}
	sizes := newChain()
	for i := range n.Layers {
		l := &n.Layers[i]
		if err := l.check(); err != nil {
			return fmt.Errorf("layer %d: %w", i, err)
		}
		if err := sizes.add(l.numbers()); err != nil {
			return fmt.Errorf("layer %d: %w", i, err)
		}
		if i > 0 && n.Layers[i-1].Out != l.In {
			return fmt.Errorf("layer %d takes %d inputs, layer %d gives %d", i, l.In, i-1, n.Layers[i-1].Out)
		}
	}
	if c := n.Classes(); c < 2 {
		return fmt.Errorf("the last layer has %d output; one per class, 2 or more, would do", c)
	}
	return nil
}

func (l *Dense) check() error {
	if l.In < 1 || l.Out < 1 {
		return fmt.Errorf("%d inputs and %d outputs; at least 1 of each would do", l.In, l.Out)
	}
	if len(l.Weights) != l.In*l.Out {
		return fmt.Errorf("%d weights for %d inputs and %d outputs; %d would do", len(l.Weights), l.In, l.Out, l.In*l.Out)
	}
	if len(l.Bias) != l.Out {
		return fmt.Errorf("%d biases for %d outputs; one each would do", len(l.Bias), l.Out)
	}
	if err := checkFinite("weight", l.Weights); err != nil {
		return err
	}
	return checkFinite("bias", l.Bias)
}

func readNetwork(o *modelfile.Object, _, _ int) (declared, error) {
	var layers []json.RawMessage
	if err := o.Need("layers", &layers, maxLayers); err != nil {
		return nil, err
	}
	n := &Network{}
	for i, raw := range layers {
		l, err := readDense(raw)
		if err != nil {
			return nil, fmt.Errorf("layer %d: %w", i, err)
		}
		n.Layers = append(n.Layers, *l)
	}
	return n, nil
}

// readDense reads {"W": rows, "b": biases, "activation": "relu" or "none"}.
func readDense(raw json.RawMessage) (*Dense, error) {
	o, err := modelfile.NewObject(raw)
	if err != nil {
		return nil, err
	}
	if err := o.Only("W", "b", "activation", "note"); err != nil {
		return nil, err
	}
	var rows [][]float64
	if err := o.Need("W", &rows, maxWidth, maxWidth); err != nil {
		return nil, err
	}
	l := &Dense{Out: len(rows)}
	if len(rows) > 0 {
		l.In = len(rows[0])
	}
	if l.Weights, err = modelfile.Flatten("W", rows, l.In); err != nil {
		return nil, err
	}
	if err := o.Need("b", &l.Bias, maxWidth); err != nil {
		return nil, err
	}
	activation := "none"
	if err := o.May("activation", &activation); err != nil {
		return nil, err
	}
	switch activation {
	case "relu":
		l.ReLU = true
	case "none", "identity", "linear":
	default:
		return nil, fmt.Errorf("activation = %s is not known; relu or none would do", source.Quote(activation))
	}
	return l, nil
}

func (n *Network) members() modelfile.Members {
	list := make([]modelfile.Members, len(n.Layers))
	for i, l := range n.Layers {
		activation := "none"
		if l.ReLU {
			activation = "relu"
		}
		list[i] = modelfile.Members{}.Add("W", modelfile.Unflatten(l.Weights, l.In)).Add("b", l.Bias).Add("activation", activation)
	}
	return modelfile.Members{}.Add("layers", list)
}
