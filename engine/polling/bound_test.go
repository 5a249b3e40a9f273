package polling

import (
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/num/binomial"
)

// The bound never keeps a margin that the exact law misses, and keeps those of a wide law from 2.2 deviations on at 95 %.
func TestSurely(t *testing.T) {
	sure := 0
	for _, n := range []float64{1, 7, 100, 2000, 1e9, 1e12} {
		for _, everyone := range []bool{false, true} {
			for _, share := range []float64{0, 0.001, 0.3, 1} {
				for _, epsilon := range []float64{0.05, 1, 6, 12, 30} {
					for _, name := range []string{"response", "subset", "oue"} {
						s := Survey{Asks: Choice, Options: 10, Everyone: everyone, People: n, Epsilon: epsilon, Share: share, Protocol: name}
						r, err := s.Result()
						if err != nil {
							t.Fatal(err)
						}
						e := r.(Estimate)
						for _, c := range []float64{0.5, 0.95, 0.9999} {
							for deviations := 0.5; deviations < 6; deviations += 0.125 {
								margin := deviations * e.Deviation().Value
								if !e.surely(margin, c) {
									if c == 0.95 && deviations > 2.2 && e.law.deviation() > 100 {
										t.Errorf("n = %g, share %g, ε = %g: %g deviations are not kept surely", n, share, epsilon, deviations)
									}
									continue
								}
								if sure++; e.outsideOf(margin) > 1-c {
									t.Errorf("n = %g, share %g, ε = %g, confidence %g: %g deviations are missed", n, share, epsilon, c, deviations)
								}
							}
						}
					}
				}
			}
		}
	}
	if sure < 10_000 {
		t.Errorf("%d margins are kept surely", sure)
	}
}

// The bound is one on the tail of every sum of two laws.
func TestTailAtMost(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for range 3000 {
		n, m := math.Floor(math.Pow(10, 4*rng.Float64())), math.Floor(math.Pow(10, 4*rng.Float64()))
		a, b := binomial.New(n, math.Pow(rng.Float64(), 8)), binomial.New(m, math.Pow(rng.Float64(), 8)).Failures()
		y := sum(a, b)
		at := math.Ceil(a.Mean() + b.Mean() + 6*rng.Float64()*y.deviation())
		distance := y.gap(at)
		if tail, most := y.outside()(-1, at-1), tailAtMost(a, b, distance); tail > most {
			t.Errorf("%g of %g and %g of %g lie %g above their mean with %g, which is bounded by %g", a.P, n, b.P, m, distance, tail, most)
		}
	}
}
