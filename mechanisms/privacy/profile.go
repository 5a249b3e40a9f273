package privacy

import (
	"math"
	"slices"

	"dpscope/engine/num/rootfind"
)

// Profile is a guarantee by the privacy profile itself, or an upper bound on it.
type Profile struct {
	Of         func(epsilon float64) float64 // never rises
	At         float64                       // the δ at which an ε is claimed
	Neighbours Neighbours
	Condition  string
}

// Claim returns the least ε with δ(ε) ≤ At.
func (p Profile) Claim() Claim {
	return Claim{Epsilon: LeastEpsilon(p.Of, p.At), Delta: p.At, Notion: Approximate, Neighbours: p.Neighbours, Condition: p.Condition}
}

func (p Profile) Delta(epsilon float64) float64 { return p.Of(epsilon) }

// Point is one place of a tabulated profile.
type Point struct{ Epsilon, Delta float64 }

// Tabulated returns an upper bound on a profile that is known, or bounded, at
// points of increasing ε: chords in e^ε between neighbours, since a hockey-stick
// divergence is convex in e^ε and is 1 where that is 0. Beyond the last point it
// stays as it is there.
func Tabulated(points []Point) func(epsilon float64) float64 {
	return func(epsilon float64) float64 {
		i, _ := slices.BinarySearchFunc(points, epsilon, func(p Point, e float64) int {
			if p.Epsilon < e {
				return -1
			}
			return 1
		})
		switch {
		case i == len(points):
			return points[i-1].Delta
		case i == 0:
			return 1 - (1-points[0].Delta)*math.Exp(epsilon-points[0].Epsilon)
		}
		a, b := points[i-1], points[i]
		share := -math.Expm1(epsilon-b.Epsilon) / -math.Expm1(a.Epsilon-b.Epsilon) // of a
		return b.Delta + share*(a.Delta-b.Delta)
	}
}

// LeastEpsilon returns the least ε ≥ 0 at which a profile is at most delta, on
// the safe side in its last digit; +Inf where none is.
func LeastEpsilon(profile func(epsilon float64) float64, delta float64) float64 {
	spare := func(epsilon float64) float64 { return delta - profile(epsilon) }
	low, high := 0.0, 1.0
	atLow, atHigh := spare(low), spare(high)
	if atLow >= 0 {
		return 0
	}
	for !(atHigh >= 0) {
		if math.IsInf(high, 1) {
			return high
		}
		low, atLow = high, atHigh
		high *= 2
		atHigh = spare(high)
	}
	if math.IsInf(high, 1) {
		return high
	}
	_, above := rootfind.Bracket(spare, low, high, atLow, atHigh, 0)
	return above
}
