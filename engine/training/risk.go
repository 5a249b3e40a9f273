// Package training asks how much of learning survives flipped labels: of the order of risks, and of the
// trained classifiers.
package training

import (
	"math"
	"slices"

	"dpscope/learners/loss"
)

// Risk says how a loss is averaged to a risk, on which the numbers of positive
// and negative records have no bearing.
type Risk int

const (
	AUC      Risk = iota // mean of ℓ(f(x) - f(x′)) over positive x and negative x′
	Balanced             // ½ mean of ℓ(f(x)) over positive x + ½ mean of ℓ(-f(x′)) over negative x′
)

// of returns the risk of the scores of records labelled positive and negative; neither list may be empty.
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

// Parts holds the risks of one scorer with each true class in the place of the positives and of the
// negatives, no record paired with itself; the first, with both in their right places, is the clean risk.
type Parts struct {
	PositiveNegative, PositivePositive, NegativeNegative, NegativePositive float64

	Reach float64 // the greatest |z| at which any of them evaluates the loss
}

func (r Risk) parts(l loss.Loss, positive, negative []float64) Parts {
	return Parts{PositiveNegative: r.of(l, positive, negative), PositivePositive: r.within(l, positive),
		NegativeNegative: r.within(l, negative),
		NegativePositive: r.of(l, negative, positive), Reach: r.reach(slices.Concat(positive, negative))}
}

// reach returns the greatest |z| of some scores: of their differences if pairs are compared.
func (r Risk) reach(scores []float64) float64 {
	low, high := slices.Min(scores), slices.Max(scores)
	if r == Balanced {
		return max(-low, high)
	}
	return high - low
}

// within returns the risk of one class in both places. A single record has no pair; its risk has no weight
// and is 0.
func (r Risk) within(l loss.Loss, scores []float64) float64 {
	switch {
	case r == Balanced:
		return r.of(l, scores, scores)
	case len(scores) < 2:
		return 0
	}
	sum := 0.0
	for i, f := range scores {
		for j, other := range scores {
			if j != i {
				sum += l.Value(f - other)
			}
		}
	}
	return sum / float64(len(scores)*(len(scores)-1))
}

// Clean returns the risk under the true labels.
func (p Parts) Clean() float64 { return p.PositiveNegative }

// Size returns the greatest term that risks under flipped labels sum.
func (p Parts) Size() float64 {
	return max(math.Abs(p.PositiveNegative), math.Abs(p.PositivePositive), math.Abs(p.NegativeNegative), math.Abs(p.NegativePositive))
}
