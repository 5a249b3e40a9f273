package label

import (
	"fmt"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/views/publishing"
	"dpscope/views/view"
)

// contractionCoefficient reads the factor that flips put on a symmetric risk.
func contractionCoefficient[Q publishing.Labels](level view.Level) view.Reading[Q] {
	return view.Reading[Q]{Name: "contraction", Label: "signal left, 1 − 2p", Brief: "signal left", Symbol: "1 - 2p", Goal: known.Higher,
		Range: known.Probability, Level: level,
		ExactOf: "1 - 2p, p being the chance that a label flips",
		Value:   view.Exactly(func(q Q) float64 { return q.Mechanism().Contraction }),
		Formula: "1 - 2p = tanh(ε/2): the factor on the risk of a symmetric loss.",
		With: view.Remark(func(q Q, v known.Value) string {
			return fmt.Sprintf("tanh(%s/2) = %s. Learning from n noisy labels is about as hard as from n·(1 - 2p)² = %s·n clean ones.",
				numeral.Short(q.Mechanism().Epsilon), numeral.Short(v.Value), numeral.Short(v.Value*v.Value))
		}),
		Assumes: "The classes are balanced."}
}
