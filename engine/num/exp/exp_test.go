package exp

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Every bit is that of math.Exp, for any number of numbers, near and far, and what is no number.
func TestAllIsExp(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 7))
	odd := []float64{0, math.Copysign(0, -1), 1, -1, 708, -708, 709.8, -745.2, math.MaxFloat64, math.SmallestNonzeroFloat64, math.Inf(1), math.Inf(-1), math.NaN()}
	for _, n := range []int{0, 1, 3, 4, 5, 7, 8, 23, 1000, 100_003} {
		for _, width := range []float64{1e-9, 1, 30, 708, 800} {
			x := make([]float64, n)
			for i := range x {
				if x[i] = width * (2*rng.Float64() - 1); n > 4 && rng.IntN(n) < 3 {
					x[i] = odd[rng.IntN(len(odd))]
				}
			}
			into := slices.Clone(x)
			All(into, into)
			for i, v := range x {
				if want := math.Exp(v); math.Float64bits(into[i]) != math.Float64bits(want) && !(want != want && into[i] != into[i]) {
					t.Fatalf("%d numbers up to %g: e^%v is %v, want %v", n, width, v, into[i], want)
				}
			}
		}
	}
}

func BenchmarkAll(b *testing.B) {
	for _, n := range []int{4, 256, 8192} {
		x, into := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i] = float64(i%40) - 20
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				All(into, x)
			}
		})
	}
}
