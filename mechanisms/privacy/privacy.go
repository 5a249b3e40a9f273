// Package privacy holds privacy guarantees as values: the claim, its neighbours, and the δ at every ε.
//
// The one scale on which all guarantees meet is the privacy profile (Balle,
// Barthe & Gaboardi 2018): δ(ε) is the largest hockey-stick divergence
//
//	sup over events S of  Pr[M(D) ∈ S] − e^ε·Pr[M(D′) ∈ S]
//
// over neighbours D and D′; M is (ε, δ(ε))-private at every ε at once.
//
// An attacker who sees one answer and guesses between two equally likely values is right with probability at
// most (1 + total variation)/2, a closed form for every mechanism; the guarantee allows (1 + δ(0))/2. A bound
// on the chance of a larger loss implies the profile of (ε, δ), because the worst mechanism for that bound
// keeps it.
package privacy

import (
	"math"

	"dpscope/engine/numeral"
)

// Guarantee is a mechanism's promise with all its consequences.
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
	AnyTwoValues Neighbours = iota // local: one person's value is another
	OneAdded                       // one record is present or absent
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

// short returns the abbreviated notion of privacy between such neighbours.
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

// Tag returns the notion in a few characters.
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

// State returns the guarantee of a mechanism known by its claim alone.
func State(c Claim) Guarantee { return stated{c} }

type stated struct{ claim Claim }

func (s stated) Claim() Claim { return s.claim }

// Delta returns the profile of the worst mechanism that keeps the claim.
//
// For (ε, δ) that mechanism tells the truth outright with probability δ and
// otherwise answers one bit by randomised response at ε: every other is a
// function of its answer (Kairouz, Oh & Viswanath 2015, in the proof of Theorem
// 3.3; ε alone is δ = 0). At ε′ < ε its profile is δ + (1 − δ)(e^ε − e^ε′)/(1 + e^ε); from ε on
// it is δ.
//
// A loss that exceeds ε with probability at most δ implies (ε, δ), and the worst mechanism for (ε, δ) keeps
// that bound too: its loss exceeds ε only where it tells the truth. So the profile is the same.
func (s stated) Delta(epsilon float64) float64 {
	c := s.claim
	if epsilon >= c.Epsilon {
		return c.Delta
	}
	return c.Delta + (1-c.Delta)*-math.Expm1(epsilon-c.Epsilon)/(1+math.Exp(-c.Epsilon))
}

// RightGuess returns the greatest success rate of guessing from one answer which of two equally likely values
// it came from: half of 1 + their total variation, by naming the value that makes the answer likelier (Neyman
// & Pearson 1933). Total variation is the hockey-stick divergence at ε = 0, so a guarantee allows
// RightGuess(g.Delta(0)): (e^ε + δ)/(1 + e^ε) for the claim (ε, δ).
func RightGuess(totalVariation float64) float64 { return (1 + totalVariation) / 2 }

// RightUnder returns how often that guess is right at most under a claim: (e^ε + δ)/(1 + e^ε) for (ε, δ).
func RightUnder(c Claim) float64 { return RightGuess(State(c).Delta(0)) }

// TotalVariation inverts RightGuess: it returns the total variation at which the best guess has that success
// rate.
func TotalVariation(right float64) float64 { return 2*right - 1 }

// WrongGuess returns the least error rate of that guess under a claim: (1 − δ)/(1 + e^ε), with all its digits
// where 1 − RightGuess has none.
func WrongGuess(c Claim) float64 {
	return (1 - c.Delta) * math.Exp(-c.Epsilon) / (1 + math.Exp(-c.Epsilon))
}
