package train

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"

	"dpscope/engine/num/exp"
)

// backward propagates the derivatives by the scores back through all layers, and computes no gradient yet.
func (r *room) backward(ctx context.Context, w transformerWeights) {
	rows, count := r.rows(), r.count
	for i := range count {
		charge, into := r.last.charge.Row(i), r.last.into.Row(i)
		for k, v := range w.head.weights.Data {
			if charge[k] = 0; into[k] > 0 {
				charge[k] = r.slopes[i] * v
			}
		}
	}
	stream := r.stream.head(rows)
	clear(stream.Data)
	for i := range count {
		r.last.back(i, w.last, stream.Row(i*r.tokens))
	}
	for i := len(r.blocks) - 1; i >= 0; i-- {
		b, bw := &r.blocks[i], w.blocks[i]
		copy(b.downCharge.Data, stream.Data)
		r.multiplier.product(ctx, blas.NoTrans, blas.Trans, b.downCharge.head(rows), bw.down.weights, r.wide.head(rows))
		for k := range rows {
			ungate(b.up.Row(k), b.below.Row(k), b.left.Row(k), r.wide.Row(k), b.upCharge.Row(k))
		}
		r.multiplier.product(ctx, blas.NoTrans, blas.Trans, b.upCharge.head(rows), bw.up.weights, b.between.charge.head(rows))
		for k := range rows {
			b.between.back(k, bw.between, stream.Row(k))
		}
		copy(b.outCharge.Data, stream.Data)
		r.multiplier.product(ctx, blas.NoTrans, blas.Trans, b.outCharge.head(rows), bw.out.weights, r.charge.head(rows))
		clear(b.askCharge.head(rows).Data)
		for k := range count {
			r.unattend(ctx, b, k)
		}
		r.multiplier.product(ctx, blas.NoTrans, blas.Trans, b.askCharge.head(rows), bw.ask.weights, b.before.charge.head(rows))
		for k := range rows {
			b.before.back(k, bw.before, stream.Row(k))
		}
	}
}

// back adds a row's derivative by the normalisation's input, given the one by its output.
func (n *normRoom) back(row int, s scales, to []float32) {
	charge := n.charge.Row(row)
	if s.gain == nil {
		for k, v := range charge {
			to[k] += v
		}
		return
	}
	hat, mean, along := n.hat.Row(row), float32(0), float32(0)
	for k, v := range charge {
		v *= s.gain[k]
		mean += v
		along += v * hat[k]
	}
	size := float32(len(charge))
	mean, along = mean/size, along/size
	for k, v := range charge {
		to[k] += n.over[row] * (v*s.gain[k] - mean - hat[k]*along)
	}
}

// ungate propagates derivatives back through gated units: GELU has the slope Φ(x) + x·φ(x).
func ungate(up, below, left, charge, to []float32) {
	values, gates := up[:len(charge)], up[len(charge):]
	toValues, toGates := to[:len(charge)], to[len(charge):]
	for k, g := range gates {
		toGates[k] = -g * g / 2
	}
	exp.All32(toGates, toGates)
	for k, g := range gates {
		c := charge[k] * left[k]
		toValues[k] = c * g * below[k]
		toGates[k] = c * values[k] * (below[k] + g*float32(1/math.Sqrt(2*math.Pi))*toGates[k])
	}
}

// clip multiplies the weights of records so that no gradient is longer than most; norms, unless nil, takes how long they are.
func (r *room) clip(ctx context.Context, most float64, norms []float64) {
	for i := range r.count {
		size := math.Sqrt(r.gradientSquare(ctx, i))
		if norms != nil {
			norms[i] = size
		}
		if size > most {
			r.counts[i] *= float32(most / size * (1 - 1e-6)) // what rounding adds stays within the clip
		}
	}
}

// gradientSquare returns the squared norm of a record's gradient by all weights. For a layer it is the sum
// over pairs of tokens s, t of (⟨aₛ, aₜ⟩ + 1)·⟨dₛ, dₜ⟩, with a its input and d the derivative by its output:
// it builds no matrix per record.
func (r *room) gradientSquare(ctx context.Context, record int) float64 {
	from, to := record*r.tokens, (record+1)*r.tokens
	sum := float64(dot(r.rectified.Row(record), r.rectified.Row(record))+1) * float64(r.slopes[record]) * float64(r.slopes[record])
	sum += r.last.square(record, record+1)
	for i := range r.blocks {
		b := &r.blocks[i]
		sum += r.pairs(ctx, b.before.into, b.askCharge, record) + r.pairs(ctx, b.heard, b.outCharge, record)
		sum += r.pairs(ctx, b.between.into, b.upCharge, record) + r.pairs(ctx, b.gated, b.downCharge, record)
		sum += b.between.square(from, to)
		if i > 0 {
			sum += b.before.square(from, to)
		}
	}
	sum += float64(dot(r.stream.Row(from), r.stream.Row(from)))
	for j, v := range r.x.Row(record) {
		sum += float64(v*v+1) * float64(dot(r.stream.Row(from+1+j), r.stream.Row(from+1+j)))
	}
	return sum
}

// square returns the squared norm of the gradient by both scales over some rows.
func (n *normRoom) square(from, to int) (sum float64) {
	for k := range n.hat.Cols {
		gain, shift := float32(0), float32(0)
		for i := from; i < to; i++ {
			c := n.charge.Row(i)[k]
			gain += c * n.hat.Row(i)[k]
			shift += c
		}
		sum += float64(gain*gain) + float64(shift*shift)
	}
	return sum
}

// weigh multiplies the derivatives by the weights of the records.
func (r *room) weigh() {
	for i := range r.count {
		by := r.counts[i]
		if by == 1 {
			continue
		}
		r.slopes[i] *= by
		times(r.last.charge.Row(i), by)
		for t := i * r.tokens; t < (i+1)*r.tokens; t++ {
			times(r.stream.Row(t), by)
			for k := range r.blocks {
				b := &r.blocks[k]
				for _, m := range [...]Matrix[float32]{b.before.charge, b.between.charge, b.askCharge, b.outCharge, b.upCharge, b.downCharge} {
					times(m.Row(t), by)
				}
			}
		}
	}
}

func times(list []float32, by float32) {
	for i := range list {
		list[i] *= by
	}
}

// gather adds the gradient from the derivatives.
func (r *room) gather(ctx context.Context, g transformerWeights) {
	rows, count := r.rows(), r.count
	for i := range count {
		for k, v := range r.rectified.Row(i) {
			g.head.weights.Data[k] += v * r.slopes[i]
		}
		g.head.bias[0] += r.slopes[i]
	}
	r.last.gather(count, g.last)
	layer := func(in, charge Matrix[float32], to affine) {
		in, charge = in.head(rows), charge.head(rows)
		r.multiplier.add(ctx, blas.Trans, blas.NoTrans, in, charge, to.weights)
		for i := range rows {
			for k, v := range charge.Row(i) {
				to.bias[k] += v
			}
		}
	}
	for i := range r.blocks {
		b, bg := &r.blocks[i], g.blocks[i]
		layer(b.before.into, b.askCharge, bg.ask)
		layer(b.heard, b.outCharge, bg.out)
		layer(b.between.into, b.upCharge, bg.up)
		layer(b.gated, b.downCharge, bg.down)
		b.between.gather(rows, bg.between)
		if i > 0 {
			b.before.gather(rows, bg.before)
		}
	}
	for i := range count {
		from := i * r.tokens
		for k, v := range r.stream.Row(from) {
			g.class[k] += v
		}
		for j, x := range r.x.Row(i) {
			by, start := g.token.Row(j), g.start.Row(j)
			for k, v := range r.stream.Row(from + 1 + j) {
				by[k] += x * v
				start[k] += v
			}
		}
	}
}

func (n *normRoom) gather(rows int, g scales) {
	for i := range rows {
		hat := n.hat.Row(i)
		for k, v := range n.charge.Row(i) {
			g.gain[k] += v * hat[k]
			g.shift[k] += v
		}
	}
}
