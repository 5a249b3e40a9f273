package privacy

import "math"

// Corner is a place where the curve bends: a test that exists, without a coin.
type Corner struct{ FPR, TPR float64 }

// Cornered tests know the corners of their curve, so that no reading falls between two thresholds with
// nothing between.
type Cornered interface{ Corners() []Corner }

// Corners returns the known corners of both orders.
func (a Attack) Corners() []Corner {
	return append(cornersOf(a.In), cornersOf(a.Out)...)
}

func cornersOf(t Tests) []Corner {
	if c, knows := t.(Cornered); knows {
		return c.Corners()
	}
	return nil
}

// Corners returns the corners: where the truth is told outright, and where the answer of randomised response
// changes.
func (t ClaimTests) Corners() []Corner {
	kept := (1 - t.Claim.Delta) / (1 + math.Exp(-t.Epsilon))
	return []Corner{{0, t.Claim.Delta}, {kept * math.Exp(-t.Epsilon), t.Claim.Delta + kept}, {1 - t.Claim.Delta, 1}}
}
