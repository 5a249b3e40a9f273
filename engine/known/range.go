package known

import (
	"math"

	"dpscope/engine/numeral"
)

// Range holds the possible values of a quantity, both ends included. The zero value is for answers in words.
type Range struct{ Low, High float64 }

// The ranges that most quantities have.
var (
	Probability = Range{0, 1}
	NotNegative = Range{0, math.Inf(1)}
	NotPositive = Range{math.Inf(-1), 0}
	Signed      = Range{math.Inf(-1), math.Inf(1)}
	Correlation = Range{-1, 1}
)

// OfNumbers reports whether a quantity of this range is a number.
func (r Range) OfNumbers() bool { return r.Low < r.High }

// Holds reports whether a number is in the range.
func (r Range) Holds(v float64) bool { return v >= r.Low && v <= r.High }

// Clip puts the ends of an interval where they can be, as Student's may leave the range.
func (r Range) Clip(v Value) Value {
	if low, high, ok := v.Interval(); ok {
		v.Low, v.High = max(low, r.Low), min(high, r.High)
	}
	return v
}

// String returns the range in words: "0 to 1", "at least 0".
func (r Range) String() string {
	switch low, high := math.IsInf(r.Low, -1), math.IsInf(r.High, 1); {
	case !r.OfNumbers():
		return "words"
	case low && high:
		return "any number"
	case low:
		return "at most " + numeral.Exact(r.High)
	case high:
		return "at least " + numeral.Exact(r.Low)
	}
	return numeral.Exact(r.Low) + " to " + numeral.Exact(r.High)
}
