package orderstat

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Every place of every list has the value that sorting puts there, and the list is
// parted at it.
func TestNth(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := 1; n <= 60; n++ {
		for kind := range 5 {
			values := make([]float64, n)
			for i := range values {
				values[i] = [...]float64{rng.NormFloat64(), float64(rng.IntN(3)), float64(i), float64(-i), 7}[kind]
			}
			if n > 3 && kind == 0 {
				values[1], values[2] = math.Inf(1), math.Inf(-1)
			}
			sorted := slices.Sorted(slices.Values(values))
			for place := range n {
				got := slices.Clone(values)
				v := Nth(got, place)
				if v != sorted[place] || slices.Max(got[:place+1]) != v || slices.Min(got[place:]) != v {
					t.Fatalf("number %d of %v is %v, and it leaves %v", place, values, v, got)
				}
			}
		}
	}
}

func BenchmarkNth(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	values, moved := make([]float64, 2000), make([]float64, 2000)
	for i := range values {
		values[i] = rng.NormFloat64()
	}
	for b.Loop() {
		copy(moved, values)
		Nth(moved, 50)
	}
}
