package central

import (
	"math"
	"testing"
)

// The distinguishability of moved noise equals the profile at ε = 0 where that has another derivation, and for staircases a sum
// over narrow cells, at the sensitivity and at all shorter moves.
func TestTold(t *testing.T) {
	for _, at := range []struct{ epsilon, delta float64 }{{0.5, 0.05}, {1, 0.2}, {3, 0.3}, {15, 0.4}} {
		for name, n := range made(t, at.epsilon, at.delta, absolute) {
			told, hidden := Told(n.Law())
			if math.Abs(told+hidden-1) > 1e-12 {
				t.Errorf("%s at ε = %g: %g is told and %g hidden", name, at.epsilon, told, hidden)
			}
			if name != "staircase" && name != "discrete-staircase" {
				if want := n.Guarantee().Delta(0); math.Abs(told-want) > 1e-9 {
					t.Errorf("%s at ε = %g tells %g, its profile says %g", name, at.epsilon, told, want)
				}
				continue
			}
			most, cells := 0.0, 60
			for k := 1; k <= cells; k++ {
				most = max(most, apart(n, at.epsilon, cells, k))
			}
			if name == "discrete-staircase" {
				most = max(apart(n, at.epsilon, 3, 1), apart(n, at.epsilon, 3, 2), apart(n, at.epsilon, 3, 3))
			}
			if math.Abs(told-most) > 0.02 || name == "discrete-staircase" && math.Abs(told-most) > 1e-9 {
				t.Errorf("%s at ε = %g tells %g, cells say %g", name, at.epsilon, told, most)
			}
		}
	}
}

// apart returns the total variation between noise and the noise moved by k, on cells or on points.
func apart(n Noise, epsilon float64, cells, k int) float64 {
	_, whole := n.(DiscreteStaircase)
	mass := func(i int) float64 {
		low, high := float64(i)/float64(cells), float64(i+1)/float64(cells)
		if whole {
			high = low
		}
		return n.Law().Mass(low, high)
	}
	sum := 0.0
	far := int(30/epsilon+2) * cells
	for i := -far; i < far; i++ {
		sum += max(0, mass(i)-mass(i-k))
	}
	return sum
}
