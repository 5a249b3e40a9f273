package train

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/blas/blas64"

	"dpscope/engine/num/gemm"
)

// Float is the type of computation.
type Float interface{ float32 | float64 }

// Matrix lies row by row.
type Matrix[F Float] struct {
	Rows, Cols int
	Data       []F
}

// Row returns one row.
func (m Matrix[F]) Row(i int) []F { return m.Data[i*m.Cols:][:m.Cols] }

// head returns the first rows.
func (m Matrix[F]) head(rows int) Matrix[F] { return view(m.Data, rows, m.Cols) }

func view[F Float](of []F, rows, columns int) Matrix[F] {
	return Matrix[F]{rows, columns, of[:rows*columns]}
}

func matrix[F Float](rows, columns int) Matrix[F] {
	return view(make([]F, rows*columns), rows, columns)
}

// multiplier multiplies matrices. It is for one goroutine.
type multiplier[F Float] struct{ single gemm.Multiplier }

// affine sets y to x·w + bias, with w turned as said.
func (m *multiplier[F]) affine(ctx context.Context, turn blas.Transpose, x, w Matrix[F], bias []F, y Matrix[F]) {
	for r := range y.Rows {
		copy(y.Row(r), bias)
	}
	m.add(ctx, blas.NoTrans, turn, x, w, y)
}

// product sets c to a·b, with either turned as said.
func (m *multiplier[F]) product(ctx context.Context, turnA, turnB blas.Transpose, a, b, c Matrix[F]) {
	clear(c.Data)
	m.add(ctx, turnA, turnB, a, b, c)
}

// add adds a·b to c, with either transposed as said: in float32 by our own kernel, in float64 by gonum. Both
// give a row of c the same bits independently of other rows, so that cores may share the work.
func (m *multiplier[F]) add(ctx context.Context, turnA, turnB blas.Transpose, a, b, c Matrix[F]) {
	switch into := any(c.Data).(type) {
	case []float32:
		single := func(m Matrix[F], data []float32) blas32.General {
			return blas32.General{Rows: m.Rows, Cols: m.Cols, Stride: m.Cols, Data: data}
		}
		m.single.Add(ctx, turnA, turnB, single(a, any(a.Data).([]float32)), single(b, any(b.Data).([]float32)), single(c, into))
	case []float64:
		double := func(m Matrix[F], data []float64) blas64.General {
			return blas64.General{Rows: m.Rows, Cols: m.Cols, Stride: m.Cols, Data: data}
		}
		blas64.Gemm(turnA, turnB, 1, double(a, any(a.Data).([]float64)), double(b, any(b.Data).([]float64)), 1, double(c, into))
	}
}

// turnInto lays a matrix column by column.
func (m Matrix[F]) turnInto(to []F) {
	for i := range m.Rows {
		for j, v := range m.Row(i) {
			to[j*m.Rows+i] = v
		}
	}
}
