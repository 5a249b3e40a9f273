package composition

import (
	"math"

	"dpscope/engine/known"
	"dpscope/engine/num/rootfind"
	"dpscope/mechanisms/accounting"
	"dpscope/mechanisms/privacy"
)

// Bagging asks what a vote of models reveals about a record, each learnt from rows drawn with replacement;
// and how private learners change the vote.
type Bagging struct {
	Records float64 // whole, at least 2
	Models  float64 // whole
	Rows    float64 // drawn for each model
	Epsilon float64 // of each learner, if learners are private
	Slack   float64 // for the composition theorems, in (0, 1)
}

// Draws returns the total number of draws.
func (b Bagging) Draws() float64 { return b.Models * b.Rows }

// Drawn returns the probability that a record is drawn at all: two runs on neighbouring data, with the same
// coins, differ only then, so that the vote is (0, Drawn)-private; and because an answer that shows the
// record cannot come from data without it, no ε lowers that.
func (b Bagging) Drawn() float64 { return -math.Expm1(b.Draws() * math.Log1p(-1/b.Records)) }

// Spared returns the probability that a record is never drawn, with all its digits: 1 − Drawn.
func (b Bagging) Spared() float64 { return math.Exp(b.Draws() * math.Log1p(-1/b.Records)) }

// Told bounds the total variation of the votes with a record and without it, for learners known by their ε
// alone: as for randomised response, asked as often.
func (b Bagging) Told() float64 {
	return min(accounting.Repeated{Epsilon: b.Each(), Times: b.Models}.Delta(0), 1)
}

// PrintedEpsilon returns the ε quoted for bagging, m·k·ln((n+1)/n), which belongs to another pair of sizes
// than the δ quoted beside it; Consistent returns the one for the same pair.
func (b Bagging) PrintedEpsilon() float64 { return b.Draws() * math.Log1p(1/b.Records) }

// Consistent returns m·k·ln(n/(n−1)), the ε that belongs to the same neighbours as δ.
func (b Bagging) Consistent() float64 { return -b.Draws() * math.Log1p(-1/b.Records) }

// DrawsFor returns the number of draws that leave a slack of n^−power: fewer than one for every power above
// 1, and then no model can be learnt.
func (b Bagging) DrawsFor(power float64) float64 {
	return math.Log1p(-math.Pow(b.Records, -power)) / math.Log1p(-1/b.Records)
}

// Rate returns the part of the records that a private learner sees, drawn by a coin for every record: as many
// as bagging draws, on average.
func (b Bagging) Rate() float64 { return min(b.Rows/b.Records, 1) }

// Each returns the claim of one private learner about all records.
func (b Bagging) Each() float64 {
	epsilon, _, _ := accounting.Promise(b.learner())
	return epsilon
}

// learner is one learner as an event, and event the vote.
func (b Bagging) learner() accounting.Event {
	return accounting.Sampled{Of: accounting.Claim{Claim: privacy.Claim{Epsilon: b.Epsilon, Neighbours: privacy.OneAdded}}, Rate: b.Rate(),
		By: accounting.Poisson}
}

func (b Bagging) event() accounting.Event {
	return accounting.Times{Of: b.learner(), Count: b.Models}
}

// The ways to add up the budgets of the learners, at a slack besides. Optimal is
// exact.
var (
	Basic = Vote{"basic", "basic composition", "m·ε_s, with no further δ.", "Dwork & others 2006",
		accounting.Basic}
	Advanced = Vote{"advanced", "advanced composition", "√(2m ln(1/δ′))·ε_s + m·ε_s(e^ε_s - 1).",
		"Dwork, Rothblum & Vadhan 2010, Theorem III.3",
		accounting.Advanced}
	AdvancedTight = Vote{"advanced-tight", "tight (Kairouz & others)", "√(2m ln(1/δ′))·ε_s + m·ε_s(e^ε_s - 1)/(e^ε_s + 1).",
		"Kairouz, Oh & Viswanath 2015, Theorem 3.4",
		accounting.AdvancedTight}
	Concentrated = Vote{"zcdp", "zCDP", "ρ + 2√(ρ ln(1/δ′)), ρ = m·ε_s²/2.", "Bun & Steinke 2016, Propositions 1.3 and 1.4",
		accounting.Concentrated}
	Optimal = Vote{"optimal", "optimal composition",
		"The least E with Σ C(m,l)·(p^(m-l)(1-p)^l - e^E·p^l(1-p)^(m-l))⁺ ≤ δ′, p = e^ε_s/(1 + e^ε_s).",
		"Kairouz, Oh & Viswanath 2015, Theorem 3.3",
		accounting.Optimal}
)

// Votes lists them.
var Votes = []Vote{Basic, Advanced, AdvancedTight, Concentrated, Optimal}

// Vote is a way to add up the budgets of private learners that vote.
type Vote struct {
	Name, Title, Formula, Source string
	by                           accounting.Theorem
}

// Total returns the ε of the vote by one of the ways.
func (b Bagging) Total(by Vote) known.Value {
	v := b.spends(by)
	if math.IsInf(v, 1) {
		return known.Nothing("beyond all numbers: no guarantee")
	}
	return known.OrLess(v)
}

// spends returns the ε of the vote, +Inf on overflow.
func (b Bagging) spends(by Vote) float64 {
	v, err := accounting.Claims{Theorem: by.by}.Bound(b.event(), b.Slack)
	if err != nil || v.Missing() {
		return math.Inf(1)
	}
	return v.High
}

// Allowed returns the greatest budget of each learner on its rows with which the vote keeps a total.
func (b Bagging) Allowed(total float64, by Vote) known.Value {
	spare := func(epsilon float64) float64 {
		b.Epsilon = epsilon
		return b.spends(by) - total
	}
	low, high := 0.0, accounting.BeforeSampling(total, b.Rate())
	atHigh := spare(high)
	for atHigh <= 0 && high < MostEpsilon { // the slack covers more than the total
		low, high = high, 2*high
		atHigh = spare(high)
	}
	if atHigh > 0 {
		low, _ = rootfind.Bracket(spare, low, high, min(spare(low), -math.SmallestNonzeroFloat64), atHigh, 1e-13)
	}
	return known.OrMore(low)
}

// MostEpsilon is the largest budget that is told apart from none.
const MostEpsilon = 1e4
