// Package metric says how good scores of two classes are: by the order they put
// records in, and by the classes they give.
package metric

// Outcomes counts a classifier's results on records of known class. The counts are whole unless they come
// from an Interval.
type Outcomes struct {
	TruePositive, FalsePositive, FalseNegative, TrueNegative float64
}

// Count takes a score of threshold and above as positive; scores and positive
// go together.
func Count(scores []float64, positive []bool, threshold float64) Outcomes {
	var o Outcomes
	for i, score := range scores {
		switch called := score >= threshold; {
		case called && positive[i]:
			o.TruePositive++
		case called:
			o.FalsePositive++
		case positive[i]:
			o.FalseNegative++
		default:
			o.TrueNegative++
		}
	}
	return o
}

// positives returns the number of truly positive records.
func (o Outcomes) positives() float64 { return o.TruePositive + o.FalseNegative }

// negatives returns the number of truly negative records.
func (o Outcomes) negatives() float64 { return o.TrueNegative + o.FalsePositive }

// called returns the number of records classified as positive.
func (o Outcomes) called() float64 { return o.TruePositive + o.FalsePositive }

func (o Outcomes) total() float64 { return o.positives() + o.negatives() }

// sensitivity and specificity are the shares of the two classes that are told
// rightly, NaN of a class without records.
func (o Outcomes) sensitivity() float64 { return o.TruePositive / o.positives() }
func (o Outcomes) specificity() float64 { return o.TrueNegative / o.negatives() }

// lack says what a metric without a value misses.
func (o Outcomes) lack() string {
	switch {
	case o.total() == 0:
		return "no records"
	case o.positives() == 0:
		return "no positive records"
	}
	return "no negative records"
}

// Positives returns the number of positive labels.
func Positives(labels []bool) int {
	count := 0
	for _, positive := range labels {
		if positive {
			count++
		}
	}
	return count
}
