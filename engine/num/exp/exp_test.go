package exp

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Every bit equals that of math.Exp, for slices of any length, near and far, and for NaN and infinities.
func TestAllIsExp(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 7))
	odd := []float64{0, math.Copysign(0, -1), 1, -1, 708, -708, 709.8, -745.2, math.MaxFloat64, math.SmallestNonzeroFloat64, math.Inf(1), math.Inf(-1), math.NaN()}
	for _, n := range []int{0, 1, 3, 4, 5, 7, 8, 23, 1000, 100_003} {
		for _, width := range []float64{1e-9, 1, 30, 708, 800} {
			x := make([]float64, n)
			for i := range x {
				if x[i] = width * (2*rng.Float64() - 1); rng.IntN(n) < 3 {
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

// Slices give the bits of single calls, near and far, and for NaN and infinities.
func TestAll32IsOf32(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 7))
	odd := []float32{0, float32(math.Copysign(0, -1)), 87, 88, 88.1, -87, -87.1, 1e30, -1e30, float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN())}
	for _, n := range []int{0, 1, 7, 8, 9, 23, 1000, 100_003} {
		for _, width := range []float32{1e-6, 1, 20, 87, 100} {
			x := make([]float32, n)
			for i := range x {
				if x[i] = width * (2*rng.Float32() - 1); rng.IntN(n) < 3 {
					x[i] = odd[rng.IntN(len(odd))]
				}
			}
			into := slices.Clone(x)
			All32(into, into)
			for i, v := range x {
				if want := Of32(v); math.Float32bits(into[i]) != math.Float32bits(want) {
					t.Fatalf("%d numbers up to %g: e^%v is %v, want %v", n, width, v, into[i], want)
				}
			}
		}
	}
}

// Of32 returns e^v, up to the limits of float32.
func TestOf32(t *testing.T) {
	for v := -90.0; v < 87.9; v += 0.0137 {
		want := math.Exp(float64(float32(v)))
		if got := float64(Of32(float32(v))); math.Abs(got-want) > 5e-7*want+2e-38 {
			t.Fatalf("e^%v = %v, want %v", v, got, want)
		}
	}
	if v := Of32(float32(math.NaN())); v == v {
		t.Errorf("e to no number is %v", v)
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
