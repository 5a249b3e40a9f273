package train

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
)

// Network is a fully connected network with ReLU between its layers, and the gradient of any loss of its
// outputs: Backward is back-propagation (Rumelhart, Hinton & Williams 1986). It is for one goroutine.
type Network[F Float] struct {
	Weights, Gradient []F // per layer: its weights, then its biases
	Layers            []Layer[F]
	Input             Matrix[F] // a row a record of the batch
	order             Order
	multiplier        multiplier[F]
	below             *Matrix[F] // receives derivatives by the input; nil: not computed
	dropping          *dropping  // nil: no dropout
	ones              []F        // one per record of a batch
	count             int        // rows of the last Forward
}

// Layer holds views into the weights and the gradient of a network, its outputs for a batch, and the
// derivatives of the loss by these.
type Layer[F Float] struct {
	Weights, Gradient Matrix[F]
	Bias, Slope       []F
	output, delta     Matrix[F]
}

// Order says how the weights of a layer are laid out.
type Order int

const (
	ByInput  Order = iota // a row for each input: quicker where a layer widens
	ByOutput              // a row for each output, as in a classifier's file
)

// across says how the weights are to be turned, on the way up and back down.
func (o Order) across() (up, down blas.Transpose) {
	if o == ByOutput {
		return blas.Trans, blas.NoTrans
	}
	return blas.NoTrans, blas.Trans
}

// NewNetwork makes a network with layers of these widths, the inputs first, for batches of up to batch
// records. All weights are 0.
func NewNetwork[F Float](widths []int, batch int, order Order) *Network[F] {
	total := 0
	for i, out := range widths[1:] {
		total += (widths[i] + 1) * out
	}
	return networkOver(make([]F, total), make([]F, total), widths, batch, order)
}

// networkOver returns a network with its weights and gradient in these slices.
func networkOver[F Float](weights, gradient []F, widths []int, batch int, order Order) *Network[F] {
	n := &Network[F]{Weights: weights, Gradient: gradient, Input: matrix[F](batch, widths[0]), order: order, ones: make([]F, batch)}
	for i := range n.ones {
		n.ones[i] = 1
	}
	at := 0
	for i, out := range widths[1:] {
		rows, columns := widths[i], out
		if order == ByOutput {
			rows, columns = columns, rows
		}
		size := rows * columns
		n.Layers = append(n.Layers, Layer[F]{
			Weights: view(n.Weights[at:], rows, columns), Gradient: view(n.Gradient[at:], rows, columns),
			Bias: n.Weights[at+size:][:out], Slope: n.Gradient[at+size:][:out],
			output: matrix[F](batch, out), delta: matrix[F](batch, out),
		})
		at += size + out
	}
	return n
}

// Forward computes the outputs of the first count rows of the input.
func (n *Network[F]) Forward(ctx context.Context, count int) Matrix[F] {
	n.count = count
	up, _ := n.order.across()
	x := n.Input.head(count)
	for i, l := range n.Layers {
		y := l.output.head(count)
		n.multiplier.affine(ctx, up, x, l.Weights, l.Bias, y)
		if i < len(n.Layers)-1 {
			rectify(y.Data)
			drop(n.dropping, y.Data)
		}
		x = y
	}
	return x
}

// Slopes returns the matrix for the derivatives by the outputs of the last Forward; fill it before Backward.
func (n *Network[F]) Slopes() Matrix[F] { return n.Layers[len(n.Layers)-1].delta.head(n.count) }

// Backward sets the gradient.
func (n *Network[F]) Backward(ctx context.Context) {
	n.descend(ctx)
	n.gather(ctx)
}

// into returns the input of a layer.
func (n *Network[F]) into(layer int) Matrix[F] {
	if layer == 0 {
		return n.Input
	}
	return n.Layers[layer-1].output
}

// descend propagates the derivatives by the outputs back to every layer.
func (n *Network[F]) descend(ctx context.Context) {
	for i := len(n.Layers) - 1; i >= 0; i-- {
		l := n.Layers[i]
		e := l.delta.head(n.count)
		switch {
		case i > 0:
			n.down(ctx, e, l, n.Layers[i-1])
		case n.below != nil:
			_, back := n.order.across()
			n.multiplier.product(ctx, blas.NoTrans, back, e, l.Weights, n.below.head(n.count))
		}
	}
}

// gather computes the gradient from the derivatives by the layers' outputs.
func (n *Network[F]) gather(ctx context.Context) {
	for i, l := range n.Layers {
		e := l.delta.head(n.count)
		from, to := n.into(i).head(n.count), e
		if n.order == ByOutput {
			from, to = to, from
		}
		n.multiplier.product(ctx, blas.Trans, blas.NoTrans, from, to, l.Gradient)
		n.multiplier.product(ctx, blas.NoTrans, blas.NoTrans, view(n.ones, 1, n.count), e, view(l.Slope, 1, len(l.Slope)))
	}
}

// down hands the derivatives to the layer below, through its ReLU.
func (n *Network[F]) down(ctx context.Context, e Matrix[F], l, below Layer[F]) {
	to := below.delta.head(n.count)
	_, back := n.order.across()
	n.multiplier.product(ctx, blas.NoTrans, back, e, l.Weights, to)
	pass(below.output.Data, keptScale[F](n.dropping), to.Data)
}

// Which outputs are cut is as good as random, so that a processor would mispredict half of the branches:
// there are none here.

// rectify sets negative values to 0, and leaves NaN.
func rectify[F Float](outputs []F) {
	single, is := any(outputs).([]float32)
	if !is {
		for i, v := range outputs {
			outputs[i] = max(v, 0)
		}
		return
	}
	for i, v := range single {
		const minusZero, minusInfinity = 1 << 31, 0xff80_0000
		bits := math.Float32bits(v)
		if bits-minusZero <= minusInfinity-minusZero { // three times as quick as max
			bits = 0
		}
		single[i] = math.Float32frombits(bits)
	}
}

// pass multiplies by scale the derivatives for outputs above 0, and clears the others.
func pass[F Float](outputs []F, scale F, charged []F) {
	by := [2]F{0, scale}
	for i, v := range outputs[:len(charged)] {
		above := 0
		if v > 0 {
			above = 1
		}
		charged[i] *= by[above]
	}
}

// dropping leaves out half of the outputs of the hidden layers at random while a
// network learns, and doubles the others (Srivastava and others 2014). It leaves out
// nothing while it scores.
type dropping struct {
	rng *rand.Rand
	on  bool
}

// drop leaves out half of some outputs.
func drop[F Float](d *dropping, outputs []F) {
	if d == nil || !d.on {
		return
	}
	for from := 0; from < len(outputs); from += 64 {
		bits := d.rng.Uint64()
		for i := range outputs[from:min(from+64, len(outputs))] {
			outputs[from+i] *= F(bits >> i & 1 << 1)
		}
	}
}

// keptScale returns the factor of the units that dropout keeps.
func keptScale[F Float](d *dropping) F {
	if d == nil || !d.on {
		return 1
	}
	return 2
}
