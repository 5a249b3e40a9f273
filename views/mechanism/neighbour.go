package mechanism

import (
	"fmt"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/mechanisms"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/view"
)

// What an attacker who sees one answer can tell about the value it came from.

const (
	guessSource  = "the best test of two distributions: Neyman & Pearson 1933; under a guarantee: Kairouz, Oh & Viswanath 2015, Thm 3.3"
	guessAssumes = "Both values are equally likely beforehand, the attacker knows the mechanism, and sees one answer."
	twoValues    = "x and x′, equally likely beforehand, and one answer"
)

var attackerRight = guessReading(view.Answering, view.AttackerRight, "attacker is right", "attacker right", "(1 + TV)/2", twoValues, window.rightGuess,
	func(q window) string {
		return fmt.Sprintf("(1 + %s)/2: TV, the total variation, is half of the area between the two curves, at x = %s and x′ = %s.",
			numeral.Short(q.m.TotalVariation(q.x, q.other)), numeral.Short(q.x), numeral.Short(q.other))
	}, "How often the better of two guesses, x or x′, is right: the answer is taken to come from the value that makes it likelier.", isPair)

// attackerReadings follow attackerRight and the share in the window.
var attackerReadings = []view.Entry[window]{
	guessReading(view.Shown, "attacker-right-worst", "… for the worst pair", "worst pair", "(1 + δ(0))/2",
		"the two values easiest to tell apart, equally likely beforehand, and one answer",
		func(q window) float64 { return privacy.RightGuess(q.m.DeltaAt(0)) },
		func(q window) string {
			return fmt.Sprintf("(1 + %s)/2: the largest total variation of any two values, which 0 and 1 have.", numeral.Short(q.m.DeltaAt(0)))
		}, "The same for the two values that are easiest to tell apart: the privacy profile at ε = 0 is the largest total variation.", nil),
	guessReading(view.Shown, view.AttackerAllowed, "… allowed by ε", "ε allows", "(e^ε + δ)/(1 + e^ε)",
		"the guarantee, of two values equally likely beforehand, and one answer",
		func(q window) float64 { return privacy.RightGuess(q.m.Guarantee().Delta(0)) },
		func(q window) string {
			c := q.m.Guarantee().Claim()
			return fmt.Sprintf("(e^ε + δ)/(1 + e^ε) at ε = %s, δ = %s. Stated: %s.", numeral.Short(c.Epsilon), numeral.Short(c.Delta), c)
		}, "The most that any mechanism with this guarantee lets an attacker be right. The one that does tells the truth with probability δ, else answers yes or no by randomised response.", nil),
	view.OnceIn(windowReading{Symbol: "1/(1 - right)", When: isPair, ExactOf: twoValues,
		Cases: why("One over the probability that the best guess is wrong: half of the probability, under each value, of the answers that are likelier from the other.",
			func(q window, _ known.Value) string { return "1/" + numeral.Short(q.wrongGuess()) + "." }, guessAssumes)}, window.wrongGuess),
}

func isPair(q window) bool { return q.pair }

// guessReading declares how often an attacker is right, at most.
func guessReading(level view.Level, name, label, brief, symbol, exactOf string, value func(window) float64, with func(window) string,
	formula string, when func(window) bool) windowReading {
	return view.RightGuess(windowReading{Name: name, Label: label, Brief: brief, Symbol: symbol, ExactOf: exactOf, Level: level,
		When:    when,
		Opens:   view.Says(func(q window) string { return q.attackOn(name) }),
		Value:   view.Exactly(value),
		Formula: formula,
		With:    view.Says(func(q window) string { return with(q) }),
		Source:  guessSource,
		Assumes: guessAssumes})
}

// attackOn returns the address of all that an attacker could do, for a reading of how often the best guess is right.
func (q window) attackOn(reading string) string {
	switch reading {
	case view.AttackerRight:
		return control.AttackOnMechanism(q.kind, q.values, "pair=values&x="+trueValue.Exact(q.x)+"&neighbour="+neighbour.Exact(q.other))
	case "attacker-right-worst":
		return control.AttackOnMechanism(q.kind, q.values, "pair=worst&times=1")
	}
	return control.AttackOnClaim(q.m.Guarantee().Claim())
}

// rightGuess returns how often the best guess between x and x′ is right.
func (q window) rightGuess() float64 { return privacy.RightGuess(q.m.TotalVariation(q.x, q.other)) }

// hardly is the log-ratio from which an answer counts as likelier from a value.
const hardly = 1e-15

// wrongGuess returns 1 - rightGuess with all its digits: half of each value's mass where the other is likelier.
func (q window) wrongGuess() float64 {
	if m, ok := q.m.(mechanisms.Overlapping); ok {
		return m.Overlap(q.x, q.other) / 2
	}
	from, to := q.m.DistinguishingEvent(q.x, q.other, hardly)
	if from > to {
		return 0.5
	}
	return (q.law.Outside(from, to) + q.m.At(q.other).Mass(from, to)) / 2
}
