// Package gemm multiplies matrices of float32 at most of the speed that a core has.
package gemm

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"

	"dpscope/engine/work"
)

// Multiplier multiplies matrices in room that it keeps. It is for one goroutine.
type Multiplier struct {
	rooms []room // by seat
}

// Add adds a·b to c, with a and b transposed as said. It sums each number of c over the inner numbers in
// their order, so that a row of c has the same bits independently of other rows, and on any number of cores.
// If ctx ends, the result is incomplete. It panics if the sizes do not match.
func (m *Multiplier) Add(ctx context.Context, turnA, turnB blas.Transpose, a, b, c blas32.General) {
	rows, inner := turned(turnA, a.Rows, a.Cols)
	meets, cols := turned(turnB, b.Rows, b.Cols)
	if rows != c.Rows || cols != c.Cols || inner != meets || !whole(a) || !whole(b) || !whole(c) {
		panic("gemm: the sizes of the matrices do not fit each other")
	}
	if !Vectors() {
		blas32.Gemm(turnA, turnB, 1, a, b, 1, c)
		return
	}
	m.share(ctx, product{a: seen(turnA, a), b: seen(turnB, b), c: c, inner: inner})
}

// share multiplies strip after strip of columns, on several cores if that pays off.
func (m *Multiplier) share(ctx context.Context, p product) {
	const pays = 1 << 22 // multiplications; a core takes 0.1 ms for them
	strips, seats := (p.c.Cols+stripCols-1)/stripCols, 1
	if p.c.Rows*p.c.Cols*p.inner >= pays {
		seats = work.Seats(ctx)
	}
	for len(m.rooms) < seats {
		m.rooms = append(m.rooms, room{})
	}
	if seats == 1 {
		for s := range strips {
			p.strip(s*stripCols, &m.rooms[0])
		}
		return
	}
	work.ParallelFor(ctx, strips, func(_ context.Context, seat, s int) { p.strip(s*stripCols, &m.rooms[seat]) })
}

// turned returns the rows and columns of a matrix after the transposition.
func turned(by blas.Transpose, rows, cols int) (int, int) {
	if by == blas.NoTrans {
		return rows, cols
	}
	return cols, rows
}

// whole reports whether a matrix has all the numbers that its size says.
func whole(m blas32.General) bool {
	return m.Stride >= m.Cols && (m.Rows == 0 || len(m.Data) >= (m.Rows-1)*m.Stride+m.Cols)
}
