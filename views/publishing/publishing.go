// Package publishing holds the readings about labels published by one mechanism, which screens of several tabs share: their
// privacy cost, the chance that one flips and how often an attacker is right about one.
package publishing

import (
	"fmt"
	"math"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/mechanisms"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/view"
)

// Paper is the mechanism's source, and Correction states its true cost.
const (
	Paper      = "Bi & Suppakitpaisarn, arXiv:2210.04132"
	Correction = "our correction: the probability factorises over the records, so the mechanism is randomised response at every n and costs half of the ε that it states"
)

// Labels is a question about labels that one mechanism publishes: the zero one where there is none.
type Labels interface {
	Mechanism() mechanisms.LabelFlip
}

// Stated declares the ε that the paper names for the same flips, twice what is spent.
func Stated[Q Labels]() view.Reading[Q] {
	return view.Reading[Q]{Name: "epsilon-stated", Label: "Bi & Suppakitpaisarn's ε", Symbol: "2ε", Goal: known.Lower,
		Range:   known.NotNegative,
		ExactOf: "two data sets that differ in one label, at every n",
		Value:   view.Exactly(func(q Q) float64 { return q.Mechanism().Stated() }),
		Remark:  view.Says(func(Q) string { return "half of it is spent" }),
		Formula: "2ε: half of the ε that Bi and Suppakitpaisarn name is spent. Data sets that differ in one label give likelihood ratios e^ε and e^(-ε), both attained, " +
			"and no others, because the normaliser (1 + e^ε)^n does not depend on the labels.",
		With: view.Says(func(q Q) string {
			spent, stated := numeral.Short(q.Mechanism().Epsilon), numeral.Short(q.Mechanism().Stated())
			return fmt.Sprintf("2·%s = %s. The general proof of the exponential mechanism charges all of it. Randomised response at ε = %s is the same mechanism.",
				spent, stated, spent)
		}),
		Source:  Paper + "; " + Correction,
		Assumes: "Neighbours are " + privacy.OneLabel.String() + "."}
}

// Spelled reads an ε that the paper names, in an address, as what is spent.
var Spelled = map[string]func(string) (string, error){"epsilon-stated": func(word string) (string, error) {
	named := mechanisms.LabelEpsilon
	named.Name, named.Max = "epsilon-stated", 2*named.Max
	stated, err := named.Read(word)
	return mechanisms.LabelEpsilon.Name + "=" + numeral.Exact(stated/2), err
}}

// FlipChance declares the chance that a label is flipped.
func FlipChance[Q Labels](level view.Level) view.Reading[Q] {
	return view.Reading[Q]{Name: "flip-probability", Label: "each label flips", Symbol: "p", Style: numeral.Percent, Goal: known.Lower,
		Range: known.Range{High: 0.5}, Level: level,
		ExactOf: "every label by itself, whatever the others are",
		Value:   view.Known(func(q Q) known.Value { return known.AboutZero(q.Mechanism().Flip, 1e-300) }),
		Formula: "p = 1/(1 + e^ε), independently for every label. (Corollary 5 of the paper prints 1/(1 + e^(1/(2ε))), a misprint.)",
		With: view.Remark(func(q Q, v known.Value) string {
			return fmt.Sprintf("p = 1/(1 + e^%s) = %s.", numeral.Short(q.Mechanism().Epsilon), numeral.Short(v.Value))
		}),
		Source: Paper + ", section II"}
}

// Attackers declares how often one person's label is guessed right by someone who sees what was published for that person.
func Attackers[Q Labels](level view.Level) []view.Entry[Q] {
	const (
		of      = "a person of whom nothing else is known, both labels being equally likely beforehand"
		source  = "the best test of two distributions: Neyman & Pearson 1933"
		assumes = "Both labels are equally likely beforehand, and nothing else is known of the person: features that tell of the label tell more."
	)
	return []view.Entry[Q]{
		view.RightGuess(view.Reading[Q]{Brief: "attacker right", Symbol: "1 - p", Level: level,
			ExactOf:     of,
			Value:       view.Known(func(q Q) known.Value { return offered(q, q.Mechanism().Keep) }),
			DisplayText: func(q Q, _ known.Value) string { return AllButFlips(q.Mechanism()) },
			Opens:       view.Remark(func(q Q, v known.Value) string { return offers(v, control.AttackOnLabel(q.Mechanism().Epsilon)) }),
			Formula:     "How often the published label is the true one: taking it at face value is the best guess. It is (1 + (1 - 2p))/2, 1 - 2p being the total variation.",
			With: view.Remark(func(q Q, v known.Value) string {
				return offers(v, fmt.Sprintf("1 - p = 1/(1 + e^(-%s)) = %s.", numeral.Short(q.Mechanism().Epsilon), numeral.Chance(v.Value)))
			}),
			Source: source, Assumes: assumes}),
		view.OnceInComputed(view.Reading[Q]{Symbol: "1/p", ExactOf: of,
			Formula: "One over the probability that the published label is false, which is when its best guess is wrong.",
			With:    view.Remark(func(q Q, v known.Value) string { return offers(v, "1/p, p = "+numeral.Short(q.Mechanism().Flip)+".") }),
			Source:  source, Assumes: assumes}, view.Known(func(q Q) known.Value { return offered(q, q.Mechanism().Flip) })),
	}
}

// offered returns a number of the mechanism, or says that there is none.
func offered[Q Labels](q Q, number float64) known.Value {
	if q.Mechanism() == (mechanisms.LabelFlip{}) {
		return known.Nothing(known.NoBudget)
	}
	return known.Exactly(number)
}

// offers returns what is said of a number, if there is one.
func offers(v known.Value, text string) string {
	if v.Missing() {
		return ""
	}
	return text
}

// AllButFlips writes the probability that a label stays, where it rounds to one.
func AllButFlips(m mechanisms.LabelFlip) string {
	switch {
	case m.Keep < 1:
		return ""
	case m.Flip < 1e-300:
		return "all but 10^" + numeral.Count(math.Floor(m.LogFlip/math.Ln10))
	}
	return "all but " + numeral.Short(m.Flip)
}
