package privacy

import "math"

// State is the guarantee of which nothing is known but the claim.
func State(c Claim) Guarantee { return stated{c} }

type stated struct{ claim Claim }

func (s stated) Claim() Claim { return s.claim }

// Delta is the profile of the worst mechanism of which the claim is true.
//
// For (ε, δ) that mechanism tells the truth outright with probability δ and
// otherwise answers one bit by randomised response at ε: every other is a
// function of its answer (Kairouz, Oh & Viswanath 2015, in the proof of Theorem
// 3.3; ε alone is δ = 0). At ε′ < ε its profile is δ + (1 − δ)(e^ε − e^ε′)/(1 + e^ε); from ε on
// it is δ.
//
// A loss that exceeds ε with probability at most δ gives (ε, δ), and the worst
// mechanism for that is one of which it is true: the loss exceeds ε where the
// truth was told, and nowhere else. So the profile is the same.
func (s stated) Delta(epsilon float64) float64 {
	c := s.claim
	if epsilon >= c.Epsilon {
		return c.Delta
	}
	return c.Delta + (1-c.Delta)*-math.Expm1(epsilon-c.Epsilon)/(1+math.Exp(-c.Epsilon))
}
