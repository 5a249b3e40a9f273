package label

import (
	"fmt"
	"math"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/mechanisms"
	"dpscope/mechanisms/privacy"
	"dpscope/views/view"
)

// publishing is a question about labels that one mechanism publishes. What is
// said of the mechanism is said alike on every screen.
type publishing interface {
	mechanism() mechanisms.LabelFlip
}

// privacyCost is what the labels really cost, beside what is claimed.
func privacyCost[Q publishing]() view.Reading[Q] {
	return view.Reading[Q]{Name: "epsilon-true", Label: "actual ε", Symbol: "ε/2", Goal: known.Lower,
		Range: known.NotNegative, Level: view.Shown,
		ExactOf: "two data sets that differ in one label, at every n",
		Value:   view.Exactly(func(q Q) float64 { return q.mechanism().True }),
		Beside:  view.Remark(func(q Q, _ known.Value) string { return "stated " + numeral.Short(q.mechanism().Nominal) }),
		Cases: []view.Case[Q]{{
			Formula: "The exact pure label-DP level is ε/2: data sets that differ in one label give likelihood ratios e^(ε/2) and e^(-ε/2), both attained, " +
				"and no others, because the normaliser (1 + e^(ε/2))^n does not depend on the labels.",
			With: view.Remark(func(q Q, _ known.Value) string {
				nominal, half := numeral.Short(q.mechanism().Nominal), numeral.Short(q.mechanism().True)
				return fmt.Sprintf("ε/2 = %s/2 = %s. The general proof of the exponential mechanism charges the stated ε = %s, twice as much. "+
					"Randomised response at ε = %s is the same mechanism.", nominal, half, nominal, half)
			}),
			Source:  paper + "; " + correction,
			Assumes: "Neighbours are " + privacy.OneLabel.String() + ".",
		}}}
}

// flipChance is how likely each label is flipped.
func flipChance[Q publishing]() view.Reading[Q] {
	return view.Reading[Q]{Name: "flip-probability", Label: "each label flips", Symbol: "p", Style: numeral.Percent, Goal: known.Lower,
		Range:   known.Range{High: 0.5},
		ExactOf: "every label by itself, whatever the others are",
		Value:   view.Known(func(q Q) known.Value { return known.AboutZero(q.mechanism().Flip, 1e-300) }),
		Cases: []view.Case[Q]{{
			Formula: "p = 1/(1 + e^(ε/2)), independently for every label. (Corollary 5 of the paper prints 1/(1 + e^(1/(2ε))), a misprint.)",
			With: view.Remark(func(q Q, v known.Value) string {
				return fmt.Sprintf("p = 1/(1 + e^%s) = %s.", numeral.Short(q.mechanism().True), numeral.Short(v.Value))
			}),
			Source: paper + ", section II",
		}}}
}

// contraction is what the flips leave of a symmetric risk.
func contraction[Q publishing](level view.Level) view.Reading[Q] {
	return view.Reading[Q]{Name: "contraction", Label: "signal left, 1 - 2p", Symbol: "1 - 2p", Goal: known.Higher,
		Range: known.Probability, Level: level,
		ExactOf: "1 - 2p, p being the chance that a label flips",
		Value:   view.Exactly(func(q Q) float64 { return q.mechanism().Contraction }),
		Cases: []view.Case[Q]{{
			Formula: "1 - 2p = tanh(ε/4): the factor on the risk of a symmetric loss.",
			With: view.Remark(func(q Q, v known.Value) string {
				return fmt.Sprintf("tanh(%s/4) = %s. Learning from n noisy labels is about as hard as from n·(1 - 2p)² = %s·n clean ones.",
					numeral.Short(q.mechanism().Nominal), numeral.Short(v.Value), numeral.Short(v.Value*v.Value))
			}),
			Assumes: "The classes are balanced.",
		}}}
}

// attackers are how often the label of one person is guessed right by someone who sees
// what was published for that person.
func attackers[Q publishing]() []view.Entry[Q] {
	const (
		of      = "a person of whom nothing else is known, both labels being equally likely beforehand"
		source  = "the best test of two laws: Neyman & Pearson 1933"
		assumes = "Both labels are equally likely beforehand, and nothing else is known of the person: features that tell of the label tell more."
	)
	allowed := func(q Q) string { return writtenIfSpent(q.mechanism().Nominal) }
	return []view.Entry[Q]{
		view.Reading[Q]{Name: view.AttackerRight, Label: "best guess is right", Symbol: "1 - p", Style: numeral.Percent, Goal: known.Lower,
			Range: known.Range{Low: 0.5, High: 1}, Level: view.Shown,
			ExactOf: of,
			Value:   view.Exactly(func(q Q) float64 { return q.mechanism().Keep }),
			Spoken:  func(q Q, _ known.Value) string { return allButFlips(q.mechanism()) },
			Beside:  view.Remark(func(q Q, _ known.Value) string { return "stated " + allowed(q) }),
			Cases: []view.Case[Q]{{
				Formula: "How often the published label is the true one: taking it at face value is the best guess. It is (1 + (1 - 2p))/2, 1 - 2p being the total variation.",
				With: view.Remark(func(q Q, v known.Value) string {
					return fmt.Sprintf("1 - p = %s; ε = %s, were it all spent, would allow %s, e^ε/(1 + e^ε).", numeral.Chance(v.Value), numeral.Short(q.mechanism().Nominal), allowed(q))
				}),
				Source: source, Assumes: assumes,
			}}},
		view.OnceIn(view.Reading[Q]{Symbol: "1/p", ExactOf: of,
			Cases: []view.Case[Q]{{
				Formula: "One over the probability that the published label is false, which is when its best guess is wrong.",
				With:    view.Remark(func(q Q, _ known.Value) string { return "1/p, p = " + numeral.Short(q.mechanism().Flip) + "." }),
				Source:  source, Assumes: assumes,
			}}}, func(q Q) float64 { return q.mechanism().Flip }),
	}
}

// rightIfSpent is how often the best guess would be right if all of ε were spent.
func rightIfSpent(epsilon float64) float64 {
	return privacy.RightGuess(privacy.State(privacy.Claim{Epsilon: epsilon}).Delta(0))
}

// writtenIfSpent writes that, where it rounds to one too.
func writtenIfSpent(epsilon float64) string {
	if right := rightIfSpent(epsilon); right < 1 {
		return numeral.Chance(right)
	}
	return "all but " + numeral.Short(privacy.WrongGuess(privacy.Claim{Epsilon: epsilon}))
}

// allButFlips writes the probability that a label stays, where it rounds to one.
func allButFlips(m mechanisms.LabelFlip) string {
	switch {
	case m.Keep < 1:
		return ""
	case m.Flip < 1e-300:
		return "all but 10^" + numeral.Count(math.Floor(m.LogFlip/math.Ln10))
	}
	return "all but " + numeral.Short(m.Flip)
}

// seesLabel is whom a price is about.
const seesLabel = "who sees a label"
