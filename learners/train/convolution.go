package train

import (
	"context"

	"gonum.org/v1/gonum/blas"
)

// convolution is a stage of a network for square images: a cross-correlation
// without margins (LeCun and others 1998), of which the largest number of each
// square of two by two goes on.
type convolution struct {
	in, out, side     int             // channels, and rows of the input
	weights, gradient Matrix[float32] // a row for each output channel: by input channel, row and column of the kernel
	bias, slope       []float32
}

// kernel is how many rows and columns a weight sees.
const kernel = 5

// places is how many rows a map has before the largest go on, pooled after that.
func (c convolution) places() int { return c.side - kernel + 1 }
func (c convolution) pooled() int { return c.places() / 2 }

// seen is how many numbers one place sees.
func (c convolution) seen() int { return c.in * kernel * kernel }

// gives is how many numbers of an image go on.
func (c convolution) gives() int { return c.out * c.pooled() * c.pooled() }

// numbers is how many weights and biases it has.
func (c convolution) numbers() int { return c.out * (c.seen() + 1) }

// bench is the room in which a core works on one image.
type bench struct {
	laid, laidSlopes Matrix[float32] // what each place sees, a column a place
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

// share is what one part of a batch adds to the gradient.
type share struct {
	weights Matrix[float32] // a column for each output channel
	slope   []float32
}

func newShare(c convolution) share {
	return share{matrix[float32](c.seen(), c.out), make([]float32, c.out)}
}

// lay puts what each place of an image sees into a column of its own.
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

// gather adds what lies in the columns of all places to where the image has it.
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

// forward sets what goes on of an image, and which of each square that is.
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

// largestOfFour is the place of the largest in a square of two by two, the first of
// equal ones, in a map of rows of n.
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
