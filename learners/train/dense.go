package train

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
)

// Dense is a fully connected score with ReLU between its layers; without hidden layers it is linear. It
// computes in float32, which is twice as fast as float64 and far more exact than a batch is informative.
type Dense struct{ of *Network[float32] }

// NewDense draws a score of dims features with hidden layers of these widths, for batches of up to batch
// records. Weights and biases of a layer begin evenly in ±1/√(its inputs).
func NewDense(dims int, hidden []int, batch int, rng *rand.Rand) *Dense {
	widths := slices.Concat([]int{dims}, hidden, []int{1})
	n := NewNetwork[float32](widths, batch, ByInput)
	for i, l := range n.Layers {
		uniform(l.Weights.Data, widths[i], rng)
		uniform(l.Bias, widths[i], rng)
	}
	return &Dense{n}
}

// Layers returns the layers of the network, by input; not to be changed.
func (d *Dense) Layers() []Layer[float32] { return d.of.Layers }

// Weights implements Score.
func (d *Dense) Weights() []float32 { return d.of.Weights }

// Gradient implements Score.
func (d *Dense) Gradient() []float32 { return d.of.Gradient }

// Input implements Score.
func (d *Dense) Input() []float32 { return d.of.Input.Data }

// Learn implements Score: it leaves nothing out.
func (d *Dense) Learn(ctx context.Context, count int) []float32 { return d.Forward(ctx, count) }

// Forward implements Score.
func (d *Dense) Forward(ctx context.Context, count int) []float32 {
	return d.of.Forward(ctx, count).Data
}

// Backward implements Score.
func (d *Dense) Backward(ctx context.Context, slopes []float32) {
	copy(d.of.Slopes().Data, slopes)
	d.of.Backward(ctx)
}

// BackwardClipped sets the gradient to the sum of the records' gradients, each clipped to a norm and then
// weighted; private training adds its noise to it. norms, unless nil, receives the private norms before
// clipping.
func (d *Dense) BackwardClipped(ctx context.Context, slopes []float32, most float64, weights []float32, norms []float64) {
	copy(d.of.Slopes().Data, slopes)
	d.of.backwardClipped(ctx, most, weights, norms)
}

// backwardClipped sets the gradient to the sum over records of their gradients, clipped to a norm and then
// weighted. A record's gradient in a layer is the product of the layer's input and the derivative by its
// output, so that its norm needs no gradient of its own (Goodfellow 2015).
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
