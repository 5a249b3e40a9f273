package mechanisms

import (
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/param"
)

// massByComplement is Mass with the complement always computed first. It is
// false for laws that do neither.
func massByComplement(l Law, from, to float64) (mass float64, does bool) {
	var between float64
	switch l := l.(type) {
	case onInterval:
		between = l.between(max(from, 0), min(to, 1))
	case shifted[normalNoise]:
		between = l.noise.between(from-l.x, to-l.x, to-from)
	case shifted[laplaceNoise]:
		between = l.noise.between(from-l.x, to-l.x, to-from)
	case shifted[boundedNoise]:
		between = l.noise.between(from-l.x, to-l.x, to-from)
	default:
		return 0, false
	}
	if outside := l.Outside(from, to); outside <= 0.5 {
		return 1 - outside, true
	}
	return between, true
}

// Masses of narrow windows are found without their complements, and are the
// same to the last digit.
func TestNarrowWindowsKeepTheirDigits(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 4))
	asked, narrowed := 0, 0
	for _, kind := range All.Kinds {
		for range 4000 {
			epsilon := math.Exp(rng.Float64()*20 - 13) // to 1,100
			m, err := kind.New(param.Values{}.With(Epsilon, epsilon))
			if err != nil {
				continue
			}
			x := [4]float64{0, 1, rng.Float64(), rng.Float64()}[rng.IntN(4)]
			l := m.At(x)
			middle := x + [3]float64{0, 1, 1e-9}[rng.IntN(3)]*(rng.Float64()-0.5)
			width := math.Exp(-40 * rng.Float64())
			from, to := middle-width*rng.Float64(), middle+width*rng.Float64()
			want, does := massByComplement(l, from, to)
			if !does {
				break
			}
			if got := l.Mass(from, to); got != want {
				t.Fatalf("%s, ε = %g, x = %g: Pr[%g, %g] = %g, want %g", kind.Name, epsilon, x, from, to, got, want)
			}
			asked++
			if narrow(from, to, l.Density(x)) {
				narrowed++
			}
		}
	}
	if narrowed < asked/4 {
		t.Errorf("only %d of %d windows were narrow", narrowed, asked)
	}
}
