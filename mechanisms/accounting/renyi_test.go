package accounting

import (
	"math"
	"testing"
)

// Many runs of one step have the budgets that each has by itself.
func TestAlong(t *testing.T) {
	counts := []float64{1, 2, 7, 60, 1000, 3e4, 1e6, 1e9}
	for _, s := range []Step{{0.01, 1.1}, {0.5, 0.3}, {1, 10}, {1e-6, 2}, {0.02, 0.01}, {0.3, 1e4}} {
		for _, delta := range []float64{1e-5, 0.3, 1e-100} {
			for i, epsilon := range s.Along(counts, delta) {
				want := Run{s, counts[i]}.Renyi(delta).Epsilon
				if !(epsilon >= want*(1-1e-7) && epsilon <= want*(1+1e-3)+1e-9) {
					t.Errorf("%+v, δ = %g: %g steps take %v, and alone %v", s, delta, counts[i], epsilon, want)
				}
			}
		}
	}
}

// The affinity of sampled normal steps equals a quadrature of √(PQ), and has its closed form at a rate of 1.
func TestLogAffinity(t *testing.T) {
	for _, r := range []Run{{Step{1, 2}, 3}, {Step{0.01, 1.1}, 1}, {Step{0.01, 1.1}, 1e4}, {Step{0.5, 0.3}, 7}, {Step{0.9, 0.05}, 1}, {Step{1e-6, 5}, 100}} {
		const steps, reach = 200_000, 12
		low, high := -reach*r.Deviation, 1+reach*r.Deviation
		h, lost := (high-low)/steps, 0.0 // 1 − ∫ √(PQ) = ∫ (√P − √Q)²/2
		density := func(x float64) float64 {
			return math.Exp(-x*x/(2*r.Deviation*r.Deviation)) / r.Deviation / math.Sqrt(2*math.Pi)
		}
		for i := range steps + 1 {
			x := low + float64(i)*h
			gap := math.Sqrt((1-r.Rate)*density(x)+r.Rate*density(x-1)) - math.Sqrt(density(x))
			lost += h * gap * gap / 2
		}
		if got, want := r.LogAffinity(), r.Steps*math.Log1p(-lost); !(math.Abs(got-want) <= 1e-8*math.Abs(want)+1e-15*r.Steps) {
			t.Errorf("%+v: %v, want %v", r, got, want)
		}
	}
}
