// Package rareclass asks what privacy costs a classifier when one of two classes
// is rare.
package rareclass

import (
	"math"

	"dpscope/engine/num/normal"
	"dpscope/engine/num/rootfind"
	"dpscope/learners/metric"
)

// Mixture is one feature in two normal classes of the same standard deviation,
// which is the unit here: the majority about −Separation/2, the minority about
// Separation/2.
type Mixture struct {
	Separation float64 // D > 0, between the means
	Ratio      float64 // r > 0, records of the majority for each of the minority
}

// Threshold returns the threshold that a weight γ gives: γ of the minority's mean and 1 − γ of the
// majority's; records above it count as minority. 1/2 is the middle, greater γ lies nearer to the minority.
func (m Mixture) Threshold(gamma float64) float64 { return (gamma - 0.5) * m.Separation }

// Density returns the density at x of a class with this mean.
func Density(x, mean float64) float64 { return normal.Density(x - mean) }

// Recall returns the share of the minority above the threshold: Φ((1−γ)D), for any ratio.
func (m Mixture) Recall(gamma float64) float64 {
	return normal.UpperTail((gamma - 1) * m.Separation)
}

// FalsePositive returns the share of the majority above the threshold: Φ(−γD).
func (m Mixture) FalsePositive(gamma float64) float64 { return normal.UpperTail(gamma * m.Separation) }

// Outcomes returns the expected outcomes of one record of the minority and Ratio of the majority.
func (m Mixture) Outcomes(gamma float64) metric.Outcomes {
	return metric.Outcomes{
		TruePositive:  m.Recall(gamma),
		FalseNegative: normal.UpperTail((1 - gamma) * m.Separation),
		FalsePositive: m.Ratio * m.FalsePositive(gamma),
		TrueNegative:  m.Ratio * normal.UpperTail(-gamma*m.Separation),
	}
}

// BestBalanced is the γ of the best balanced accuracy and G-mean, for every
// separation and ratio.
const BestBalanced = 0.5

// BestAccuracy returns the γ of the best accuracy, 1/2 + ln(r)/D²: Bayes' threshold for equal costs.
func (m Mixture) BestAccuracy() float64 {
	return BestBalanced + math.Log(m.Ratio)/(m.Separation*m.Separation)
}

// BestF1 returns the γ of the best F1. There rT·φ(γD) = (1 + rF)·φ((1−γ)D). The difference of the logarithms
// grows with γ, because the hazard of a normal law grows less than its argument.
func (m Mixture) BestF1() float64 {
	d := m.Separation
	excess := func(gamma float64) float64 {
		miss := math.Log1p(m.Ratio*m.FalsePositive(gamma)) - math.Log(m.Ratio)
		return miss - logUpper((gamma-1)*d) + (gamma-0.5)*d*d
	}
	low, high := BestBalanced, BestBalanced
	for step := 1.0; excess(low) >= 0; step *= 2 {
		low -= step
	}
	for step := 1.0; excess(high) < 0; step *= 2 {
		high += step
	}
	_, at := rootfind.Bracket(excess, low, high, excess(low), excess(high), 0)
	return at
}

// logUpper returns ln Pr[N > z], also if that probability is below the least float64.
func logUpper(z float64) float64 {
	if z < 0 {
		return math.Log1p(-normal.UpperTail(-z))
	}
	return math.Log(normal.MillsRatio(z)) - z*z/2 + math.Log(normal.InvSqrtTwoPi)
}

// Printed holds the values of the formulas in the paper's Table 4, which are no shares: its recall has a
// factor 1 + r, its precision 1 + r in place of r, and its F1 omits the rarity of the class and the missed
// records.
type Printed struct{ Recall, Precision, F1 float64 }

// Printed returns those values at a weight γ.
func (m Mixture) Printed(gamma float64) Printed {
	recall, alarms := m.Recall(gamma), m.FalsePositive(gamma)
	return Printed{
		Recall:    (1 + m.Ratio) * recall,
		Precision: recall / (recall + (1+m.Ratio)*alarms),
		F1:        recall / (recall + alarms/2),
	}
}
