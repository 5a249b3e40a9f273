package train

import (
	"dpscope/engine/param"
	"dpscope/learners/loss"
)

// Risk says how to average the loss of the scores of a batch, positive and negative records by their labels;
// neither may be empty.
type Risk interface {
	// Slopes sets the derivatives of the risk by the scores.
	Slopes(l loss.Loss, positive, negative, byPositive, byNegative []float32)
	// Centres reports whether the risk fixes the offset of a score, so that its sign is a class.
	Centres() bool
}

// Risks lists the risks that can train a score.
var Risks = param.Menu[Risk]{
	Name:  "objective",
	Label: "objective",
	Help:  "The risk that training minimises, batch by batch.",
	Kinds: []param.Kind[Risk]{
		{Name: "ber", Title: "balanced error", Help: "The mean loss of the positive records and that of the negative ones, added: a rare class counts as much.",
			Source: "Charoenphakdee, Lee & Sugiyama 2019, section 3", New: func(param.Values) (Risk, error) { return balanced{}, nil }},
		{Name: "auc", Title: "AUC", Help: "The mean loss of the differences of a positive and a negative record's scores, over all pairs of a batch. It leaves the score's offset open.",
			Source: "Charoenphakdee, Lee & Sugiyama 2019, section 3", New: func(param.Values) (Risk, error) { return pairwise{}, nil }},
	},
}

// balanced is mean ℓ(f(x)) over positive x + mean ℓ(-f(x′)) over negative x′.
type balanced struct{}

func (balanced) Slopes(l loss.Loss, positive, negative, byPositive, byNegative []float32) {
	for i, f := range positive {
		byPositive[i] = float32(l.Derivative(float64(f)) / float64(len(positive)))
	}
	for i, f := range negative {
		byNegative[i] = float32(-l.Derivative(-float64(f)) / float64(len(negative)))
	}
}

func (balanced) Centres() bool { return true }

// pairwise is mean ℓ(f(x) - f(x′)) over positive x and negative x′.
type pairwise struct{}

func (pairwise) Slopes(l loss.Loss, positive, negative, byPositive, byNegative []float32) {
	pairs := float64(len(positive)) * float64(len(negative))
	clear(byNegative)
	for i, f := range positive {
		sum := 0.0
		for k, g := range negative {
			slope := l.Derivative(float64(f) - float64(g))
			sum += slope
			byNegative[k] -= float32(slope / pairs)
		}
		byPositive[i] = float32(sum / pairs)
	}
}

// Centres: an offset of the score is in no difference.
func (pairwise) Centres() bool { return false }
