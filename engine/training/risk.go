// Package training asks what labels that were flipped leave of learning: of the
// order of risks, and of what is learnt.
package training

import (
	"dpscope/learners/loss"
	"dpscope/mechanisms"
)

// Risk says how a loss is averaged to a risk, on which the numbers of positive
// and negative records have no bearing.
type Risk int

const (
	AUC      Risk = iota // mean of ℓ(f(x) - f(x′)) over positive x and negative x′
	Balanced             // ½ mean of ℓ(f(x)) over positive x + ½ mean of ℓ(-f(x′)) over negative x′
)

// of is the risk of the scores of what is labelled positive and negative;
// neither may be empty.
func (r Risk) of(l loss.Loss, positive, negative []float64) float64 {
	if r == Balanced {
		return (mean(positive, l.Value) + mean(negative, func(f float64) float64 { return l.Value(-f) })) / 2
	}
	return mean(positive, func(f float64) float64 {
		return mean(negative, func(other float64) float64 { return l.Value(f - other) })
	})
}

func mean(scores []float64, of func(float64) float64) float64 {
	sum := 0.0
	for _, f := range scores {
		sum += of(f)
	}
	return sum / float64(len(scores))
}

// Parts are the risks of one scorer where each class of the truth stands as
// positive and as negative; the first, right and right, is the clean risk.
type Parts struct{ PositiveNegative, PositivePositive, NegativeNegative, NegativePositive float64 }

func (r Risk) parts(l loss.Loss, positive, negative []float64) Parts {
	return Parts{r.of(l, positive, negative), r.of(l, positive, positive), r.of(l, negative, negative), r.of(l, negative, positive)}
}

// Clean is the risk under the true labels.
func (p Parts) Clean() float64 { return p.PositiveNegative }

// Mixture says what flipped labels are made of: the share of true positives
// among what is labelled positive, π, and among what is labelled negative, π′.
type Mixture struct {
	Positive, Negative float64 // π and π′
	Slope              float64 // π - π′, which is tanh(ε/4) where the classes are balanced
}

// Mix flips the labels of records of which a share in (0, 1) is positive.
func Mix(m mechanisms.LabelFlip, share float64) Mixture {
	rest := 1 - share
	positive, negative := share*m.Keep+rest*m.Flip, share*m.Flip+rest*m.Keep
	return Mixture{share * m.Keep / positive, share * m.Flip / negative, share * rest * m.Contraction / (positive * negative)}
}

// Noisy is the risk under labels that are flipped so, in the mean: linear in
// each class that stands for another.
func (m Mixture) Noisy(p Parts) float64 {
	a, b := m.Positive, m.Negative
	return a*(1-b)*p.PositiveNegative + a*b*p.PositivePositive + (1-a)*(1-b)*p.NegativeNegative + (1-a)*b*p.NegativePositive
}

// Line is what Noisy is of a loss whose sum ℓ(z) + ℓ(-z) is the same everywhere:
// Slope times the clean risk, and a constant.
func (m Mixture) Line(clean, sum float64) float64 {
	return m.Slope*clean + sum*(1-m.Slope)/2
}
