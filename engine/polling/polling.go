// Package polling answers how good a survey will be: n people give one answer each, either perturbed on a device of
// their own (local privacy: ε is for one person's answer against any other), or to an office that publishes counts
// with noise (central privacy: n is public, one person's answer is replaced by any other).
//
// Estimates are unbiased and are not clamped, so that a margin may be more than the whole. The law of every count is
// exact for up to 10¹² people: the normal law is no substitute (at n = 10⁶ and a share of 0 it is 1.4 % off for unary
// encoding at ε = 10).
package polling

import (
	"math"
	"math/rand/v2"

	"dpscope/engine/known"
	"dpscope/mechanisms/frequency"
)

// Poll is a question with options, one of them in focus: yes of yes or no, or one of k.
type Poll struct {
	People   float64 // n, whole, from 1 to 10¹²
	Share    float64 // π in [0, 1], of the option in focus
	Everyone bool    // the n are everyone: the truth is their share; otherwise they are a sample of many
}

// Have returns how many of everyone have the option, ⌊πn + ½⌋.
func (p Poll) Have() float64 { return math.Floor(p.Share*p.People + 0.5) }

// Truth returns the share that is estimated.
func (p Poll) Truth() float64 {
	if p.Everyone {
		return p.Have() / p.People
	}
	return p.Share
}

// Estimate is the law of a survey's estimate.
type Estimate struct {
	law  count
	unit float64 // effect of one more in the count
}

// Margin returns the least distance within which the estimate lies from the truth with a probability of at least the
// confidence: missing where answers are pure chance.
func (e Estimate) Margin(confidence float64) known.Value {
	if e.law == nil {
		return known.Nothing("answers are pure chance")
	}
	return known.Exactly(reach(e.law, confidence) * e.unit)
}

// Keeps reports whether the estimate lies within a margin of the truth with a probability of at least the confidence.
func (e Estimate) Keeps(margin, confidence float64) bool {
	if e.law == nil {
		return false
	}
	return e.surely(margin, confidence) || e.outsideOf(margin) <= 1-confidence
}

// outsideOf returns how likely the estimate is to lie farther than a margin from the truth.
func (e Estimate) outsideOf(margin float64) float64 {
	return beyond(e.law, margin/e.unit, func(distance float64) bool { return distance*e.unit <= margin })
}

// Seed is the seed of repeated surveys.
const Seed = 1

// Errors draws the errors of count surveys, the same ones at every call.
func (e Estimate) Errors(count int) []float64 {
	if e.law == nil {
		return nil
	}
	rng, errors := rand.New(rand.NewPCG(Seed, 44)), make([]float64, count)
	for i := range errors {
		errors[i] = e.law.gap(e.law.sample(rng)) * e.unit
	}
	return errors
}

// Deviation returns the standard deviation of the estimate.
func (e Estimate) Deviation() known.Value {
	if e.law == nil {
		return known.Nothing("answers are pure chance")
	}
	return known.Exactly(e.law.deviation() * e.unit)
}

// Answers returns the estimate from answers by a protocol, with true answers hidden from everyone else.
func (p Poll) Answers(by frequency.Protocol) Estimate {
	if by.Gap == 0 {
		return Estimate{}
	}
	unit := 1 / (p.People * by.Gap)
	if p.Everyone {
		have := p.Have()
		return Estimate{sum(of(have, by.Own, by.NotOwn), of(p.People-have, by.Other, by.NotOther)), unit}
	}
	yes, no := by.Law(p.Share)
	return Estimate{one{of(p.People, yes, no)}, unit}
}

// Honest returns the estimate from true answers, with no privacy: chance alone.
func (p Poll) Honest() Estimate {
	if p.Everyone {
		return Estimate{one{of(p.People, 0, 1)}, 1 / p.People}
	}
	return Estimate{one{of(p.People, p.Share, 1-p.Share)}, 1 / p.People}
}

// Worth returns how many honest answers of a sample scatter as little as an estimate does.
func (p Poll) Worth(e Result) known.Value {
	deviation := e.Deviation()
	switch {
	case p.Everyone:
		return known.Nothing("honest answers of everyone do not scatter")
	case p.Share == 0 || p.Share == 1:
		return known.Nothing("honest answers do not scatter where all are alike")
	case deviation.Missing():
		return deviation
	}
	return known.Exactly(p.Share * (1 - p.Share) / (deviation.Value * deviation.Value))
}
