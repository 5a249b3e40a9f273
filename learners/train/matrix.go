package train

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/blas/blas64"
)

// Float is what is computed in.
type Float interface{ float32 | float64 }

// Matrix lies row by row.
type Matrix[F Float] struct {
	Rows, Cols int
	Data       []F
}

// Row is one row.
func (m Matrix[F]) Row(i int) []F { return m.Data[i*m.Cols:][:m.Cols] }

// head is the first rows.
func (m Matrix[F]) head(rows int) Matrix[F] { return view(m.Data, rows, m.Cols) }

func view[F Float](of []F, rows, columns int) Matrix[F] {
	return Matrix[F]{rows, columns, of[:rows*columns]}
}

func matrix[F Float](rows, columns int) Matrix[F] {
	return view(make([]F, rows*columns), rows, columns)
}

// product sets c to a·b + keep·c, with a and b turned as said.
func product[F Float](turnA, turnB blas.Transpose, a, b Matrix[F], keep F, c Matrix[F]) {
	inner := a.Cols
	if turnA == blas.Trans {
		inner = a.Rows
	}
	switch into := any(c.Data).(type) {
	case []float32:
		blas32.Implementation().Sgemm(turnA, turnB, c.Rows, c.Cols, inner, 1,
			any(a.Data).([]float32), a.Cols, any(b.Data).([]float32), b.Cols, float32(keep), into, c.Cols)
	case []float64:
		blas64.Implementation().Dgemm(turnA, turnB, c.Rows, c.Cols, inner, 1,
			any(a.Data).([]float64), a.Cols, any(b.Data).([]float64), b.Cols, float64(keep), into, c.Cols)
	}
}
