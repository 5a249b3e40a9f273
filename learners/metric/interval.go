package metric

import (
	"math"

	"dpscope/engine/known"
	"dpscope/engine/num/binomial"
)

// Estimate is the metric as an estimate for all records of the kind, with an
// interval that holds with at least the confidence, in (0, 1).
//
// A share has the Clopper-Pearson interval (1934). Any other metric grows with the shares of the two classes
// that are classified correctly, which are independent: its interval runs between its values at the ends of
// theirs, each held with the root of the confidence. Neither assumes a normal law, so that small classes are
// covered too.
func (m Metric) Estimate(o Outcomes, confidence float64) known.Value {
	v := m.Value(o)
	if v.Missing() {
		return v
	}
	if m.share != nil {
		if successes, trials, ok := m.share(o); ok {
			low, high := binomial.Interval(successes, trials, 1-confidence)
			return known.Sampled(v.Value, low, high, confidence)
		}
	}
	least, most := o.corners(1 - math.Sqrt(confidence))
	return known.Sampled(v.Value, min(m.of(least), v.Value), max(m.of(most), v.Value), confidence)
}

// corners returns the outcomes with the fewest, and the most, correct records of both classes that their
// intervals allow.
func (o Outcomes) corners(alpha float64) (least, most Outcomes) {
	fewPositive, manyPositive := limits(o.TruePositive, o.positives(), alpha)
	fewNegative, manyNegative := limits(o.TrueNegative, o.negatives(), alpha)
	return o.told(fewPositive, fewNegative), o.told(manyPositive, manyNegative)
}

// limits returns the interval of a class; [0, 1] without records.
func limits(right, records, alpha float64) (low, high float64) {
	if records == 0 {
		return 0, 1
	}
	return binomial.Interval(right, records, alpha)
}

// told returns outcomes with the same classes and other shares classified correctly.
func (o Outcomes) told(positive, negative float64) Outcomes {
	tp, tn := positive*o.positives(), negative*o.negatives()
	return Outcomes{TruePositive: tp, FalseNegative: o.positives() - tp, TrueNegative: tn, FalsePositive: o.negatives() - tn}
}
