package train

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/blas/blas64"

	"github.com/viterin/vek"
	"github.com/viterin/vek/vek32"
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

// multiplier multiplies matrices. It is for one goroutine.
type multiplier[F Float] struct {
	turned []F
	alone  bool // the other cores have work of their own
}

// vector says whether the processor has what vek's products in float32 are written
// for; where it has not, gonum's are quicker. Both give a row of a product the same
// bits whatever other rows there are, so that cores may share the rows.
var vector = vek.Info().Acceleration

// affine sets y to x·w + bias, with w turned as said.
func (m *multiplier[F]) affine(turn blas.Transpose, x, w Matrix[F], bias []F, y Matrix[F]) {
	if _, single := any(bias).([]float32); single && vector {
		m.product(blas.NoTrans, turn, x, w, y)
		for r := range y.Rows {
			row := y.Row(r)
			for j, b := range bias {
				row[j] += b
			}
		}
		return
	}
	for r := range y.Rows {
		copy(y.Row(r), bias)
	}
	general(blas.NoTrans, turn, x, w, 1, y)
}

// product sets c to a·b, with one of them turned at most.
func (m *multiplier[F]) product(turnA, turnB blas.Transpose, a, b, c Matrix[F]) {
	if into, single := any(c.Data).([]float32); single && vector {
		x, y := any(m.turn(turnA, a)).([]float32), any(m.turn(turnB, b)).([]float32)
		m.rows(into, x, y, c.Rows, c.Cols)
		return
	}
	general(turnA, turnB, a, b, 0, c)
}

// rows multiplies row by row, as vek does, which shares the rows of a product among
// cores if there are four or more: where these have work of their own, it gets three
// at a time.
func (m *multiplier[F]) rows(into, x, y []float32, rows, columns int) {
	inner := len(x) / rows
	if !m.alone {
		vek32.MatMul_Into(into, x, y, inner)
		return
	}
	const unshared = 3
	for i := 0; i < rows; i += unshared {
		end := min(i+unshared, rows)
		vek32.MatMul_Into(into[i*columns:end*columns], x[i*inner:end*inner], y, inner)
	}
}

// general sets c to a·b + keep·c, by gonum.
func general[F Float](turnA, turnB blas.Transpose, a, b Matrix[F], keep F, c Matrix[F]) {
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

// turn returns the numbers of a matrix row by row, turned if it is to be. No more
// than one of two factors is.
func (m *multiplier[F]) turn(by blas.Transpose, a Matrix[F]) []F {
	if by == blas.NoTrans {
		return a.Data
	}
	if cap(m.turned) < len(a.Data) {
		m.turned = make([]F, len(a.Data))
	}
	to := m.turned[:len(a.Data)]
	a.turnInto(to)
	return to
}

// turnInto lays a matrix column by column.
func (a Matrix[F]) turnInto(to []F) {
	const tile = 32 // a square of which stays in the nearest cache
	for top := 0; top < a.Rows; top += tile {
		for left := 0; left < a.Cols; left += tile {
			right := min(left+tile, a.Cols)
			for i := top; i < min(top+tile, a.Rows); i++ {
				for j, v := range a.Data[i*a.Cols+left : i*a.Cols+right] {
					to[(left+j)*a.Rows+i] = v
				}
			}
		}
	}
}
