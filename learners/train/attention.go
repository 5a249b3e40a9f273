package train

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"

	"dpscope/engine/num/exp"
	"dpscope/engine/num/gemm"
)

// attention is reused memory of the attention: a row a token, a column the token that it attends to.
type attention struct {
	multiplier  gemm.Multiplier
	mixed, list []float32 // remaining shares, multiplied; and their derivatives
}

func newAttention(tokens int) attention {
	return attention{mixed: make([]float32, tokens*tokens), list: make([]float32, tokens*tokens)}
}

// head holds one head's part of a record: a row a token.
type head struct {
	query, key, value blas32.General
	share, kept       []float32
}

// head of a record; rows has queries, keys and values side by side.
func (r *room) head(b *blockRoom, rows Matrix[float32], record, h int) head {
	each, pairs := r.Width/r.Heads, r.tokens*r.tokens
	at := (record*r.Heads + h) * pairs
	part := func(k int) blas32.General { return r.columns(rows, record, k*r.Width+h*each) }
	return head{query: part(0), key: part(1), value: part(2), share: b.share[at:][:pairs], kept: b.kept[at:][:pairs]}
}

// columns returns the columns of one head, for the tokens of a record.
func (r *room) columns(m Matrix[float32], record, from int) blas32.General {
	return blas32.General{Rows: r.tokens, Cols: r.Width / r.Heads, Stride: m.Cols, Data: m.Data[record*r.tokens*m.Cols+from:]}
}

// square returns a matrix with a number for each pair of tokens.
func (r *room) square(list []float32) blas32.General {
	return blas32.General{Rows: r.tokens, Cols: r.tokens, Stride: r.tokens, Data: list}
}

// attend lets the tokens of a record attend to one another, head by head.
func (r *room) attend(ctx context.Context, b *blockRoom, record int) {
	pairs := r.tokens * r.tokens
	shares := b.share[record*r.Heads*pairs:][:r.Heads*pairs]
	clear(shares)
	for h := range r.Heads {
		of := r.head(b, b.ask, record, h)
		r.attention.multiplier.Add(ctx, blas.NoTrans, blas.Trans, of.query, of.key, r.square(of.share))
	}
	scale := float32(1 / math.Sqrt(float64(r.Width/r.Heads)))
	for from := 0; from < len(shares); from += r.tokens {
		share := shares[from:][:r.tokens]
		most := share[0]
		for _, v := range share {
			most = max(most, v)
		}
		for u, v := range share {
			share[u] = scale * (v - most)
		}
	}
	exp.All32(shares, shares)
	for from := 0; from < len(shares); from += r.tokens {
		share, sum := shares[from:][:r.tokens], float32(0)
		for _, v := range share {
			sum += v
		}
		times(share, 1/sum)
	}
	clear(b.heard.Data[record*r.tokens*r.Width:][:r.tokens*r.Width])
	for h := range r.Heads {
		of := r.head(b, b.ask, record, h)
		r.mix(of)
		r.attention.multiplier.Add(ctx, blas.NoTrans, blas.NoTrans, r.square(r.attention.mixed), of.value, r.columns(b.heard, record, h*r.Width/r.Heads))
	}
}

// mix multiplies the shares by their dropout factors.
func (r *room) mix(of head) {
	mixed, kept := r.attention.mixed[:len(of.share)], of.kept[:len(of.share)]
	for u, p := range of.share {
		mixed[u] = p * kept[u]
	}
}

// unattend propagates the derivatives back through a record's attention.
func (r *room) unattend(ctx context.Context, b *blockRoom, record int) {
	scale := float32(1 / math.Sqrt(float64(r.Width/r.Heads)))
	list := r.attention.list
	for h := range r.Heads {
		of, to := r.head(b, b.ask, record, h), r.head(b, b.askCharge, record, h)
		charge := r.columns(r.charge, record, h*r.Width/r.Heads)
		r.mix(of)
		r.attention.multiplier.Add(ctx, blas.Trans, blas.NoTrans, r.square(r.attention.mixed), charge, to.value)
		clear(list)
		r.attention.multiplier.Add(ctx, blas.NoTrans, blas.Trans, charge, of.value, r.square(list))
		for from := 0; from < len(list); from += r.tokens {
			slopes, share, kept := list[from:][:r.tokens], of.share[from:][:r.tokens], of.kept[from:][:r.tokens]
			mean := float32(0)
			for u, p := range share {
				slopes[u] *= kept[u]
				mean += p * slopes[u]
			}
			for u, p := range share {
				slopes[u] = p * (slopes[u] - mean) * scale
			}
		}
		r.attention.multiplier.Add(ctx, blas.NoTrans, blas.NoTrans, r.square(list), of.key, to.query)
		r.attention.multiplier.Add(ctx, blas.Trans, blas.NoTrans, r.square(list), of.query, to.key)
	}
}

// pairs returns the sum of (⟨aₛ, aₜ⟩ + 1)·⟨dₛ, dₜ⟩ over the pairs of a record's tokens s, t, with a the
// layer's input and d the derivative by its output.
func (r *room) pairs(ctx context.Context, in, charge Matrix[float32], record int) (sum float64) {
	products := func(m Matrix[float32], list []float32) {
		of := blas32.General{Rows: r.tokens, Cols: m.Cols, Stride: m.Cols, Data: m.Data[record*r.tokens*m.Cols:]}
		clear(list)
		r.attention.multiplier.Add(ctx, blas.NoTrans, blas.Trans, of, of, r.square(list))
	}
	inner, outer := r.attention.mixed, r.attention.list
	products(in, inner)
	products(charge, outer)
	for k, v := range inner {
		sum += float64(v+1) * float64(outer[k])
	}
	return sum
}
