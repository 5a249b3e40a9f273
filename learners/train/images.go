package train

import (
	"context"
	"math/rand/v2"
	"slices"

	"dpscope/engine/work"
)

// Convolutional is a score of square images: convolutions by kernels of five by five
// without a ReLU, each followed by the largest of each square of two by two, and a
// fully connected network upon them that leaves out half of its hidden outputs while
// it learns.
type Convolutional struct {
	weights, gradient []float32
	stages            []convolution
	top               *Network[float32]
	input             Matrix[float32] // a row an image
	outputs, slopes   []Matrix[float32]
	largest           [][]int32
	shares            [][]share // by part of the batch, by stage
	benches           [][]bench // by core, by stage
	count             int
}

// Image is the shape of an image: channels of as many rows as columns. Numbers lie
// channel by channel, row by row.
type Image struct{ Channels, Side int }

// CIFAR10 is the shape of its images.
var CIFAR10 = Image{Channels: 3, Side: 32}

// parts is into how many a batch is divided, however many cores there are, so that
// sums are always made in one order.
const parts = 8

// NewConvolutional draws a score with maps[i] maps in each convolution and hidden[i] units in each hidden
// layer, for batches of up to batch images. Weights and biases begin evenly in ±1/√(the numbers that one
// sees).
func NewConvolutional(of Image, maps, hidden []int, batch int, rng *rand.Rand) *Convolutional {
	c := &Convolutional{input: matrix[float32](batch, of.Channels*of.Side*of.Side)}
	total := 0
	for _, out := range maps {
		s := convolution{in: of.Channels, out: out, side: of.Side}
		c.stages = append(c.stages, s)
		total += s.numbers()
		of = Image{out, s.pooled()}
	}
	widths := slices.Concat([]int{of.Channels * of.Side * of.Side}, hidden, []int{1})
	below := total
	for i, out := range widths[1:] {
		total += (widths[i] + 1) * out
	}
	c.weights, c.gradient = make([]float32, total), make([]float32, total)
	c.place(batch, rng)
	c.top = networkOver(c.weights[below:], c.gradient[below:], widths, batch, ByInput)
	c.top.Input, c.top.below = c.outputs[len(maps)-1], &c.slopes[len(maps)-1]
	c.top.dropping = &dropping{rng: rng}
	for i, l := range c.top.Layers {
		uniform(l.Weights.Data, widths[i], rng)
		uniform(l.Bias, widths[i], rng)
	}
	return c
}

// place allots the stages their weights and memory.
func (c *Convolutional) place(batch int, rng *rand.Rand) {
	at := 0
	c.shares = make([][]share, parts)
	for i := range c.stages {
		s := &c.stages[i]
		size := s.out * s.seen()
		s.weights, s.gradient = view(c.weights[at:], s.out, s.seen()), view(c.gradient[at:], s.out, s.seen())
		s.bias, s.slope = c.weights[at+size:][:s.out], c.gradient[at+size:][:s.out]
		at += s.numbers()
		uniform(s.weights.Data, s.seen(), rng)
		uniform(s.bias, s.seen(), rng)
		c.outputs = append(c.outputs, matrix[float32](batch, s.gives()))
		c.slopes = append(c.slopes, matrix[float32](batch, s.gives()))
		c.largest = append(c.largest, make([]int32, batch*s.gives()))
		for p := range parts {
			c.shares[p] = append(c.shares[p], newShare(*s))
		}
	}
}

// Weights implements Score.
func (c *Convolutional) Weights() []float32 { return c.weights }

// Gradient implements Score.
func (c *Convolutional) Gradient() []float32 { return c.gradient }

// Input implements Score.
func (c *Convolutional) Input() []float32 { return c.input.Data }

// Learn implements Score.
func (c *Convolutional) Learn(ctx context.Context, count int) []float32 {
	c.top.dropping.on = true
	return c.score(ctx, count)
}

// Forward implements Score.
func (c *Convolutional) Forward(ctx context.Context, count int) []float32 {
	c.top.dropping.on = false
	return c.score(ctx, count)
}

func (c *Convolutional) score(ctx context.Context, count int) []float32 {
	c.count = count
	c.each(ctx, func(ctx context.Context, image, _ int, benches []bench) {
		x := c.input.Row(image)
		for i, s := range c.stages {
			y := c.outputs[i].Row(image)
			s.forward(ctx, x, y, c.largest[i][image*len(y):][:len(y)], &benches[i])
			x = y
		}
	})
	return c.top.Forward(ctx, count).Data
}

// Backward implements Score.
func (c *Convolutional) Backward(ctx context.Context, slopes []float32) {
	copy(c.top.Slopes().Data, slopes)
	c.top.Backward(ctx)
	c.each(ctx, func(ctx context.Context, image, part int, benches []bench) {
		for i := len(c.stages) - 1; i >= 0; i-- {
			x, into := c.input.Row(image), []float32(nil)
			if i > 0 {
				x, into = c.outputs[i-1].Row(image), c.slopes[i-1].Row(image)
			}
			y := c.slopes[i].Row(image)
			c.stages[i].backward(ctx, x, y, c.largest[i][image*len(y):][:len(y)], into, &benches[i], c.shares[part][i])
		}
	})
	c.sum()
}

// sum adds up the parts' gradients, in their order.
func (c *Convolutional) sum() {
	for i, s := range c.stages {
		all := c.shares[0][i]
		for _, shares := range c.shares[1:] {
			for j, v := range shares[i].weights.Data {
				all.weights.Data[j] += v
			}
			for j, v := range shares[i].slope {
				all.slope[j] += v
			}
		}
		all.weights.turnInto(s.gradient.Data)
		copy(s.slope, all.slope)
		for _, shares := range c.shares {
			clear(shares[i].weights.Data)
			clear(shares[i].slope)
		}
	}
}

// each calls do with every image of the batch and the part it is in, on all cores,
// unless the context ends: a batch takes some hundredths of a second. Each core has
// benches of its own.
func (c *Convolutional) each(ctx context.Context, do func(ctx context.Context, image, part int, benches []bench)) {
	for len(c.benches) < min(work.Seats(ctx), parts) {
		var benches []bench
		for _, s := range c.stages {
			benches = append(benches, newBench(s))
		}
		c.benches = append(c.benches, benches)
	}
	work.ParallelFor(ctx, parts, func(within context.Context, seat, p int) {
		for image := p * c.count / parts; image < (p+1)*c.count/parts && ctx.Err() == nil; image++ {
			do(within, image, p, c.benches[seat])
		}
	})
}
