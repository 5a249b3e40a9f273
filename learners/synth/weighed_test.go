package synth

import (
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/effort"
)

// The nearest counts add up, are none below 0, and no way to move people between two cells is nearer.
func TestNearest(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range effort.Scale(300, 1000, 10_000) {
		counts := make([]float64, 1+rng.IntN(8))
		for i := range counts {
			counts[i] = 10 * rng.NormFloat64()
		}
		total := 20 * rng.Float64()
		list := nearest(counts, total)
		if math.Abs(sum(list)-total) > 1e-9 {
			t.Fatalf("%v: %v add up to %v, want %v", counts, list, sum(list), total)
		}
		for i, v := range list {
			for k := range list {
				if v < 0 || v > 1e-9 && list[k]-counts[k] < v-counts[i]-1e-9 {
					t.Fatalf("%v: of %v some of cell %d are nearer in cell %d", counts, list, i, k)
				}
			}
		}
	}
}

// The truncated law has the mean of a sum over many places, on both sides of where its digits would cancel.
func TestCutOff(t *testing.T) {
	for _, place := range []float64{-200, -50.1, -49.9, -8, -1, 0, 1, 5, 40} {
		mass, sum := 0.0, 0.0
		width := 20 / max(-place, 1) / 1e5
		for x := max(0, place-12) + width/2; x < max(0, place-12)+4e5*width+24*math.Min(1, max(place, 0)); x += width {
			density := math.Exp(-(x-place)*(x-place)/2 + math.Min(place, 0)*math.Min(place, 0)/2)
			mass, sum = mass+density, sum+x*density
		}
		if got, want := cutOff(place), sum/mass; math.Abs(got/want-1) > 1e-3 {
			t.Errorf("about %g: %v, want %v", place, got, want)
		}
	}
}

// Without noise a model of a pass over all attributes is the table's; of a table that noise drowns it is even, and has people of every class.
func TestWeighedFit(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 3))
	r := Records{Schema: declared(3, 5), Codes: make([][]uint16, 3)}
	for range 1000 {
		class := uint16(rng.IntN(10) / 9)
		r.Codes[0] = append(r.Codes[0], uint16(rng.IntN(2)+int(class)))
		r.Codes[1] = append(r.Codes[1], uint16(rng.IntN(5)))
		r.Codes[2] = append(r.Codes[2], class)
	}
	for _, c := range []struct{ epsilon, within float64 }{{1e5, 1e-3}, {1e-3, 1}} {
		m, err := Fit(t.Context(), r, Settings{Epsilon: c.epsilon, Delta: 1e-6, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		model, total := m.law.(*mixture), 0.0
		for _, share := range m.Classes() {
			if total += share; !(share > 0) {
				t.Errorf("ε = %g: shares of classes are %v", c.epsilon, m.Classes())
			}
		}
		if math.Abs(total-1) > 1e-9 {
			t.Errorf("ε = %g: shares of classes are %v", c.epsilon, m.Classes())
		}
		for a := range 2 {
			of := []int{2, a}
			got := model.marginal(of)
			for i, count := range r.Count(of) {
				if math.Abs(got[i]-count/1000) > c.within || c.within == 1 && !(got[i] > 0) {
					t.Errorf("ε = %g: cell %d of %v is %v, and %v of the people", c.epsilon, i, of, got[i], count/1000)
				}
			}
		}
	}
}
