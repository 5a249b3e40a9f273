package train

import (
	"context"
	"math"
	"math/rand/v2"

	"dpscope/engine/num/exp"
	"dpscope/engine/work"
)

// Transformer is the shape of a score by attention between features (Gorishniy, Rubachev, Khrulkov & Babenko
// 2021, FT-Transformer): every feature is a token x·W + b, and one more token is learnt. In each block tokens
// attend to one another and pass a layer of gated linear units, both normalised first (except the attention
// of the first block) and added to the stream. The score is linear in the further token, normalised and
// rectified.
type Transformer struct {
	Width   int // numbers of a token, a multiple of Heads
	Blocks  int
	Heads   int
	Dropout float64 // share of the attention and of the gated units left out during learning
}

// PaperTransformer is the paper's shape: width 32, 6 blocks, 8 heads, a tenth left out.
var PaperTransformer = Transformer{Width: 32, Blocks: 6, Heads: 8, Dropout: 0.1}

// inner is the number of gated units per number of a token.
const inner = 4

// affine holds weights by input, and biases; scales holds the factors of a normalisation.
type (
	affine struct {
		weights Matrix[float32]
		bias    []float32
	}
	scales struct{ gain, shift []float32 }
)

// transformerWeights holds views into one slice, of weights or of a gradient.
type transformerWeights struct {
	all          []float32
	token, start Matrix[float32] // a row a feature
	class        []float32
	blocks       []blockWeights
	last         scales
	head         affine
}

type blockWeights struct {
	before   scales // of the first block empty
	ask, out affine // queries, keys and values side by side
	between  scales
	up, down affine // values and gates side by side
}

// lay lays weights out over numbers; of nil it counts them.
func (t Transformer) lay(dims int, all []float32) (w transformerWeights, count int) {
	take := func(n int) []float32 {
		from := count
		if count += n; all == nil {
			return nil
		}
		return all[from:count:count]
	}
	table := func(rows, columns int) Matrix[float32] {
		return Matrix[float32]{rows, columns, take(rows * columns)}
	}
	layer := func(in, out int) affine { return affine{table(in, out), take(out)} }
	norm := func() scales { return scales{take(t.Width), take(t.Width)} }
	w = transformerWeights{all: all, token: table(dims, t.Width), start: table(dims, t.Width), class: take(t.Width),
		blocks: make([]blockWeights, t.Blocks)}
	for i := range w.blocks {
		b := &w.blocks[i]
		if i > 0 {
			b.before = norm()
		}
		b.ask, b.out, b.between = layer(t.Width, 3*t.Width), layer(t.Width, t.Width), norm()
		b.up, b.down = layer(t.Width, 2*inner*t.Width), layer(inner*t.Width, t.Width)
	}
	w.last, w.head = norm(), layer(t.Width, 1)
	return w, count
}

// Former is a score of that shape. It is for one goroutine, and takes its records in parts that cores share.
type Former struct {
	Transformer
	dims     int
	weights  transformerWeights
	gradient []float32
	parts    []transformerWeights // gradients of parts
	rooms    []*room              // one a seat
}

// partRecords is the number of records in one pass, and mostParts the number of parts before their gradients
// are summed.
const (
	partRecords = 64
	mostParts   = 16
)

// New draws a score of dims features: weights begin evenly in ±1/√(number of inputs), scales at 1.
func (t Transformer) New(dims int, rng *rand.Rand) *Former {
	_, count := t.lay(dims, nil)
	f := &Former{Transformer: t, dims: dims, gradient: make([]float32, count)}
	f.weights, _ = t.lay(dims, make([]float32, count))
	w := f.weights
	for _, tokens := range [][]float32{w.token.Data, w.start.Data, w.class} {
		uniform(tokens, t.Width, rng)
	}
	layer := func(a affine) {
		uniform(a.weights.Data, a.weights.Rows, rng)
		uniform(a.bias, a.weights.Rows, rng)
	}
	ones := func(s scales) {
		for i := range s.gain {
			s.gain[i] = 1
		}
	}
	for _, b := range w.blocks {
		for _, a := range []affine{b.ask, b.out, b.up, b.down} {
			layer(a)
		}
		ones(b.before)
		ones(b.between)
	}
	ones(w.last)
	layer(w.head)
	return f
}

// Weights returns all weights, and Gradient the result of the last Sum: the same memory at every call.
func (f *Former) Weights() []float32  { return f.weights.all }
func (f *Former) Gradient() []float32 { return f.gradient }

// Charge says how a record's score enters the gradient: the derivative of its loss, and its weight.
type Charge struct {
	Slope  func(odds float32, positive bool) float32
	Weight func(positive bool) float32
	Clip   float64   // the norm to which a record's gradient is clipped before it is weighted; +Inf: no clipping
	Norms  []float64 // receives the norms before clipping, unless nil, if a clip is finite
	Seed   uint64    // of the dropout
}

// Logistic returns the derivative of the logistic loss.
func Logistic(odds float32, positive bool) float32 {
	p := 1 / (1 + exp.Of32(-odds))
	if positive {
		return p - 1
	}
	return p
}

// Sum sets the gradient to the sum of the gradients of some records, each clipped and then weighted. The
// result is the same on any number of cores.
func (f *Former) Sum(ctx context.Context, r Records, taken []int, c Charge) error {
	clear(f.gradient)
	for from := 0; from < len(taken); from += mostParts * partRecords {
		some := taken[from:min(from+mostParts*partRecords, len(taken))]
		count := (len(some) + partRecords - 1) / partRecords
		f.makeRoom(ctx, count)
		for len(f.parts) < count {
			w, _ := f.lay(f.dims, make([]float32, len(f.gradient)))
			f.parts = append(f.parts, w)
		}
		err := work.Seated(ctx, count, func(ctx context.Context, seat, i int) error {
			at := i * partRecords
			part := some[at:min(at+partRecords, len(some))]
			room, drawn := f.rooms[seat], rand.New(rand.NewPCG(c.Seed, uint64(from+at)))
			room.fill(r, part)
			odds := room.forward(ctx, f.weights, len(part), drawn)
			for k, i := range part {
				room.slopes[k] = c.Slope(odds[k], r.Positive[i])
				room.counts[k] = c.Weight(r.Positive[i])
			}
			room.backward(ctx, f.weights)
			if !math.IsInf(c.Clip, 1) {
				var norms []float64
				if c.Norms != nil {
					norms = c.Norms[from+at:][:len(part)]
				}
				room.clip(ctx, c.Clip, norms)
			}
			room.weigh()
			clear(f.parts[i].all)
			room.gather(ctx, f.parts[i])
			return ctx.Err()
		})
		if err != nil {
			return err
		}
		for _, part := range f.parts[:count] {
			for j, v := range part.all {
				f.gradient[j] += v
			}
		}
	}
	return nil
}

// Odds returns the scores of records, without dropout.
func (f *Former) Odds(ctx context.Context, r Records) ([]float64, error) {
	odds := make([]float64, len(r.Positive))
	count := (len(odds) + partRecords - 1) / partRecords
	f.makeRoom(ctx, count)
	return odds, work.Seated(ctx, count, func(ctx context.Context, seat, i int) error {
		part := make([]int, 0, partRecords)
		for k := i * partRecords; k < min((i+1)*partRecords, len(odds)); k++ {
			part = append(part, k)
		}
		f.rooms[seat].fill(r, part)
		for k, v := range f.rooms[seat].forward(ctx, f.weights, len(part), nil) {
			odds[part[k]] = float64(v)
		}
		return ctx.Err()
	})
}

// makeRoom allocates memory for the workers that run at once.
func (f *Former) makeRoom(ctx context.Context, count int) {
	for len(f.rooms) < min(work.Seats(ctx), count) {
		f.rooms = append(f.rooms, f.newRoom(f.dims, partRecords))
	}
}
