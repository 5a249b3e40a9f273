package network

import (
	"context"
	"math/rand/v2"

	"dpscope/learners"
	"dpscope/learners/private"
	"dpscope/learners/table"
	"dpscope/learners/train"
)

// Heeds implements learners.Private: the terms set the steps.
func (MLP) Heeds() []string { return []string{mlpWidth.Name, mlpHidden.Name} }

// Perturbs implements learners.Private: the loss of a network is not convex.
func (MLP) Perturbs() bool { return false }

// FitPrivately implements learners.Private, by steps: it returns the network after the last step.
func (m MLP) FitPrivately(ctx context.Context, d table.Data, t learners.Terms, rng *rand.Rand) (learners.Classifier, error) {
	m = m.defaults()
	x, positive := learners.Centred(d)
	r := train.Records{Dims: d.Dims(), X: make([]float32, len(x)), Positive: positive}
	for i, v := range x {
		r.X[i] = float32(v)
	}
	score, err := private.Network{Descent: t.Steps, Width: m.Width, Hidden: m.Hidden}.Fit(ctx, r, rng, nil)
	if err != nil {
		return nil, err
	}
	n, layers := &Network{}, score.Layers()
	for i, l := range layers {
		n.Layers = append(n.Layers, denseOf(l, i < len(layers)-1))
	}
	first := &n.Layers[0]
	for o := range first.Out { // for 2x − 1
		for i := range first.In {
			first.Bias[o] -= first.Weights[o*first.In+i]
			first.Weights[o*first.In+i] *= 2
		}
	}
	last := &n.Layers[len(n.Layers)-1] // the log-odds are the second class's against 0
	last.Out, last.Weights, last.Bias = 2, append(make([]float64, last.In), last.Weights...), []float64{0, last.Bias[0] - t.LogOdds}
	return n, nil
}

// denseOf returns a trained layer, with its weights by input.
func denseOf(l train.Layer[float32], relu bool) Dense {
	d := Dense{In: l.Weights.Rows, Out: l.Weights.Cols, ReLU: relu, Weights: make([]float64, len(l.Weights.Data)),
		Bias: make([]float64, l.Weights.Cols)}
	for o := range d.Out {
		d.Bias[o] = float64(l.Bias[o])
		for i := range d.In {
			d.Weights[o*d.In+i] = float64(l.Weights.Row(i)[o])
		}
	}
	return d
}
