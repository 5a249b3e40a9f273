package mechanisms

import (
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/param"
)

// massByComplement returns Mass with the complement computed first; does is false for other laws.
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

// Windows at an end of [0, 1] that hold next to nothing keep their digits,
// wherever x is: twice the density would be a loss above ε (mpmath, 40 digits).
func TestTinyWindowsAtTheEnds(t *testing.T) {
	for _, c := range []struct {
		kind                       string
		epsilon, x, from, to, want float64
	}{
		{"pm", 0.1, 0, 0, 1e-15, 1.0512710963760241243e-15},
		{"pm", 0.1, 0.125, 0, 1e-15, 1.0512710963760241243e-15},
		{"sw", 2, 0, 0, 1e-12, 3.1945280494653250494e-12},
		{"sw", 0.5, 0.0625, 0, 1e-300, 1.2974425414002563262e-300},
		{"pm", 1, 1, 1 - 0x1p-50, 1, 1.4643586527364222033e-15},
		{"sw", 1, 0.875, 1 - 0x1p-50, 1, 1.5261408390001964678e-15},
	} {
		kind, err := All.Find(c.kind)
		if err != nil {
			t.Fatal(err)
		}
		m, err := kind.New(param.Values{}.With(Epsilon, c.epsilon))
		if err != nil {
			t.Fatal(err)
		}
		if got := m.At(c.x).Mass(c.from, c.to); math.Abs(got/c.want-1) > 1e-14 {
			t.Errorf("%s at ε = %g, x = %g: Pr[%g, %g] = %.17g, want %.17g", c.kind, c.epsilon, c.x, c.from, c.to, got, c.want)
		}
	}
}
