package central

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dpscope/engine/effort"
)

// The profile of a staircase belongs to the worst move, by its steps one after another: at a move of a sensitivity some answers
// are as likely as before, so that it is less than ε alone allows.
func TestStaircaseProfile(t *testing.T) {
	rng := rand.New(rand.NewPCG(22, 5))
	for range effort.Scale(40, 200, 2000) {
		epsilon := math.Exp(math.Log(0.05) + rng.Float64()*math.Log(300))
		l := losses[rng.IntN(len(losses))]
		at := epsilon * (1.2*rng.Float64() - 0.1)
		budget := max(at, 0)
		for _, n := range []Noise{NewStaircase(epsilon, l), Staircase{epsilon, rng.Float64()}} {
			most := 0.0
			for i := range 40 {
				most = max(most, byPlaces(n, budget, float64(i+1)/40))
			}
			if got := n.Guarantee().Delta(budget); math.Abs(got-most) > 1e-9 {
				t.Errorf("%+v at ε = %g: δ = %g, by its moves %g", n, budget, got, most)
			}
		}
		n := NewDiscreteStaircase(epsilon, 1+rng.IntN(9), l)
		most := 0.0
		for k := range n.Steps {
			most = max(most, beside(n, budget, float64(k+1)/float64(n.Steps)))
		}
		if got := n.Guarantee().Delta(budget); math.Abs(got-most) > 1e-9 {
			t.Errorf("%+v at ε = %g: δ = %g, by its moves %g", n, budget, got, most)
		}
	}
	for _, epsilon := range []float64{1e-6, 700, 1400, 1500} {
		for _, l := range losses {
			if told := NewStaircase(epsilon, l).Guarantee().Delta(0); !(told >= 0.2*min(epsilon, 1) && told <= 1) {
				t.Errorf("ε = %g, %v: δ(0) = %g", epsilon, l, told)
			}
		}
	}
}

// byPlaces returns V at a shift, from the density between all places where it or the moved one changes.
func byPlaces(n Noise, epsilon, shift float64) (sum float64) {
	law, gamma := n.Law(), n.(Staircase).Gamma
	end := math.Ceil(40/n.(Staircase).Epsilon) + 2
	var cuts []float64
	for k := 0.0; k < end; k++ {
		cuts = append(cuts, gamma+k, -gamma-k, gamma+k+shift, -gamma-k+shift)
	}
	slices.Sort(cuts)
	for i := range len(cuts) - 1 {
		from, to := cuts[i], cuts[i+1]
		if to-from < 1e-13 {
			continue
		}
		middle := (from + to) / 2
		sum += max(0, law.Density(middle)-math.Exp(epsilon)*law.Density(middle-shift)) * (to - from)
	}
	return sum
}
