package train

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"

	"dpscope/engine/num/exp"
)

// room holds some records on their way through a transformer and back: rows of tokens, grouped by record, the
// further one first.
type room struct {
	Transformer
	dims, tokens int
	count        int // present number of records
	multiplier   multiplier[float32]
	attention    attention
	x            Matrix[float32] // features
	stream       Matrix[float32] // tokens on the way forward, their derivatives on the way back
	blocks       []blockRoom
	last         normRoom        // of the further tokens alone
	rectified    Matrix[float32] // input of the head
	odds         []float32
	slopes       []float32 // derivatives by the scores
	counts       []float32 // weights of records
	factors      []float32
	wide, charge Matrix[float32] // temporary memory: as wide as gated units, and as a token
}

// normRoom holds a normalisation: the normalised rows, 1 over their deviation, its outputs, and the
// derivatives by these.
type normRoom struct {
	hat, into, charge Matrix[float32]
	over              []float32
}

type blockRoom struct {
	before, between normRoom
	ask             Matrix[float32] // queries, keys and values
	share, kept     []float32       // attention by record and head, and its dropout factors
	heard           Matrix[float32] // attended values
	up, below, left Matrix[float32] // values and gates; Φ of the gates; dropout factors of gated units
	gated           Matrix[float32]

	askCharge, outCharge, upCharge, downCharge Matrix[float32]
}

func (t Transformer) newRoom(dims, records int) *room {
	rows, tokens := records*(dims+1), dims+1
	r := &room{Transformer: t, dims: dims, tokens: tokens, x: matrix[float32](records, dims), stream: matrix[float32](rows, t.Width),
		last: t.newNorm(records), rectified: matrix[float32](records, t.Width), odds: make([]float32, records), slopes: make([]float32, records),
		counts: make([]float32, records), factors: make([]float32, records), wide: matrix[float32](rows, inner*t.Width),
		charge: matrix[float32](rows, t.Width), attention: newAttention(tokens)}
	for range t.Blocks {
		pairs := records * t.Heads * tokens * tokens
		r.blocks = append(r.blocks, blockRoom{before: t.newNorm(rows), between: t.newNorm(rows), ask: matrix[float32](rows, 3*t.Width),
			share: make([]float32, pairs), kept: make([]float32, pairs), heard: matrix[float32](rows, t.Width),
			up: matrix[float32](rows, 2*inner*t.Width), below: matrix[float32](rows, inner*t.Width), left: matrix[float32](rows, inner*t.Width),
			gated:     matrix[float32](rows, inner*t.Width),
			askCharge: matrix[float32](rows, 3*t.Width), outCharge: matrix[float32](rows, t.Width), upCharge: matrix[float32](rows, 2*inner*t.Width),
			downCharge: matrix[float32](rows, t.Width)})
	}
	return r
}

func (t Transformer) newNorm(rows int) normRoom {
	return normRoom{matrix[float32](rows, t.Width), matrix[float32](rows, t.Width), matrix[float32](rows, t.Width), make([]float32, rows)}
}

// rows returns the rows of all present records.
func (r *room) rows() int { return r.count * r.tokens }

// fill takes the features of some records.
func (r *room) fill(all Records, some []int) {
	for k, i := range some {
		copy(r.x.Row(k), all.Row(i))
	}
}

// forward scores the records, with dropout if drawn is not nil.
func (r *room) forward(ctx context.Context, w transformerWeights, count int, drawn *rand.Rand) []float32 {
	r.count = count
	for i := range count {
		copy(r.stream.Row(i*r.tokens), w.class)
		for j, v := range r.x.Row(i) {
			row, by, from := r.stream.Row(i*r.tokens+1+j), w.token.Row(j), w.start.Row(j)
			for k := range row {
				row[k] = v*by[k] + from[k]
			}
		}
	}
	rows := r.rows()
	stream := r.stream.head(rows)
	for i := range r.blocks {
		b, bw := &r.blocks[i], w.blocks[i]
		b.before.normalise(stream, bw.before)
		r.multiplier.affine(ctx, blas.NoTrans, b.before.into.head(rows), bw.ask.weights, bw.ask.bias, b.ask.head(rows))
		keep(drawn, r.Dropout, b.kept[:count*r.Heads*r.tokens*r.tokens])
		for k := range count {
			r.attend(ctx, b, k)
		}
		r.onto(ctx, b.heard.head(rows), bw.out, stream)
		b.between.normalise(stream, bw.between)
		r.multiplier.affine(ctx, blas.NoTrans, b.between.into.head(rows), bw.up.weights, bw.up.bias, b.up.head(rows))
		keep(drawn, r.Dropout, b.left.head(rows).Data)
		for k := range rows {
			gate(b.up.Row(k), b.below.Row(k), b.left.Row(k), b.gated.Row(k))
		}
		r.onto(ctx, b.gated.head(rows), bw.down, stream)
	}
	further := r.charge.head(count)
	for i := range count {
		copy(further.Row(i), stream.Row(i*r.tokens))
	}
	r.last.normalise(further, w.last)
	copy(r.rectified.Data, r.last.into.head(count).Data)
	rectify(r.rectified.head(count).Data)
	for i := range count {
		r.odds[i] = dot(r.rectified.Row(i), w.head.weights.Data) + w.head.bias[0]
	}
	return r.odds[:count]
}

// onto adds a layer of x to the stream.
func (r *room) onto(ctx context.Context, x Matrix[float32], a affine, to Matrix[float32]) {
	for i := range to.Rows {
		row := to.Row(i)
		for k, v := range a.bias {
			row[k] += v
		}
	}
	r.multiplier.add(ctx, blas.NoTrans, blas.NoTrans, x, a.weights, to)
}

// normalise sets the normalised rows: each less its mean and over its deviation, scaled; copies them if there
// are no scales.
func (n *normRoom) normalise(x Matrix[float32], s scales) {
	const small = 1e-5
	if s.gain == nil {
		copy(n.into.Data, x.Data)
		return
	}
	for i := range x.Rows {
		row, hat, into := x.Row(i), n.hat.Row(i), n.into.Row(i)
		mean, square := float32(0), float32(0)
		for _, v := range row {
			mean += v
		}
		mean /= float32(len(row))
		for _, v := range row {
			square += (v - mean) * (v - mean)
		}
		over := float32(1 / math.Sqrt(float64(square)/float64(len(row))+small))
		n.over[i] = over
		for k, v := range row {
			hat[k] = (v - mean) * over
			into[k] = hat[k]*s.gain[k] + s.shift[k]
		}
	}
}

// gate sets gated units: values times GELU of their gates (Shazeer 2020), x·Φ(x).
func gate(up, below, left, gated []float32) {
	values, gates := up[:len(gated)], up[len(gated):]
	for k, g := range gates {
		below[k] = bellPower(g)
	}
	exp.All32(below, below)
	for k, g := range gates {
		below[k] = normalBelow(g, below[k])
		gated[k] = values[k] * g * below[k] * left[k]
	}
}

// keep sets dropout factors: 1 if nothing is drawn, else 0 for a share and more than 1 for the others.
func keep(drawn *rand.Rand, dropout float64, kept []float32) {
	if drawn == nil || dropout == 0 {
		for i := range kept {
			kept[i] = 1
		}
		return
	}
	const values = 1 << 16
	least, more := uint64(math.Round(dropout*values)), float32(1/(1-dropout))
	by := [2]float32{more, 0}
	for from := 0; from < len(kept); from += 4 {
		bits := drawn.Uint64()
		for i := range kept[from:min(from+4, len(kept))] {
			kept[from+i] = by[(bits&(values-1)-least)>>63]
			bits >>= 16
		}
	}
}

func dot(a, b []float32) (sum float32) {
	b = b[:len(a)]
	var s0, s1, s2, s3 float32
	for len(a) >= 4 {
		s0 += a[0] * b[0]
		s1 += a[1] * b[1]
		s2 += a[2] * b[2]
		s3 += a[3] * b[3]
		a, b = a[4:], b[4:]
	}
	for i, v := range a {
		sum += v * b[i]
	}
	return sum + s0 + s1 + s2 + s3
}

// normalBelow returns Φ(v) to 2e-7 (Abramowitz & Stegun 1964, formula 7.1.26), with e to the power
// bellPower(v).
func normalBelow(v, bell float32) float32 {
	x := v * (1 / math.Sqrt2)
	if x < 0 {
		x = -x
	}
	t := 1 / (1 + 0.3275911*x)
	above := 0.5 * t * (0.254829592 + t*(-0.284496736+t*(1.421413741+t*(-1.453152027+t*1.061405429)))) * bell
	if v < 0 {
		return above
	}
	return 1 - above
}

func bellPower(v float32) float32 {
	x := v * (1 / math.Sqrt2)
	return -x * x
}
