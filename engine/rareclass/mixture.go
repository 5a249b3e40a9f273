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

// Threshold is where a weight γ puts the threshold above which a record is told
// to be of the minority: γ of the minority's mean and 1 − γ of the majority's. A
// half is the middle, what is greater lies nearer to the minority.
func (m Mixture) Threshold(gamma float64) float64 { return (gamma - 0.5) * m.Separation }

// Density returns the density at x of a class with this mean.
func Density(x, mean float64) float64 { return normal.Density(x - mean) }

// Recall is the share of the minority above the threshold: Φ((1−γ)D), whatever
// the ratio.
func (m Mixture) Recall(gamma float64) float64 {
	return normal.UpperTail((gamma - 1) * m.Separation)
}

// FalsePositive is the share of the majority above the threshold: Φ(−γD).
func (m Mixture) FalsePositive(gamma float64) float64 { return normal.UpperTail(gamma * m.Separation) }

// Outcomes are those of one record of the minority and Ratio of the majority.
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

// BestAccuracy is the γ of the best accuracy, 1/2 + ln(r)/D²: Bayes' threshold
// where both mistakes cost the same.
func (m Mixture) BestAccuracy() float64 {
	return BestBalanced + math.Log(m.Ratio)/(m.Separation*m.Separation)
}

// BestF1 is the γ of the best F1. There rT·φ(γD) = (1 + rF)·φ((1−γ)D), whose
// logarithms' difference grows with γ, as the hazard of a normal law grows less
// than its argument does.
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

// logUpper is ln Pr[N > z], also where that is below the least float64.
func logUpper(z float64) float64 {
	if z < 0 {
		return math.Log1p(-normal.UpperTail(-z))
	}
	return math.Log(normal.MillsRatio(z)) - z*z/2 + math.Log(normal.InvSqrtTwoPi)
}

// Printed are shares by the formulas of the paper's Table 4, which are no shares:
// its recall has a factor 1 + r, its precision 1 + r where r belongs, and its F1
// forgets how rare the class is and whom the threshold misses.
type Printed struct{ Recall, Precision, F1 float64 }

// Printed are those of a weight γ.
func (m Mixture) Printed(gamma float64) Printed {
	recall, alarms := m.Recall(gamma), m.FalsePositive(gamma)
	return Printed{
		Recall:    (1 + m.Ratio) * recall,
		Precision: recall / (recall + (1+m.Ratio)*alarms),
		F1:        recall / (recall + alarms/2),
	}
}
