package network

import (
	"encoding/json"
	"fmt"
	"slices"

	"dpscope/learners"
	"dpscope/learners/modelfile"
	"dpscope/learners/source"
	"dpscope/learners/table"
)

// readConvNet reads "input_shape" [channels, rows, columns] and "layers", each
// with a "type": conv2d, relu, maxpool2d, flatten or linear.
func readConvNet(o *modelfile.Object, _, _ int) (learners.Declared, error) {
	var shape []int
	if err := o.Need("input_shape", &shape, 3); err != nil {
		return nil, err
	}
	if len(shape) != 3 {
		return nil, fmt.Errorf("input_shape has %d numbers; 3, the channels, rows and columns, would work", len(shape))
	}
	size := 1
	for _, s := range shape {
		if s < 1 || s > table.MaxFeatures {
			return nil, fmt.Errorf("input_shape holds %d, outside [1, %d]", s, table.MaxFeatures)
		}
		size *= s // at most 8·10¹²
	}
	if err := source.AtMost(size, "pixels", table.MaxFeatures); err != nil {
		return nil, err
	}
	var layers []json.RawMessage
	if err := o.Need("layers", &layers, 4*maxLayers); err != nil {
		return nil, err
	}
	r := &imageReader{net: &ConvNet{Input: learners.Shape{Channels: shape[0], Rows: shape[1], Columns: shape[2]}}}
	r.shape = r.net.Input
	for i, raw := range layers {
		if err := r.layer(raw); err != nil {
			return nil, fmt.Errorf("layer %d: %w", i, err)
		}
	}
	return r.net, nil
}

// imageReader puts the layers of a file together: it joins a ReLU to the layer
// before it and follows the shape, so that an error names the layer.
type imageReader struct {
	net   *ConvNet
	shape learners.Shape
	flat  bool // a flatten layer has been seen
}

func (r *imageReader) layer(raw json.RawMessage) error {
	o, err := modelfile.NewObject(raw)
	if err != nil {
		return err
	}
	var kind string
	if err := o.Need("type", &kind); err != nil {
		return err
	}
	switch kind {
	case "relu":
		if err := o.Only("type", "note"); err != nil {
			return err
		}
		return r.relu()
	case "flatten":
		return r.flatten(o)
	}
	read, found := layerKinds[kind]
	if !found {
		return fmt.Errorf("type = %s is not known; conv2d, relu, maxpool2d, flatten or linear would work", source.Quote(kind))
	}
	l, err := read(o)
	if err != nil {
		return err
	}
	return r.add(l)
}

// layerKinds read the layers that are more than a mark in a file.
var layerKinds = map[string]func(*modelfile.Object) (Layer, error){"conv2d": readConv, "maxpool2d": readMaxPool, "linear": readLinearLayer}

func (r *imageReader) add(l Layer) error {
	switch s := r.shape; {
	case r.flat && !l.flat():
		return fmt.Errorf("an image layer after flatten; a linear layer would work")
	case l.flat() && !r.flat && !s.Vector():
		return fmt.Errorf("a linear layer is given %v; a flatten layer before it would work", s)
	}
	if err := l.check(); err != nil {
		return err
	}
	shape, err := l.output(r.shape)
	if err != nil {
		return err
	}
	if err := source.AtMost(shape.Size(), "numbers", maxWidth); err != nil {
		return err
	}
	r.net.Layers, r.shape = append(r.net.Layers, l), shape
	return nil
}

// relu joins max(0, ·) to the affine layer before it. Max-pooling may lie
// between: the largest of some numbers is cut at 0 as each of them is.
func (r *imageReader) relu() error {
	for _, l := range slices.Backward(r.net.Layers) {
		if follows := l.relu(); follows != nil {
			*follows = true
			return nil
		}
	}
	return fmt.Errorf("a relu with no layer before it; a conv2d or linear layer before it would work")
}

func (r *imageReader) flatten(o *modelfile.Object) error {
	if err := o.Only("type", "order", "note"); err != nil {
		return err
	}
	const order = "channel, row, column"
	given := order
	if err := o.May("order", &given); err != nil {
		return err
	}
	if given != order {
		return fmt.Errorf("order = %s is not known; %q would work", source.Quote(given), order)
	}
	r.flat = true
	return nil
}

// readWeights reads "weight", flat and row-major, and "bias", and compares
// "weight_shape", if it is there, with the shape that the other keys give.
func readWeights(o *modelfile.Object, weights, bias *[]float64, shape []int) error {
	given := slices.Clone(shape) // which reading would overwrite
	if err := o.May("weight_shape", &given, len(shape)); err != nil {
		return err
	}
	if !slices.Equal(given, shape) {
		return fmt.Errorf("weight_shape = %v; %v would work", given, shape)
	}
	if err := o.Need("weight", weights, modelfile.MaxNumbers); err != nil {
		return err
	}
	return o.Need("bias", bias, maxWidth)
}

// Members writes a ReLU and the flattening as layers of their own.
func (n *ConvNet) Members() modelfile.Members {
	var list []modelfile.Members
	mark := func(kind string) modelfile.Members { return modelfile.Members{}.Add("type", kind) }
	flat := false
	for i, shape := range n.shapes()[:len(n.Layers)] {
		l := n.Layers[i]
		if l.flat() && !flat && !shape.Vector() {
			list = append(list, mark("flatten").Add("order", "channel, row, column"))
			flat = true
		}
		list = append(list, l.members())
		if follows := l.relu(); follows != nil && *follows {
			list = append(list, mark("relu"))
		}
	}
	s := n.Input
	return modelfile.Members{}.Add("input_shape", []int{s.Channels, s.Rows, s.Columns}).Add("layers", list)
}
