// Package privacy holds privacy guarantees as values: what is claimed, between
// which neighbours, and how large a δ that leaves at every ε.
//
// The one scale on which all guarantees meet is the privacy profile (Balle,
// Barthe & Gaboardi 2018): δ(ε) is the largest hockey-stick divergence
//
//	sup over events S of  Pr[M(D) ∈ S] − e^ε·Pr[M(D′) ∈ S]
//
// over neighbours D and D′; M is (ε, δ(ε))-private at every ε at once.
//
// What an attacker can tell of two equally likely values is half of 1 + their total variation, a
// closed form for every mechanism; the guarantee allows half of 1 + δ(0). A bound on the chance of a
// larger loss implies the profile of (ε, δ), as the worst mechanism for that bound keeps it.
package privacy

import (
	"math"

	"dpscope/engine/numeral"
)

// Guarantee is what a mechanism promises, and all that follows from it.
type Guarantee interface {
	Claim() Claim

	// Delta returns an upper bound on the privacy profile at ε ≥ 0. It never rises.
	Delta(epsilon float64) float64
}

// Notion is the kind of a claim.
type Notion int

const (
	Pure          Notion = iota // ε: no event is more than e^ε times as likely for one neighbour as for the other
	Approximate                 // (ε, δ): the same up to δ
	Probabilistic               // Pr[loss > ε] ≤ δ, over the output ("PAC" in Zheng & Hu)
)

// Neighbours says which data a guarantee makes hard to tell apart.
type Neighbours int

const (
	AnyTwoValues Neighbours = iota // local: whatever the value of one person is
	OneAdded                       // one record is there or is not
	OneReplaced                    // one record is another
	OneLabel                       // the label of one record is another
	OneZeroed                      // one record counts nothing, and its place stays
)

// String names the neighbours.
func (n Neighbours) String() string {
	return [...]string{"any two values of [0, 1]", "data sets of which one has one record more",
		"data sets that differ in one record", "data sets that differ in one label; the features are public",
		"data sets in one of which one record counts nothing"}[n]
}

// short is the notion of privacy between such neighbours, as it is abbreviated.
func (n Neighbours) short() string {
	return [...]string{"LDP", "DP", "DP", "label-DP", "DP"}[n]
}

// Claim is one sentence of a guarantee.
type Claim struct {
	Epsilon, Delta float64
	Notion         Notion
	Neighbours     Neighbours
	Condition      string // what else must hold; empty when nothing
}

// Tag is the notion in a few characters.
func (c Claim) Tag() string {
	switch c.Notion {
	case Approximate:
		return "(ε, δ)-" + c.Neighbours.short()
	case Probabilistic:
		return "Pr[loss > ε] ≤ δ"
	}
	return "ε-" + c.Neighbours.short()
}

// String returns the claim in words, numbers to three digits: "ε-LDP with
// ε = 2.00, for any two values of [0, 1]".
func (c Claim) String() string {
	epsilon, delta := numeral.Short(c.Epsilon), numeral.Short(c.Delta)
	text := c.Tag() + " with ε = " + epsilon
	switch c.Notion {
	case Approximate:
		text += ", δ = " + delta
	case Probabilistic:
		text = "the loss exceeds ε = " + epsilon + " with probability at most δ = " + delta
	}
	text += ", for " + c.Neighbours.String()
	if c.Condition != "" {
		text += "; " + c.Condition
	}
	return text
}

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

// RightGuess is how often an attacker is right at best who sees one answer and
// guesses from which of two values it came, each being as likely beforehand:
// half of 1 + their total variation, by naming whichever value makes the answer
// likelier (Neyman & Pearson 1933). Total variation is the hockey-stick
// divergence at ε = 0, so RightGuess(g.Delta(0)) is what a guarantee allows:
// (e^ε + δ)/(1 + e^ε) for the claim (ε, δ).
func RightGuess(totalVariation float64) float64 { return (1 + totalVariation) / 2 }

// TotalVariation is the total variation at which an attacker is right so often at best: the inverse of RightGuess.
func TotalVariation(right float64) float64 { return 2*right - 1 }

// WrongGuess is how often that attacker is wrong at the least, under a claim: (1 − δ)/(1 + e^ε),
// with all its digits where 1 − RightGuess has none.
func WrongGuess(c Claim) float64 {
	return (1 - c.Delta) * math.Exp(-c.Epsilon) / (1 + math.Exp(-c.Epsilon))
}
