package mechanisms

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/param"
)

// Between the points that Turns names, the mass of a window is monotone in ε,
// on a fine grid and up to rounding.
func TestTurns(t *testing.T) {
	const points = 1500
	rng := rand.New(rand.NewPCG(3, 14))
	turned := map[string]int{}
	for range effort.Of(300, 800, 3000) {
		kind := All.Kinds[rng.IntN(len(All.Kinds))]
		v := param.Values{}.With(Epsilon, 1).With(Delta, 0.499*math.Pow(10, -12*rng.Float64())).With(Bins, float64(2+rng.IntN(50)*rng.IntN(50)))
		m, err := kind.New(v)
		if err != nil {
			t.Fatal(err)
		}
		x, from, to := randomWindow(rng)
		turning, known := m.(Turning)
		if !known {
			continue
		}
		turns, known := turning.Turns(x, from, to)
		if !known {
			continue
		}
		maker := MakerOf(kind, v)
		slices.Sort(turns)
		if len(turns) > 0 {
			turned[kind.Name]++
		}
		var rises, falls bool
		next, last := 0, math.NaN()
		for i := range points {
			epsilon := min(max(1e-6*math.Pow(1.5e9, float64(i)/(points-1)), Epsilon.Min), Epsilon.Max)
			here, err := maker(epsilon)
			if err != nil {
				break // the classical Gaussian ends at 1
			}
			mass := here.At(x).Mass(from, to)
			if next < len(turns) && turns[next] <= epsilon {
				for next < len(turns) && turns[next] <= epsilon {
					next++
				}
				rises, falls = false, false
				last = mass
				continue
			}
			// Rounding: of ε·distance in an exponent, and of 1 − outside.
			slack := 1e-14*(1+epsilon*math.Abs(to-from))*mass + 2e-16
			rises = rises || mass > last+slack
			falls = falls || mass < last-slack
			if rises && falls {
				t.Errorf("%s x=%v [%v, %v] turns at ε=%v, which is not among %v", kind.Name, x, from, to, epsilon, turns)
				break
			}
			last = mass
		}
	}
	t.Logf("windows with turns: %v", turned)
}

// randomWindow draws x and a window, often with coinciding or round ends.
func randomWindow(rng *rand.Rand) (x, from, to float64) {
	place := func() float64 {
		switch rng.IntN(4) {
		case 0:
			return float64(rng.IntN(21)) / 20
		case 1:
			return math.Pow(10, -9*rng.Float64())
		}
		return rng.Float64()
	}
	x, from, to = place(), place(), place()
	switch rng.IntN(4) {
	case 0:
		from, to = x-to, x+to
	case 1:
		from, to = x-from*rng.Float64(), 11*rng.Float64()-5
	case 2:
		from = x + math.Pow(10, -9*rng.Float64())*(2*rng.Float64()-1)
		to = from + math.Pow(10, -9*rng.Float64())
	}
	return x, min(from, to), max(from, to)
}
