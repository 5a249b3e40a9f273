package learners

import (
	"encoding/json"
	"fmt"
	"slices"

	"dpscope/learners/modelfile"
	"dpscope/learners/source"
	"dpscope/learners/table"
)

// readConvNet reads "input_shape" [channels, rows, columns] and "layers", each
// with a "type": conv2d, relu, maxpool2d, flatten or linear.
func readConvNet(o *modelfile.Object, _, _ int) (declared, error) {
	var shape []int
	if err := o.Need("input_shape", &shape, 3); err != nil {
		return nil, err
	}
	if len(shape) != 3 {
		return nil, fmt.Errorf("input_shape has %d numbers; 3, the channels, rows and columns, would do", len(shape))
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
	r := &imageReader{net: &ConvNet{Input: Shape{shape[0], shape[1], shape[2]}}}
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
	shape Shape
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
	case "conv2d":
		c, err := readConv(o)
		if err != nil {
			return err
		}
		return r.add(c)
	case "maxpool2d":
		p, err := readMaxPool(o)
		if err != nil {
			return err
		}
		return r.add(p)
	case "linear":
		d, err := readLinearLayer(o)
		if err != nil {
			return err
		}
		if s := r.shape; !r.flat && (s.Rows != 1 || s.Columns != 1) {
			return fmt.Errorf("a linear layer is given %v; a flatten layer before it would do", s)
		}
		return r.add(d)
	}
	return fmt.Errorf("type = %s is not known; conv2d, relu, maxpool2d, flatten or linear would do", source.Quote(kind))
}

func (r *imageReader) add(l Layer) error {
	if _, dense := l.(*Dense); r.flat && !dense {
		return fmt.Errorf("an image layer after flatten; a linear layer would do")
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
	for i := len(r.net.Layers) - 1; i >= 0; i-- {
		switch l := r.net.Layers[i].(type) {
		case *Conv:
			l.ReLU = true
			return nil
		case *Dense:
			l.ReLU = true
			return nil
		}
	}
	return fmt.Errorf("a relu with no layer before it; a conv2d or linear layer before it would do")
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
		return fmt.Errorf("order = %s is not known; %q would do", source.Quote(given), order)
	}
	r.flat = true
	return nil
}

const maxKernel, maxChannels = 64, 4096

func readConv(o *modelfile.Object) (*Conv, error) {
	if err := o.Only("type", "in", "out", "kernel", "stride", "padding", "dilation", "groups", "weight_shape", "weight", "bias", "note"); err != nil {
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

func readMaxPool(o *modelfile.Object) (*MaxPool, error) {
	if err := o.Only("type", "kernel", "stride", "note"); err != nil {
		return nil, err
	}
	p := &MaxPool{}
	if err := o.Whole("kernel", &p.Kernel, 1, maxKernel); err != nil {
		return nil, err
	}
	p.Stride = p.Kernel
	return p, o.Whole("stride", &p.Stride, 1, maxKernel)
}

func readLinearLayer(o *modelfile.Object) (*Dense, error) {
	if err := o.Only("type", "in", "out", "weight_shape", "weight", "bias", "note"); err != nil {
		return nil, err
	}
	d := &Dense{}
	if err := o.Whole("in", &d.In, 1, maxWidth); err != nil {
		return nil, err
	}
	if err := o.Whole("out", &d.Out, 1, maxWidth); err != nil {
		return nil, err
	}
	return d, readWeights(o, &d.Weights, &d.Bias, []int{d.Out, d.In})
}

// readWeights reads "weight", flat and row-major, and "bias", and compares
// "weight_shape", if it is there, with the shape that the other keys give.
func readWeights(o *modelfile.Object, weights, bias *[]float64, shape []int) error {
	given := slices.Clone(shape) // which reading would overwrite
	if err := o.May("weight_shape", &given, len(shape)); err != nil {
		return err
	}
	if !slices.Equal(given, shape) {
		return fmt.Errorf("weight_shape = %v; %v would do", given, shape)
	}
	if err := o.Need("weight", weights, modelfile.MaxNumbers); err != nil {
		return err
	}
	return o.Need("bias", bias, maxWidth)
}

// members writes a ReLU and the flattening as layers of their own.
func (n *ConvNet) members() modelfile.Members {
	var list []modelfile.Members
	shapes := n.shapes()
	flat := false
	for i, layer := range n.Layers {
		relu := false
		switch l := layer.(type) {
		case *Conv:
			relu = l.ReLU
			list = append(list, modelfile.Members{}.Add("type", "conv2d").Add("in", l.In).Add("out", l.Out).
				Add("kernel", l.Kernel).Add("stride", l.Stride).Add("padding", l.Padding).
				Add("weight_shape", []int{l.Out, l.In, l.Kernel, l.Kernel}).Add("weight", l.Weights).Add("bias", l.Bias))
		case *MaxPool:
			list = append(list, modelfile.Members{}.Add("type", "maxpool2d").Add("kernel", l.Kernel).Add("stride", l.Stride))
		case *Dense:
			if s := shapes[i]; !flat && (s.Rows != 1 || s.Columns != 1) {
				list = append(list, modelfile.Members{}.Add("type", "flatten").Add("order", "channel, row, column"))
				flat = true
			}
			relu = l.ReLU
			list = append(list, modelfile.Members{}.Add("type", "linear").Add("in", l.In).Add("out", l.Out).
				Add("weight_shape", []int{l.Out, l.In}).Add("weight", l.Weights).Add("bias", l.Bias))
		}
		if relu {
			list = append(list, modelfile.Members{}.Add("type", "relu"))
		}
	}
	s := n.Input
	return modelfile.Members{}.Add("input_shape", []int{s.Channels, s.Rows, s.Columns}).Add("layers", list)
}
