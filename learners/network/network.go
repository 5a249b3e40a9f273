package network

import (
	"context"
	"encoding/json"
	"fmt"

	"dpscope/learners"
	"dpscope/learners/modelfile"
	"dpscope/learners/proof"
	"dpscope/learners/table"
)

// Limits of a classifier file, far above what a terminal can explore, and low enough to refuse a wrong or
// hostile file before it fills the memory.
const (
	maxLayers = 64
	maxWidth  = 1 << 20 // numbers in a layer
)

// Network is a fully connected network; the largest output decides the class.
type Network struct {
	Layers []Dense
}

var networkKind = learners.Kind{
	Name:    "relu_mlp",
	Title:   "a neural network",
	Keys:    []string{"layers"},
	Example: `"layers":[{"W":[[-1.9,-2.1],[0.1,-0.5]],"b":[3.7,0.9],"activation":"relu"},{"W":[[-3,0.4],[4,-0.2]],"b":[4,-1]}]`,
	Read:    readNetwork,
}

// Kind implements learners.Declared.
func (n *Network) Kind() learners.Kind { return networkKind }

// Classes returns the width of the last layer.
func (n *Network) Classes() int { return n.Layers[len(n.Layers)-1].Out }

// Dims returns the width of the input.
func (n *Network) Dims() int { return n.Layers[0].In }

// Predict returns the class of the largest output.
func (n *Network) Predict(x []float64) int {
	return learners.Argmax(n.run(x, n.room()))
}

// Scores writes each class's output.
func (n *Network) Scores(x, into []float64) {
	copy(into, n.run(x, n.room()))
}

// PredictAll classifies many points.
func (n *Network) PredictAll(ctx context.Context, points []float64, into []int) error {
	room, d := n.room(), n.Dims()
	for i := range into {
		into[i] = learners.Argmax(n.run(points[i*d:(i+1)*d], room))
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

// room returns memory for a point on its way: two layers of the widest. The dot products of gonum make it
// escape to the heap, so that it is no larger.
func (n *Network) room() []float64 { return make([]float64, 2*n.width()) }

func (n *Network) width() int {
	width := 0
	for i := range n.Layers {
		width = max(width, n.Layers[i].Out)
	}
	return width
}

// Check says whether the layers fit together and hold numbers.
func (n *Network) Check() error {
	if len(n.Layers) == 0 {
		return fmt.Errorf("no layers; at least 1 would work")
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
		return fmt.Errorf("the last layer has %d output; one per class, 2 or more, would work", c)
	}
	return nil
}

func readNetwork(o *modelfile.Object, _, _ int) (learners.Declared, error) {
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

// Members implements learners.Declared.
func (n *Network) Members() modelfile.Members {
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

// RescaleInputs implements learners.Rescalable.
func (n *Network) RescaleInputs(scales []table.Scale) error {
	first := &n.Layers[0]
	for o := range first.Out {
		learners.Fold(first.row(o), &first.Bias[o], scales)
	}
	return n.Check()
}

// chain follows the size of the numbers of a network, layer after layer.
type chain struct{ most, least float64 }

// newChain returns the chain before the first layer.
func newChain() *chain { return &chain{1, 1} }

// add says whether the outputs stay within float64 with one layer more: for
// inputs of size 1, taken as if each weight were the largest of its layer.
func (c *chain) add(weights, bias []float64) error {
	const beyond = 1e100
	w, b := learners.LargestSize(weights), learners.LargestSize(bias)
	c.most = max(c.most*w, b, 1)
	if w > 0 {
		c.least *= min(1, w)
	}
	if c.most > beyond || c.least < 1/beyond {
		return fmt.Errorf("with numbers of size %g the outputs may be beyond float64; dividing the weights and biases of a layer, "+
			"and the biases of all that follow, by one number would work, and changes no class", max(w, b))
	}
	return nil
}

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
		stages = append(stages, n.Layers[i].stage(learners.Shape{}, learners.Shape{}))
	}
	return stages
}
