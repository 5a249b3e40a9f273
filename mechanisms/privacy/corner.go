package privacy

import "math"

// Corner is a place where the curve bends: a test that exists, without a coin.
type Corner struct{ FPR, TPR float64 }

// Cornered are tests that know where their curve bends, so that nobody reads it off between two
// thresholds that there are not.
type Cornered interface{ Corners() []Corner }

// Corners are those of both orders, as far as they are known.
func (a Attack) Corners() []Corner {
	return append(cornersOf(a.In), cornersOf(a.Out)...)
}

func cornersOf(t Tests) []Corner {
	if c, knows := t.(Cornered); knows {
		return c.Corners()
	}
	return nil
}

// Corners are where the truth is told outright, and where the answer of randomised response changes.
func (t ClaimTests) Corners() []Corner {
	kept := (1 - t.Claim.Delta) / (1 + math.Exp(-t.Epsilon))
	return []Corner{{0, t.Claim.Delta}, {kept * math.Exp(-t.Epsilon), t.Claim.Delta + kept}, {1 - t.Claim.Delta, 1}}
}
