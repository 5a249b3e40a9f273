package sum

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// exactly returns the sum with enough bits to be exact, rounded once.
func exactly(numbers []float64) float64 {
	total := new(big.Float).SetPrec(2200).SetMode(big.ToNearestEven)
	for _, x := range numbers {
		total.Add(total, new(big.Float).SetFloat64(x))
	}
	v, _ := total.Float64()
	return v
}

// A sum is the nearest number to the true one, in whatever order and in whatever parts it is added.
func TestSumsLoseNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	cases := [][]float64{
		nil, {0.1}, {1, 0x1p-53}, {1, 0x1p-53, 0x1p-106}, {1, 0x1p-53, -0x1p-106}, {1 + 0x1p-52, 0x1p-53},
		{1e300, 1, -1e300}, {1e16, 1, 1e-16, -1e16}, {0x1p-1074, -0x1p-1074}, {0x1p-1074, 1, -1},
	}
	for range 300 {
		var c []float64
		for range 1 + rng.IntN(200) {
			x := rng.Float64()
			if rng.IntN(2) == 0 {
				x = math.Ldexp(rng.NormFloat64(), rng.IntN(600)-300)
			}
			c = append(c, x)
		}
		cases = append(cases, c)
	}
	for _, c := range cases {
		want := exactly(c)
		if got := Of(c); got != want {
			t.Errorf("%d numbers are %v, not %v", len(c), got, want)
		}
		mixed := slices.Clone(c)
		rng.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
		var all Exact
		for part := range slices.Chunk(mixed, 7) {
			var s Exact
			for _, x := range part {
				s.Add(x)
			}
			all.Merge(s)
		}
		if all.Value() != want {
			t.Errorf("in parts of another order %d numbers are %v, not %v", len(c), all.Value(), want)
		}
	}
}

func BenchmarkAdd(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	var s Exact
	for b.Loop() {
		s.Add(rng.Float64())
	}
}
