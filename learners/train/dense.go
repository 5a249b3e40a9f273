package train

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
)

// Dense is a fully connected score with ReLU between its layers; without hidden
// layers it is linear. It computes in float32, which is twice as fast as float64
// and far more exact than what a batch tells.
type Dense struct {
	weights, gradient []float32
	input             blas32.General
	layers            []dense
	count             int // rows of the last Forward
}

// dense is one layer: views into the weights and the gradient, its outputs for a
// batch, and the risk's derivatives by them.
type dense struct {
	weights, gradient blas32.General // a row for each input
	bias, biasSlope   []float32
	output, delta     blas32.General
}

// NewDense draws a score of so many features with hidden layers of these widths,
// for batches of at most so many records. Weights and biases of a layer begin
// evenly in ±1/√(its inputs).
func NewDense(dims int, hidden []int, batch int, rng *rand.Rand) *Dense {
	widths := append(append([]int{dims}, hidden...), 1)
	total := 0
	for i, out := range widths[1:] {
		total += (widths[i] + 1) * out
	}
	d := &Dense{weights: make([]float32, total), gradient: make([]float32, total), input: matrix(batch, dims)}
	at := 0
	for i, out := range widths[1:] {
		in := widths[i]
		size := (in + 1) * out
		uniform(d.weights[at:at+size], in, rng)
		d.layers = append(d.layers, dense{
			weights: view(d.weights[at:], in, out), gradient: view(d.gradient[at:], in, out),
			bias: d.weights[at+in*out:][:out], biasSlope: d.gradient[at+in*out:][:out],
			output: matrix(batch, out), delta: matrix(batch, out),
		})
		at += size
	}
	return d
}

func matrix(rows, columns int) blas32.General {
	return view(make([]float32, rows*columns), rows, columns)
}

func view(of []float32, rows, columns int) blas32.General {
	return blas32.General{Rows: rows, Cols: columns, Stride: columns, Data: of[:rows*columns]}
}

// head is the first rows of a matrix.
func head(m blas32.General, rows int) blas32.General { return view(m.Data, rows, m.Cols) }

// Weights is that of a Score.
func (d *Dense) Weights() []float32 { return d.weights }

// Gradient is that of a Score.
func (d *Dense) Gradient() []float32 { return d.gradient }

// Input is that of a Score.
func (d *Dense) Input() []float32 { return d.input.Data }

// Forward is that of a Score.
func (d *Dense) Forward(count int) []float32 {
	d.count = count
	x := head(d.input, count)
	for i, l := range d.layers {
		y := head(l.output, count)
		for r := range count {
			copy(y.Data[r*y.Stride:], l.bias)
		}
		blas32.Gemm(blas.NoTrans, blas.NoTrans, 1, x, l.weights, 1, y)
		if i < len(d.layers)-1 {
			for j, v := range y.Data {
				y.Data[j] = max(v, 0)
			}
		}
		x = y
	}
	return x.Data
}

// Backward is that of a Score.
func (d *Dense) Backward(slopes []float32) {
	last := len(d.layers) - 1
	copy(d.layers[last].delta.Data, slopes[:d.count])
	for i := last; i >= 0; i-- {
		l, below := d.layers[i], d.input
		if i > 0 {
			below = d.layers[i-1].output
		}
		e := head(l.delta, d.count)
		blas32.Gemm(blas.Trans, blas.NoTrans, 1, head(below, d.count), e, 0, l.gradient)
		clear(l.biasSlope)
		for r := range d.count {
			for j, v := range e.Data[r*e.Stride:][:e.Cols] {
				l.biasSlope[j] += v
			}
		}
		if i > 0 {
			d.down(e, l, d.layers[i-1])
		}
	}
}

// down hands the derivatives to the layer below, through its ReLU.
func (d *Dense) down(e blas32.General, l, below dense) {
	to := head(below.delta, d.count)
	blas32.Gemm(blas.NoTrans, blas.Trans, 1, e, l.weights, 0, to)
	for j, v := range below.output.Data[:len(to.Data)] {
		if v <= 0 {
			to.Data[j] = 0
		}
	}
}
