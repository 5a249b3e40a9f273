// Package training asks what labels that were flipped leave of learning: of the
// order of risks, and of what is learnt.
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
// positive and as negative, no record beside itself; the first, right and right, is the
// clean risk.
type Parts struct {
	PositiveNegative, PositivePositive, NegativeNegative, NegativePositive float64

	Reach float64 // the greatest |z| whose loss any of them takes
}

func (r Risk) parts(l loss.Loss, positive, negative []float64) Parts {
	return Parts{PositiveNegative: r.of(l, positive, negative), PositivePositive: r.within(l, positive),
		NegativeNegative: r.within(l, negative),
		NegativePositive: r.of(l, negative, positive), Reach: r.reach(slices.Concat(positive, negative))}
}

// reach is the greatest |z| of some scores: of their differences where pairs are compared.
func (r Risk) reach(scores []float64) float64 {
	low, high := slices.Min(scores), slices.Max(scores)
	if r == Balanced {
		return max(-low, high)
	}
	return high - low
}

// within is the risk of one class that stands as positive and as negative. Of one
// record there is no pair, and 0 stands for what has no weight.
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

// Clean is the risk under the true labels.
func (p Parts) Clean() float64 { return p.PositiveNegative }

// Size is how great the terms are that risks under flipped labels are made of.
func (p Parts) Size() float64 {
	return max(math.Abs(p.PositiveNegative), math.Abs(p.PositivePositive), math.Abs(p.NegativeNegative), math.Abs(p.NegativePositive))
}
