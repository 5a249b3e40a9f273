package lp

import (
	"math"
	"math/rand/v2"
	"testing"
)

// drawMatrix draws a sparse matrix. Rows that equal another's make it singular.
func drawMatrix(rng *rand.Rand, size int, singular bool) (rows []vector) {
	for i := range size {
		row := make([]float64, size)
		row[(i*7+3)%size] = 1 + rng.Float64()
		for range rng.IntN(4) {
			row[rng.IntN(size)] = rng.NormFloat64()
		}
		if i == size-1 {
			for j := range row {
				row[j] = rng.NormFloat64() // a dense row, as a whole event is
			}
		}
		rows = append(rows, vectorOf(row))
	}
	if singular {
		rows[size/2] = rows[0].times(2)
	}
	return rows
}

// Both systems that factors solve hold to rounding, and a singular matrix is refused.
func TestFactors(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 300 {
		size := 2 + rng.IntN(60)
		for size%7 == 0 {
			size++
		}
		rows := drawMatrix(rng, size, false)
		f, regular := factorise(rows, nil)
		if !regular {
			continue
		}
		b, x := make([]float64, size), make([]float64, size)
		for j := range b {
			b[j] = rng.NormFloat64()
		}
		f.solve(append([]float64(nil), b...), x)
		z := make([]float64, size)
		f.solveLeft(append([]float64(nil), b...), z)
		left, scale := make([]float64, size), 1.0
		for k, row := range rows {
			row.addTo(left, z[k])
			if off := math.Abs(row.dot(x) - b[k]); off > 1e-7*(1+math.Abs(x[k])) {
				t.Fatalf("%d: row %d of %d is off by %g", i, k, size, off)
			}
			scale = max(scale, math.Abs(z[k]))
		}
		for j := range left {
			if off := math.Abs(left[j] - b[j]); off > 1e-9*scale {
				t.Fatalf("%d: column %d of %d is off by %g", i, j, size, off)
			}
		}
		if _, regular := factorise(drawMatrix(rng, size, true), nil); regular && size > 3 {
			t.Fatalf("%d: two equal rows of %d pass for regular", i, size)
		}
	}
	if _, regular := factorise(drawMatrix(rng, 50, false), func() bool { return true }); regular {
		t.Error("it does not stop")
	}
}
