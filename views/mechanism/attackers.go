package mechanism

import (
	"fmt"

	"dpscope/engine/numeral"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/view"
)

// claiming is a question whose mechanisms state one guarantee.
type claiming interface{ claim() privacy.Claim }

// attackers declares what an attacker can tell under the stated guarantee.
func attackers[Q claiming]() []view.Entry[Q] {
	const of = "the guarantee, of any two values equally likely beforehand, and one answer"
	cases := []view.Case[Q]{{
		Formula: "(e^ε + δ)/(1 + e^ε): the most that any mechanism with this guarantee lets the best guess between two values be right.",
		With: view.Says(func(q Q) string {
			c := q.claim()
			return fmt.Sprintf("At ε = %s, δ = %s. Stated: %s.", numeral.Short(c.Epsilon), numeral.Short(c.Delta), c)
		}),
		Source: guessSource, Assumes: guessAssumes,
	}}
	return []view.Entry[Q]{
		view.GuessUnder(view.Reading[Q]{Label: "attacker right, allowed", Brief: "attacker allowed", ExactOf: of, Symbol: "(e^ε + δ)/(1 + e^ε)", Level: view.Shown,
			Cases: cases}, func(q Q) privacy.Claim { return q.claim() }, control.AttackOnClaim), // the mechanisms may give away less
		view.OnceIn(view.Reading[Q]{Symbol: "(1 + e^ε)/(1 - δ)", ExactOf: of, Cases: cases},
			func(q Q) float64 { return privacy.WrongGuess(q.claim()) }),
	}
}

// localBudget says what ε is spent on.
const localBudget = "One private answer of one person. What is private may be any value of [0, 1] and may change to any other; it is perturbed before it leaves its owner, so that nobody is trusted with it."
