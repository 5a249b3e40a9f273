package train

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
)

// Dense is a fully connected score with ReLU between its layers; without hidden
// layers it is linear. It computes in float32, which is twice as fast as float64
// and far more exact than what a batch tells.
type Dense struct{ of *Network[float32] }

// NewDense draws a score of so many features with hidden layers of these widths,
// for batches of at most so many records. Weights and biases of a layer begin
// evenly in ±1/√(its inputs).
func NewDense(dims int, hidden []int, batch int, rng *rand.Rand) *Dense {
	widths := slices.Concat([]int{dims}, hidden, []int{1})
	n := NewNetwork[float32](widths, batch, ByInput)
	for i, l := range n.Layers {
		uniform(l.Weights.Data, widths[i], rng)
		uniform(l.Bias, widths[i], rng)
	}
	return &Dense{n}
}

// Layers are those of the network, by input; not to be changed.
func (d *Dense) Layers() []Layer[float32] { return d.of.Layers }

// Weights is that of a Score.
func (d *Dense) Weights() []float32 { return d.of.Weights }

// Gradient is that of a Score.
func (d *Dense) Gradient() []float32 { return d.of.Gradient }

// Input is that of a Score.
func (d *Dense) Input() []float32 { return d.of.Input.Data }

// Learn is that of a Score: nothing is left out.
func (d *Dense) Learn(ctx context.Context, count int) []float32 { return d.Forward(ctx, count) }

// Forward is that of a Score.
func (d *Dense) Forward(ctx context.Context, count int) []float32 {
	return d.of.Forward(ctx, count).Data
}

// Backward is that of a Score.
func (d *Dense) Backward(ctx context.Context, slopes []float32) {
	copy(d.of.Slopes().Data, slopes)
	d.of.Backward(ctx)
}

// BackwardClipped sets the gradient to the sum of those of the records, each cut to a
// norm and then weighed: what private training adds its noise to. norms, unless nil, takes what
// the norms were before they were cut, which are private.
func (d *Dense) BackwardClipped(ctx context.Context, slopes []float32, most float64, weights []float32, norms []float64) {
	copy(d.of.Slopes().Data, slopes)
	d.of.backwardClipped(ctx, most, weights, norms)
}

// backwardClipped sets the gradient to a sum over records of what each adds to it,
// cut to a norm and then weighed. That of a record in a layer is the product of what
// goes into the layer and what is charged for its outputs, so that its norm takes no
// gradient of its own (Goodfellow 2015).
func (n *Network[F]) backwardClipped(ctx context.Context, most float64, weights []F, norms []float64) {
	n.descend(ctx)
	for r := range n.count {
		square := 0.0
		for i, l := range n.Layers {
			square += (1 + sumOfSquares(n.into(i).Row(r))) * sumOfSquares(l.delta.Row(r))
		}
		by, size := weights[r], math.Sqrt(square)
		if norms != nil {
			norms[r] = size
		}
		if size > most {
			by *= F(most / size)
		}
		for _, l := range n.Layers {
			charged := l.delta.Row(r)
			for j := range charged {
				charged[j] *= by
			}
		}
	}
	n.gather(ctx)
}

func sumOfSquares[F Float](of []F) float64 {
	sum := 0.0
	for _, v := range of {
		sum += float64(v) * float64(v)
	}
	return sum
}
