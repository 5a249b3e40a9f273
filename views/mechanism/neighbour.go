package mechanism

import (
	"fmt"
	"strings"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/mechanisms/privacy"
	"dpscope/views/view"
)

// What an onlooker who sees one answer can tell of the value it came from.

const (
	guessSource  = "the best test of two laws: Neyman & Pearson 1933; under a guarantee: Kairouz, Oh & Viswanath 2015, Thm 3.3"
	guessAssumes = "Both values are as likely beforehand, the onlooker knows the mechanism, and sees one answer."
)

var neighbourReadings = []view.Entry[window]{
	guessReading("onlooker-right", "onlooker is right", "(1 + TV)/2", "x and x′, as likely beforehand, and one answer", window.rightGuess,
		func(q window) string {
			return fmt.Sprintf("(1 + %s)/2: TV, the total variation, is half of the area between the two curves, at x = %s and x′ = %s.",
				numeral.Short(q.m.TotalVariation(q.x, q.other)), numeral.Short(q.x), numeral.Short(q.other))
		}, "How often the better of two guesses, x or x′, is right: the answer is taken to come from the value that makes it likelier."),
	guessReading("onlooker-right-worst", "right, worst values", "(1 + δ(0))/2", "the two values told apart best, as likely beforehand, and one answer",
		func(q window) float64 { return privacy.RightGuess(q.m.DeltaAt(0)) },
		func(q window) string {
			return fmt.Sprintf("(1 + %s)/2: the largest total variation of any two values, which 0 and 1 have.", numeral.Short(q.m.DeltaAt(0)))
		}, "The same for the two values that are told apart best: the privacy profile at ε = 0 is the largest total variation."),
	guessReading("onlooker-right-allowed", "right, allowed by ε", "(e^ε + δ)/(1 + e^ε)", "the guarantee, of two values as likely beforehand, and one answer",
		func(q window) float64 { return privacy.RightGuess(q.m.Guarantee().Delta(0)) },
		func(q window) string {
			c := q.m.Guarantee().Claim()
			return fmt.Sprintf("(e^ε + δ)/(1 + e^ε) at ε = %s, δ = %s. Claimed: %s.", numeral.Short(c.Epsilon), numeral.Short(c.Delta), c)
		}, "The most that any mechanism with this guarantee lets an onlooker be right. The one that does tells the truth with probability δ, else answers yes or no by randomised response."),
}

// guessReading is a reading of how often an onlooker is right, at most.
func guessReading(name, label, symbol, exactOf string, value func(window) float64, with func(window) string, formula string) windowReading {
	return windowReading{Name: name, Label: label, Symbol: symbol, Style: numeral.Percent, Goal: known.Lower, ExactOf: exactOf,
		When:  func(q window) bool { return q.pair },
		Value: view.Exactly(value),
		Why: view.Because(func(q window, _ known.Value) engine.Why {
			return engine.Why{Formula: formula, With: with(q), Source: guessSource, Assumes: guessAssumes}
		})}
}

// rightGuess is how often the best guess between x and x′ is right.
func (q window) rightGuess() float64 {
	return privacy.RightGuess(q.m.TotalVariation(q.x, q.other))
}

// odds says in a sentence what an onlooker can tell.
func (q window) odds() string {
	if q.x == q.other {
		return "The two values are the same: an onlooker is right 50 times in 100. Move x or x′."
	}
	return fmt.Sprintf("Guessing %s or %s from one answer, an onlooker is right at most %s, against 50. ",
		neighbour.Text(q.x), neighbour.Text(q.other), timesInHundred(q.rightGuess())) + q.tells()
}

// timesInHundred writes a probability as people count.
func timesInHundred(p float64) string {
	text := numeral.Chance(p)
	if share, perCent := strings.CutSuffix(text, " %"); perCent {
		return share + " times in 100"
	}
	return "in " + text + " of the guesses"
}
