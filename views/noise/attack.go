package noise

import (
	"context"
	"fmt"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/querynoise"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/view"
)

// The attacker's numbers rest on these.
const (
	guessSource  = "the best test of two distributions: Neyman & Pearson 1933"
	guessAssumes = "The tables differ in one person's record, both are equally likely beforehand, and one answer is published by someone who has the whole table."
	guessOf      = "the noise that was found, over all shifts that one record may cause"
)

// claim returns what the noise has to keep.
func (q asked) claim() privacy.Claim {
	c := privacy.Claim{Epsilon: q.Epsilon, Delta: q.Delta, Neighbours: privacy.OneReplaced}
	if q.Delta > 0 {
		c.Notion = privacy.Approximate
	}
	return c
}

// allowed returns how often the best guess may be right by what the noise has to keep: by the pair (ε, δ), or by whatever holds
// more back at ε = 0, a further point or a curve.
func (q asked) allowed() float64 {
	told := privacy.State(q.claim()).Delta(0)
	if q.Below.Any() {
		told = q.Below.At(0)
	}
	for _, at := range q.Also.List() {
		told = min(told, privacy.State(privacy.Claim{Epsilon: at.Epsilon, Delta: at.Delta, Notion: privacy.Approximate}).Delta(0))
	}
	return privacy.RightGuess(min(told, 1))
}

// guarantee returns what is asked for, in words: "ε = 1.00, δ = 10^-6", or the μ of a whole curve.
func (q asked) guarantee() string {
	if q.Below.Any() {
		return "μ = " + numeral.Short(q.Below.Mu)
	}
	return "ε = " + numeral.Short(q.Epsilon) + ", δ = " + numeral.Short(q.Delta)
}

// besides returns what the noise keeps besides the pair, in words; empty for nothing more.
func (q asked) besides() string {
	switch {
	case q.Below.Any():
		return fmt.Sprintf(" below the Gaussian's curve at μ = %s", numeral.Short(q.Below.Mu))
	case q.Also.Any():
		return " that keeps the further points"
	}
	return ""
}

// attackers returns the readings of what an attacker can tell from one answer with the optimised noise. label names that noise
// on pages of several; empty: there is no other.
func attackers[Q asking](label string) []view.Entry[Q] {
	cases := []view.Case[Q]{{
		Formula: "(1 + δ(0))/2: δ(0) is the total variation of the noise and of itself moved by the shift that gives most away, its privacy profile at ε = 0.",
		With: view.Remark(func(q Q, v known.Value) string {
			at := " at " + q.shared().guarantee()
			if q.shared().Below.Any() { // besides says it
				at = ""
			}
			return "Any mechanism" + at + q.shared().besides() + " may allow " + numeral.Up.Chance(q.shared().allowed()) + "."
		}),
		Source: guessSource, Assumes: guessAssumes,
	}}
	return []view.Entry[Q]{
		view.RightGuess(view.Reading[Q]{Label: label, Brief: label, Symbol: "(1 + δ(0))/2", Level: view.Shown, ExactOf: guessOf,
			Value: ofBest(func(_ Q, b querynoise.Best) known.Value {
				told, _ := b.Told()
				return known.Exactly(privacy.RightGuess(told))
			}),
			Opens: view.Says(func(q Q) string { return q.shared().attackOn() }),
			Cases: cases}),
		view.RightGuess(view.Reading[Q]{Name: view.AttackerAllowed, Label: "… allowed by ε and δ", Symbol: "(e^ε + δ)/(1 + e^ε)",
			ExactOf: "the stated ε and δ, and the worst noise that keeps them",
			Value: func(_ context.Context, q Q) (known.Value, error) {
				return known.Exactly(q.shared().allowed()), nil
			},
			Opens: view.Says(func(q Q) string {
				if q.shared().besides() != "" {
					return ""
				}
				return control.AttackOnClaim(q.shared().claim())
			}),
			Formula: "(e^ε + δ)/(1 + e^ε): the most that any mechanism with this guarantee lets the best guess be right; the least of these where several points are kept, and (1 + δ(0))/2 of a whole curve.",
			With:    view.Says(func(q Q) string { return q.shared().guarantee() + "." }),
			Source:  guessSource, Assumes: guessAssumes}),
		view.OnceInComputed(view.Reading[Q]{Symbol: "2/(1 - δ(0))", ExactOf: guessOf, Cases: cases}, ofBest(func(_ Q, b querynoise.Best) known.Value {
			_, hidden := b.Told()
			return known.Exactly(hidden / 2)
		})),
	}
}

// attackOn returns the address of the page that shows everything an attacker who sees this noise could do; empty where that
// page does not have the noise.
func (q asked) attackOn() string {
	like := querynoise.Question{Epsilon: q.Epsilon, Delta: q.Delta, Sensitivity: q.Sensitivity, Loss: central.Slopes{Below: 1, Above: 1}}
	if q.Question != like {
		return ""
	}
	return control.AttackOnNoise(q.Epsilon, q.Delta)
}

// warnings stand on the pages of noise for a query.
var warnings = []view.Variant{view.HardlyAny, view.LargeDelta}
