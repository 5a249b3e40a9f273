package privacy

import (
	"math"

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
