package network

import (
	"encoding/json"
	"fmt"

	"gonum.org/v1/gonum/floats"

	"dpscope/learners"
	"dpscope/learners/modelfile"
	"dpscope/learners/proof"
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

func (l *Dense) check() error {
	if l.In < 1 || l.Out < 1 {
		return fmt.Errorf("%d inputs and %d outputs; at least 1 of each would work", l.In, l.Out)
	}
	if len(l.Weights) != l.In*l.Out {
		return fmt.Errorf("%d weights for %d inputs and %d outputs; %d would work", len(l.Weights), l.In, l.Out, l.In*l.Out)
	}
	if len(l.Bias) != l.Out {
		return fmt.Errorf("%d biases for %d outputs; one each would work", len(l.Bias), l.Out)
	}
	return checkFinite(l.Weights, l.Bias)
}

// checkFinite says whether all numbers of a layer are finite.
func checkFinite(weights, bias []float64) error {
	if err := learners.CheckFinite("weight", weights); err != nil {
		return err
	}
	return learners.CheckFinite("bias", bias)
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
		return nil, fmt.Errorf("activation = %s is not known; relu or none would work", source.Quote(activation))
	}
	return l, nil
}

func (l *Dense) stage(_, _ learners.Shape) proof.Stage {
	s := proof.Stage{In: l.In, Out: l.Out, ReLU: l.ReLU}
	for o := range l.Out {
		row := proof.Row{Bias: l.Bias[o]}
		for i, w := range l.row(o) {
			if w != 0 {
				row.At, row.Weight = append(row.At, int32(i)), append(row.Weight, w)
			}
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// output returns the shape of a vector of Out numbers.
func (l *Dense) output(in learners.Shape) (learners.Shape, error) {
	if in.Size() != l.In {
		return learners.Shape{}, fmt.Errorf("a dense layer of %d inputs is given %v", l.In, in)
	}
	return learners.Shape{Channels: l.Out, Rows: 1, Columns: 1}, nil
}

// forward computes W·x + b and the ReLU.
func (l *Dense) forward(_, _ learners.Shape, x, y []float64) { l.apply(x, y) }

func (l *Dense) numbers() (weights, bias []float64) { return l.Weights, l.Bias }

func (l *Dense) relu() *bool { return &l.ReLU }

func (*Dense) flat() bool { return true }

func readLinearLayer(o *modelfile.Object) (Layer, error) {
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

func (l *Dense) members() modelfile.Members {
	return modelfile.Members{}.Add("type", "linear").Add("in", l.In).Add("out", l.Out).
		Add("weight_shape", []int{l.Out, l.In}).Add("weight", l.Weights).Add("bias", l.Bias)
}
