package gemm

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"

	"dpscope/engine/effort"
	"dpscope/engine/work/worktest"
)

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 23)) }

// drawn returns a matrix of normal numbers with rows a little farther apart than they are long, and NaN between them: code that
// reads or counts the gaps fails.
func drawn(rows, cols int, rng *rand.Rand) blas32.General {
	m := blas32.General{Rows: rows, Cols: cols, Stride: cols + rng.IntN(3)}
	m.Data = make([]float32, max(0, (rows-1)*m.Stride+cols))
	for i := range m.Data {
		if m.Data[i] = float32(rng.NormFloat64()); i%m.Stride >= cols {
			m.Data[i] = float32(math.NaN())
		}
	}
	return m
}

// factor returns a matrix that has this size once it is turned.
func factor(turn blas.Transpose, rows, cols int, rng *rand.Rand) blas32.General {
	rows, cols = turned(turn, rows, cols)
	return drawn(rows, cols, rng)
}

func copied(m blas32.General) blas32.General {
	m.Data = slices.Clone(m.Data)
	return m
}

// agree compares c with the exact sum of the products, within the rounding of a chain of inner sums.
func agree(t *testing.T, what string, before, c blas32.General, a, b view, inner int) {
	t.Helper()
	for i := range c.Rows {
		for j := range c.Cols {
			want := float64(before.Data[i*c.Stride+j])
			size := math.Abs(want)
			for k := range inner {
				term := float64(a.data[i*a.row+k*a.col]) * float64(b.data[k*b.row+j*b.col])
				want += term
				size += math.Abs(term)
			}
			const rounding = 1.0 / (1 << 24)
			if got := float64(c.Data[i*c.Stride+j]); !(math.Abs(got-want) <= float64(inner+1)*rounding*size) {
				t.Fatalf("%s: number (%d, %d) is %g, want %g", what, i, j, got, want)
			}
		}
	}
	for i, v := range c.Data {
		if i%c.Stride >= c.Cols && !math.IsNaN(float64(v)) {
			t.Fatalf("%s: %g is written between the rows", what, v)
		}
	}
}

var turns = []blas.Transpose{blas.NoTrans, blas.Trans}

// Sizes about every edge of tiles, strips and blocks, and random ones; gonum's result passes the same test, as it multiplies
// where there is no kernel.
func TestAdd(t *testing.T) {
	rng := seeded(1)
	try := func(rows, cols, inner int) {
		for _, turnA := range turns {
			for _, turnB := range turns {
				a, b, c := factor(turnA, rows, inner, rng), factor(turnB, inner, cols, rng), drawn(rows, cols, rng)
				before, byGonum := copied(c), copied(c)
				new(Multiplier).Add(t.Context(), turnA, turnB, a, b, c)
				blas32.Gemm(turnA, turnB, 1, a, b, 1, byGonum)
				what := fmt.Sprintf("%d×%d×%d, turned %c %c", rows, inner, cols, turnA, turnB)
				agree(t, what, before, c, seen(turnA, a), seen(turnB, b), inner)
				agree(t, what+", gonum", before, byGonum, seen(turnA, a), seen(turnB, b), inner)
			}
		}
	}
	for rows := 1; rows <= 2*tileRows+1; rows++ {
		for cols := 1; cols <= 2*tileCols+1; cols += effort.Scale(4, 1, 1) {
			try(rows, cols, 1+rng.IntN(9))
		}
	}
	tried := 0
	for _, cols := range []int{stripCols - 1, stripCols, stripCols + 1, 2*stripCols + 17} {
		for _, inner := range []int{1, blockDepth - 1, blockDepth, blockDepth + 1, 2*blockDepth + 3} {
			if tried++; effort.Sample(tried, 3, 1) {
				try(1+rng.IntN(9), cols, inner)
			}
		}
	}
	for range effort.Scale(5, 60, 600) {
		try(1+rng.IntN(90), 1+rng.IntN(200), 1+rng.IntN(400))
	}
}

// A row of a product has the same bits alone, among others, and on any number of cores.
func TestRowsAreTheirOwn(t *testing.T) {
	const rows, cols, inner = 67, 300, 401 // more than is given to one core
	rng := seeded(2)
	a, b := drawn(rows, inner, rng), drawn(inner, cols, rng)
	made := func(a blas32.General, cores int) blas32.General {
		c := blas32.General{Rows: a.Rows, Cols: cols, Stride: cols, Data: make([]float32, a.Rows*cols)}
		new(Multiplier).Add(worktest.On(t.Context(), cores), blas.NoTrans, blas.NoTrans, a, b, c)
		return c
	}
	all := made(a, 4)
	if !slices.Equal(all.Data, made(a, 1).Data) || !slices.Equal(all.Data, made(a, 3).Data) {
		t.Error("the cores decide")
	}
	for i := range rows {
		row := blas32.General{Rows: 1, Cols: inner, Stride: inner, Data: a.Data[i*a.Stride:][:inner]}
		if !slices.Equal(all.Data[i*cols:][:cols], made(row, 1).Data) {
			t.Errorf("row %d is another alone", i)
		}
	}
}

// A number that is not finite stays in its row of a, or its column of b.
func TestNotFinite(t *testing.T) {
	const rows, cols, inner = 13, 35, 20
	rng := seeded(3)
	a, b := drawn(rows, inner, rng), drawn(inner, cols, rng)
	a.Data[12*a.Stride+3], b.Data[5*b.Stride+34] = float32(math.Inf(1)), float32(math.NaN())
	c := blas32.General{Rows: rows, Cols: cols, Stride: cols, Data: make([]float32, rows*cols)}
	new(Multiplier).Add(t.Context(), blas.NoTrans, blas.NoTrans, a, b, c)
	for i := range rows {
		for j := range cols {
			v := float64(c.Data[i*cols+j])
			if finite := !math.IsInf(v, 0) && !math.IsNaN(v); finite != (i != 12 && j != 34) {
				t.Errorf("number (%d, %d) is %g", i, j, v)
			}
		}
	}
}

func TestSizes(t *testing.T) {
	of := func(rows, cols int) blas32.General {
		return blas32.General{Rows: rows, Cols: cols, Stride: cols, Data: make([]float32, rows*cols)}
	}
	short := of(4, 5)
	short.Data = short.Data[:19]
	for name, m := range map[string][3]blas32.General{
		"inner": {of(4, 5), of(6, 3), of(4, 3)}, "rows": {of(4, 5), of(5, 3), of(5, 3)}, "columns": {of(4, 5), of(5, 3), of(4, 4)},
		"too few numbers": {short, of(5, 3), of(4, 3)},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			new(Multiplier).Add(t.Context(), blas.NoTrans, blas.NoTrans, m[0], m[1], m[2])
		}()
	}
	new(Multiplier).Add(t.Context(), blas.NoTrans, blas.NoTrans, of(0, 5), of(5, 3), of(0, 3))
}

// The products of a step of 20-64-64-1 on 256 records and of the convolutional network,
// on one core.
func BenchmarkAdd(b *testing.B) {
	rng := seeded(4)
	for _, size := range []struct {
		name              string
		turnA, turnB      blas.Transpose
		rows, inner, cols int
	}{
		{"hidden", blas.NoTrans, blas.NoTrans, 256, 64, 64},
		{"hidden down", blas.NoTrans, blas.Trans, 256, 64, 64},
		{"hidden gradient", blas.Trans, blas.NoTrans, 64, 256, 64},
		{"convolution", blas.NoTrans, blas.NoTrans, 48, 450, 100},
		{"convolution gradient", blas.NoTrans, blas.Trans, 48, 100, 450},
		{"large", blas.NoTrans, blas.NoTrans, 64, 1200, 800},
		{"large down", blas.NoTrans, blas.Trans, 64, 800, 1200},
	} {
		x, y := factor(size.turnA, size.rows, size.inner, rng), factor(size.turnB, size.inner, size.cols, rng)
		c, m := drawn(size.rows, size.cols, rng), Multiplier{}
		b.Run(size.name, func(b *testing.B) {
			for b.Loop() {
				m.Add(b.Context(), size.turnA, size.turnB, x, y, c)
			}
			b.ReportMetric(2*float64(size.rows*size.inner*size.cols)*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "GFlops")
		})
	}
}
