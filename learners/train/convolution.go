package train

import (
	"context"

	"gonum.org/v1/gonum/blas"
)

// convolution is a stage of a network for square images: a cross-correlation without margins (LeCun and
// others 1998), followed by the maximum of each square of two by two.
type convolution struct {
	in, out, side     int             // channels, and rows of the input
	weights, gradient Matrix[float32] // a row for each output channel: by input channel, row and column of the kernel
	bias, slope       []float32
}

// kernel is the number of rows and columns that a weight sees.
const kernel = 5

// places returns the rows of a map before pooling, and pooled those after it.
func (c convolution) places() int { return c.side - kernel + 1 }
func (c convolution) pooled() int { return c.places() / 2 }

// seen returns how many numbers one place sees.
func (c convolution) seen() int { return c.in * kernel * kernel }

// gives returns how many numbers per image the stage outputs.
func (c convolution) gives() int { return c.out * c.pooled() * c.pooled() }

// numbers returns the number of weights and biases.
func (c convolution) numbers() int { return c.out * (c.seen() + 1) }

// bench is one core's memory for one image.
type bench struct {
	laid, laidSlopes Matrix[float32] // the inputs of each place, a column a place
	maps, mapSlopes  Matrix[float32] // before pooling
	multiplier       multiplier[float32]
}

func newBench(c convolution) bench {
	places := c.places() * c.places()
	return bench{
		laid: matrix[float32](c.seen(), places), laidSlopes: matrix[float32](c.seen(), places),
		maps: matrix[float32](c.out, places), mapSlopes: matrix[float32](c.out, places),
	}
}

// share is one part of a batch's addition to the gradient.
type share struct {
	weights Matrix[float32] // a column for each output channel
	slope   []float32
}

func newShare(c convolution) share {
	return share{matrix[float32](c.seen(), c.out), make([]float32, c.out)}
}

// lay copies the inputs of each place of an image into a column of its own.
func (c convolution) lay(image []float32, into Matrix[float32]) {
	n := c.places()
	for row := range into.Rows {
		channel, i, j := row/(kernel*kernel), row/kernel%kernel, row%kernel
		from, to := image[channel*c.side*c.side+i*c.side+j:], into.Row(row)
		for r := range n {
			copy(to[r*n:(r+1)*n], from[r*c.side:])
		}
	}
}

// gather adds the columns of all places back to the image.
func (c convolution) gather(from Matrix[float32], image []float32) {
	n := c.places()
	for row := range from.Rows {
		channel, i, j := row/(kernel*kernel), row/kernel%kernel, row%kernel
		laid, to := from.Row(row), image[channel*c.side*c.side+i*c.side+j:]
		for r := range n {
			into := to[r*c.side:][:n]
			for k, v := range laid[r*n : (r+1)*n] {
				into[k] += v
			}
		}
	}
}

// forward computes an image's outputs, and the place of each maximum in its square.
func (c convolution) forward(ctx context.Context, image, into []float32, largest []int32, b *bench) {
	c.lay(image, b.laid)
	b.multiplier.product(ctx, blas.NoTrans, blas.NoTrans, c.weights, b.laid, b.maps)
	n, half, at := c.places(), c.pooled(), 0
	for o := range c.out {
		plane := b.maps.Row(o)
		for r := range half {
			for k := range half {
				best := largestOfFour(plane, 2*r*n+2*k, n)
				into[at], largest[at] = plane[best]+c.bias[o], int32(best)
				at++
			}
		}
	}
}

// largestOfFour returns the place of the largest number in a square of two by two, the first of equal ones,
// in a map with rows of n.
func largestOfFour(plane []float32, at, n int) int {
	upper, lower := at, at+n
	if plane[at+1] > plane[at] {
		upper = at + 1
	}
	if plane[at+n+1] > plane[at+n] {
		lower = at + n + 1
	}
	if plane[lower] > plane[upper] {
		upper = lower
	}
	return upper
}

// backward adds to the share of the gradient from the derivatives by what went on, and
// sets those by the image where they are wanted.
func (c convolution) backward(ctx context.Context, image, slopes []float32, largest []int32, into []float32, b *bench, part share) {
	clear(b.mapSlopes.Data)
	each := c.pooled() * c.pooled()
	for o := range c.out {
		plane := b.mapSlopes.Row(o)
		for at := o * each; at < (o+1)*each; at++ {
			plane[largest[at]] = slopes[at]
			part.slope[o] += slopes[at]
		}
	}
	c.lay(image, b.laid)
	b.multiplier.add(ctx, blas.NoTrans, blas.Trans, b.laid, b.mapSlopes, part.weights)
	if into != nil {
		b.multiplier.product(ctx, blas.Trans, blas.NoTrans, c.weights, b.mapSlopes, b.laidSlopes)
		clear(into)
		c.gather(b.laidSlopes, into)
	}
}
