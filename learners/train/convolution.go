package train

import "gonum.org/v1/gonum/blas"

// convolution is a stage of a network for square images: a cross-correlation
// without margins (LeCun and others 1998), of which the largest number of each
// square of two by two goes on.
type convolution struct {
	in, out, side     int             // channels, and rows of the input
	weights, gradient Matrix[float32] // a row for each output channel: by input channel, row and column of the kernel
	bias, slope       []float32
	turned            Matrix[float32] // the weights, a column for each output channel, for the way back
}

// kernel is how many rows and columns a weight sees.
const kernel = 5

// places is how many rows a map has before the largest go on, pooled after that.
func (c convolution) places() int { return c.side - kernel + 1 }
func (c convolution) pooled() int { return c.places() / 2 }

// seen is how many numbers one place sees.
func (c convolution) seen() int { return c.in * kernel * kernel }

// stride is how far apart the rows of what places see lie: products are half as fast
// again where rows are whole vectors of the processor, four at a time.
func (c convolution) stride() int {
	const whole = 32
	return (c.seen() + whole - 1) / whole * whole
}

// gives is how many numbers of an image go on.
func (c convolution) gives() int { return c.out * c.pooled() * c.pooled() }

// numbers is how many weights and biases it has.
func (c convolution) numbers() int { return c.out * (c.seen() + 1) }

// bench is the room in which one part of a batch is worked on, and what it adds to
// the gradient.
type bench struct {
	laid, laidSlopes Matrix[float32] // what each place sees, a column a place
	standing         Matrix[float32] // the same, a row a place, a stride apart
	maps, mapSlopes  Matrix[float32] // of one image, before pooling
	one, sum         Matrix[float32] // gradient by the weights of an image, and of the part, a stride apart
	slope            []float32
	multiplier       multiplier[float32]
}

func newBench(c convolution) *bench {
	places := c.places() * c.places()
	return &bench{
		laid: matrix[float32](c.seen(), places), laidSlopes: matrix[float32](c.seen(), places),
		standing: matrix[float32](places, c.stride()),
		maps:     matrix[float32](c.out, places), mapSlopes: matrix[float32](c.out, places),
		one: matrix[float32](c.out, c.stride()), sum: matrix[float32](c.out, c.stride()), slope: make([]float32, c.out),
		multiplier: multiplier[float32]{alone: true},
	}
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

// stand puts what each place of an image sees into a row of its own.
func (c convolution) stand(image []float32, into Matrix[float32]) {
	n := c.places()
	for place := range n * n {
		at, to := place/n*c.side+place%n, into.Row(place)
		for channel := range c.in {
			for i := range kernel {
				from := image[channel*c.side*c.side+i*c.side+at:][:kernel]
				seen := to[(channel*kernel+i)*kernel:][:kernel]
				seen[0], seen[1], seen[2], seen[3], seen[4] = from[0], from[1], from[2], from[3], from[4]
			}
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
func (c convolution) forward(image, into []float32, largest []int32, b *bench) {
	c.lay(image, b.laid)
	b.multiplier.product(blas.NoTrans, blas.NoTrans, c.weights, b.laid, b.maps)
	n, half, at := c.places(), c.pooled(), 0
	for o := range c.out {
		plane := b.maps.Row(o)
		for r := range half {
			for k := range half {
				best := 2*r*n + 2*k
				for _, other := range [...]int{best + 1, best + n, best + n + 1} {
					if plane[other] > plane[best] {
						best = other
					}
				}
				into[at], largest[at] = plane[best]+c.bias[o], int32(best)
				at++
			}
		}
	}
}

// backward adds to the gradient of the bench from the derivatives by what went on,
// and sets those by the image where they are wanted.
func (c convolution) backward(image, slopes []float32, largest []int32, into []float32, b *bench) {
	clear(b.mapSlopes.Data)
	each := c.pooled() * c.pooled()
	for o := range c.out {
		plane := b.mapSlopes.Row(o)
		for at := o * each; at < (o+1)*each; at++ {
			plane[largest[at]] = slopes[at]
			b.slope[o] += slopes[at]
		}
	}
	c.stand(image, b.standing)
	b.multiplier.product(blas.NoTrans, blas.NoTrans, b.mapSlopes, b.standing, b.one)
	for i, v := range b.one.Data {
		b.sum.Data[i] += v
	}
	if into != nil {
		b.multiplier.product(blas.NoTrans, blas.NoTrans, c.turned, b.mapSlopes, b.laidSlopes)
		clear(into)
		c.gather(b.laidSlopes, into)
	}
}
