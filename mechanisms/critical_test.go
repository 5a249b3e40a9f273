package mechanisms

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/param"
)

// Between the points that CriticalEpsilons names, the mass of a window is monotone in ε,
// on a fine grid and up to rounding.
func TestTurns(t *testing.T) {
	const points = 1500
	rng := rand.New(rand.NewPCG(3, 14))
	turned := map[string]int{}
	for range effort.Scale(300, 800, 3000) {
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
		turns, known := turning.CriticalEpsilons(x, from, to)
		if !known {
			continue
		}
		maker := FamilyOf(kind, v)
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

// A law that says that it is peaked is symmetric about x, falls on either side, and keeps ever
// more within any distance of x.
func TestPeaked(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 48))
	checked := map[string]bool{}
	for _, kind := range All.Kinds {
		for range effort.Scale(20, 100, 1000) {
			v := param.Values{}.With(Epsilon, Epsilon.Min).With(Delta, 0.499*math.Pow(10, -12*rng.Float64()))
			maker, x, reach := FamilyOf(kind, v), rng.Float64(), math.Pow(10, 6-8*rng.Float64())
			before := -1.0
			for epsilon := Epsilon.Min; epsilon < MostBudget(maker); epsilon *= 1.5 {
				m, err := maker(epsilon)
				if err != nil {
					t.Fatal(err)
				}
				law := m.At(x)
				if _, is := law.(Peaked); !is {
					break
				}
				checked[kind.Name] = true
				within := law.Mass(x-reach, x+reach)
				left, right := law.Mass(x-reach, x), law.Mass(x, x+reach)
				if within < before-1e-13 || math.Abs(left-right) > 1e-9*within || law.Density(x-reach) > law.Density(x-reach/2) || law.Density(x+reach) > law.Density(x+reach/2) {
					t.Fatalf("%s at %v, ε = %v: %v within %v after %v; %v left and %v right", kind.Name, x, epsilon, within, reach, before, left, right)
				}
				before = within
			}
		}
	}
	if !checked["laplace"] || checked["laplace-clamped"] || checked["gaussian-clamped"] || checked["pm"] {
		t.Errorf("peaked are %v", checked)
	}
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
