package classifier

import (
	"context"
	"fmt"

	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/views/control"
	"dpscope/views/view"
)

// attacked is a question that knows what an attacker could tell about one person.
type attacked interface {
	attacker(context.Context) (agreement.Attacker, error)
}

// attackers returns the readings of what an attacker could tell; level applies to the first.
func attackers[Q attacked](level view.Level) []view.Entry[Q] {
	const exactOf = "one private answer, and two people equally likely beforehand who differ in that value as much as can be"
	const exactOfClaim = "the guarantee of one private answer"
	of := func(what func(agreement.Attacker) known.Value) func(context.Context, Q) (known.Value, error) {
		return func(ctx context.Context, q Q) (known.Value, error) {
			a, err := q.attacker(ctx)
			return what(a), err
		}
	}
	cases := []view.Case[Q]{{
		Formula: "(1 + TV)/2: TV is the total variation of all private answers together, the product, feature by feature, of the two values easiest to tell apart.",
		With: func(ctx context.Context, q Q, v known.Value) (string, error) {
			a, err := q.attacker(ctx)
			if err != nil || v.Missing() {
				return "", err
			}
			return fmt.Sprintf("TV = %s, from this mechanism's own distributions. The ε of each feature alone would allow the guess to be right %s; "+
				"the sum of all ε, as often or more.", numeral.Chance(1-2*a.Wrong), numeral.Up.Often(1-a.Allowed)), nil
		},
		Source:  "the best test of two distributions: Neyman & Pearson 1933; the product: Zhu, Dong & Wang 2022, Theorem 10",
		Assumes: "Both people are equally likely beforehand. Public features are not protected: they are the same in both.",
	}}
	return []view.Entry[Q]{
		view.RightGuess(view.Reading[Q]{Symbol: "(1 + TV)/2", ExactOf: exactOf, Level: level,
			Value: of(agreement.Attacker.Right), Opens: attackOn[Q], Cases: cases}),
		view.RightGuess(view.Reading[Q]{Name: view.AttackerAllowed, Label: "… allowed by ε", Symbol: "(1 + δ(0))/2", ExactOf: exactOfClaim,
			Value: of(agreement.Attacker.RightAllowed), Opens: attackOnAllowed[Q],
			Formula: "The same for the worst mechanisms with the guarantee of each feature: randomised response at its ε, which tells the truth outright with probability δ.",
			Source:  "Kairouz, Oh & Viswanath 2015, Theorem 3.3",
			Assumes: "Both people are equally likely beforehand."}),
		view.RightGuess(view.Reading[Q]{Name: rightInTotal, Label: "… allowed by all ε", Symbol: "(e^Σε + Σδ)/(1 + e^Σε)", ExactOf: "the sums of all ε and of all δ",
			Value: of(agreement.Attacker.RightSummed), Opens: attackOnSum[Q],
			Formula: "(e^Σε + Σδ)/(1 + e^Σε): the most that the sums of all ε and of all δ of one person allow, were it one answer that spent them.",
			Source:  "basic composition: Dwork & Roth 2014, Theorem 3.16",
			Assumes: "Both people are equally likely beforehand."}),
		view.OnceInComputed(view.Reading[Q]{Symbol: "2/(1 - TV)", ExactOf: exactOf, Cases: cases}, of(agreement.Attacker.WrongGuess)),
	}
}

// attackOn returns the address of all that an attacker could do with one person's spending.
func attackOn[Q attacked](ctx context.Context, q Q, _ known.Value) (string, error) {
	a, err := q.attacker(ctx)
	return control.AttackOnSpending(a.Of), err
}

// attackOnAllowed returns the same for the worst mechanisms with these guarantees.
func attackOnAllowed[Q attacked](ctx context.Context, q Q, _ known.Value) (string, error) {
	a, err := q.attacker(ctx)
	return control.AttackOnAllowed(a.Of), err
}

// attackOnSum returns the same for one answer that spends all of it.
func attackOnSum[Q attacked](ctx context.Context, q Q, _ known.Value) (string, error) {
	a, err := q.attacker(ctx)
	return control.AttackOnSum(a.Of), err
}

// rightInTotal is the name of the reading for how often that guess may be right by the sum of all ε alone.
const rightInTotal = "attacker-right-total"

// seesFeatures is who sees what where each person sends private features that spend an ε together; a page fills in "single"
// where that is one value. δ is for each feature, and spent where weak holds.
func seesFeatures(epsilon string, weak func(view.Facts) bool) []view.Sees {
	sees := view.Sees{Raw: view.Nobody, Protected: "one person's private features", Neighbours: view.TheySay, Epsilon: "ε = " + epsilon, Allowed: rightInTotal,
		Delta: weak, Reasons: append([]view.Reason{{Kind: view.WhySum, When: severalValues, Text: "the sum counts the most telling answer of each part"}}, view.LessTelling("answers")...)}
	each := sees
	each.When = view.All(severalValues, weak)
	each.Epsilon += " in total and δ = {delta} each"
	return []view.Sees{each, sees}
}

// severalValues is that a person sends more than one private value.
var severalValues = view.Not(view.Fills("single"))

// withDelta is that the page's mechanism has a δ.
func withDelta(f view.Facts) bool { return f.Number("delta") > 0 }

// budgetOfFeatures is what ε is the budget of.
const budgetOfFeatures = "The private features of one person, all of which may change to any other values; the other features are public. They are perturbed before they leave the person, so that nobody is trusted with them. ε is for each private feature, and what a person spends in all is their sum."
