package proof

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The bound is below the function at every point of the box, and it is met at
// the place that is named: for bowls, saddles and domes alike.
func TestLeast(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := 1; n <= 4; n++ {
		for range 300 {
			b := someBowl(rng, n)
			bound, at := b.Least()
			if met := b.At(at); !(bound <= met && met <= bound+1e-12*(1+math.Abs(bound))) {
				t.Fatalf("bound %v, met with %v at %v: %+v", bound, met, at, b)
			}
			for range 500 {
				d := make([]float64, n)
				for i := range d {
					d[i] = b.Low[i] + (b.High[i]-b.Low[i])*min(max(1.4*rng.Float64()-0.2, 0), 1)
				}
				if b.At(d) < bound-1e-13 { // rounding
					t.Fatalf("%v at %v is less than %v: %+v", b.At(d), d, bound, b)
				}
			}
		}
	}
}

// someBowl bends as A + Aᵀ does, or as AᵀA, or as AᵀA of a rank that leaves a
// direction level.
func someBowl(rng *rand.Rand, n int) Bowl {
	b := Bowl{Value: rng.NormFloat64()}
	rank := rng.IntN(3)
	a := make([][]float64, n)
	for i := range a {
		for range n {
			a[i] = append(a[i], rng.NormFloat64())
		}
		b.Gradient = append(b.Gradient, rng.NormFloat64()*2)
		b.Low, b.High = append(b.Low, -rng.Float64()), append(b.High, rng.Float64())
	}
	for i := range n {
		b.Bend = append(b.Bend, make([]float64, n))
		for j := range n {
			if b.Bend[i][j] = a[i][j] + a[j][i]; rank > 0 {
				b.Bend[i][j] = 0
				for k := rank - 1; k < n; k++ {
					b.Bend[i][j] += a[k][i] * a[k][j]
				}
			}
		}
	}
	return b
}
