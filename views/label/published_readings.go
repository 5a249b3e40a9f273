package label

import (
	"fmt"

	"dpscope/engine"
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
	return view.Reading[Q]{Name: "epsilon-true", Label: "true privacy loss", Symbol: "ε/2", Goal: known.Lower,
		ExactOf: "two data sets that differ in one label, at every n",
		Value:   view.Exactly(func(q Q) float64 { return q.mechanism().True }),
		Beside:  view.Remark(func(q Q, _ known.Value) string { return "claim " + numeral.Short(q.mechanism().Nominal) }),
		Why: view.Because(func(q Q, _ known.Value) engine.Why {
			nominal, half := numeral.Short(q.mechanism().Nominal), numeral.Short(q.mechanism().True)
			return engine.Why{
				Formula: "The exact pure label-DP level is ε/2: data sets that differ in one label give likelihood ratios e^(ε/2) and e^(-ε/2), both attained, " +
					"and no others, because the normaliser (1 + e^(ε/2))^n does not depend on the labels.",
				With: fmt.Sprintf("ε/2 = %s/2 = %s. The general proof of the exponential mechanism charges the nominal ε = %s, twice as much. "+
					"Randomised response at a true ε of %s is the same mechanism.", nominal, half, nominal, half),
				Source:  paper + "; " + correction,
				Assumes: "Neighbours are " + q.mechanism().Guarantee().Claim().Neighbours.String() + ".",
			}
		})}
}

// flipChance is how likely each label is flipped.
func flipChance[Q publishing]() view.Reading[Q] {
	return view.Reading[Q]{Name: "flip-probability", Label: "each label flips", Symbol: "p", Style: numeral.Percent, Goal: known.Lower,
		ExactOf: "every label by itself, whatever the others are",
		Value:   view.Exactly(func(q Q) float64 { return q.mechanism().Flip }),
		Why: view.Because(func(q Q, v known.Value) engine.Why {
			return engine.Why{
				Formula: "p = 1/(1 + e^(ε/2)), independently for every label. (Corollary 5 of the paper prints 1/(1 + e^(1/(2ε))), a misprint.)",
				With:    fmt.Sprintf("p = 1/(1 + e^%s) = %s.", numeral.Short(q.mechanism().True), numeral.Short(v.Value)),
				Source:  paper + ", section II",
			}
		})}
}

// contraction is what the flips leave of a symmetric risk.
func contraction[Q publishing]() view.Reading[Q] {
	return view.Reading[Q]{Name: "contraction", Label: "signal kept, 1 - 2p", Symbol: "1 - 2p", Goal: known.Higher,
		ExactOf: "1 - 2p, p being the chance that a label flips",
		Value:   view.Exactly(func(q Q) float64 { return q.mechanism().Contraction }),
		Why: view.Because(func(q Q, v known.Value) engine.Why {
			return engine.Why{
				Formula: "1 - 2p = tanh(ε/4): the factor on the risk of a symmetric loss.",
				With: fmt.Sprintf("tanh(%s/4) = %s. Learning from n noisy labels is about as hard as from n·(1 - 2p)² = %s·n clean ones.",
					numeral.Short(q.mechanism().Nominal), numeral.Short(v.Value), numeral.Short(v.Value*v.Value)),
				Assumes: "The classes are balanced.",
			}
		})}
}

// onlooker is how often the label of one person is guessed right, seeing what
// was published for that person.
func onlooker[Q publishing]() view.Reading[Q] {
	allowed := func(q Q) string {
		return numeral.Chance(privacy.RightGuess(privacy.State(privacy.Claim{Epsilon: q.mechanism().Nominal}).Delta(0)))
	}
	return view.Reading[Q]{Name: "onlooker-right", Label: "right, at even odds", Symbol: "1 - p", Style: numeral.Percent, Goal: known.Lower,
		ExactOf: "a person of whom nothing else is known and both labels are as likely",
		Value:   view.Exactly(func(q Q) float64 { return q.mechanism().Keep }),
		Beside:  view.Remark(func(q Q, _ known.Value) string { return "claim " + allowed(q) }),
		Why: view.Because(func(q Q, v known.Value) engine.Why {
			return engine.Why{
				Formula: "How often the published label is the true one: who takes it for true is right as often as anybody can be. It is (1 + (1 - 2p))/2, 1 - 2p being the total variation.",
				With:    fmt.Sprintf("1 - p = %s; ε = %s, were it all spent, would allow %s, e^ε/(1 + e^ε).", numeral.Chance(v.Value), numeral.Short(q.mechanism().Nominal), allowed(q)),
				Source:  "the best test of two laws: Neyman & Pearson 1933",
				Assumes: "Both labels are as likely beforehand, and nothing else is known of the person.",
			}
		})}
}
