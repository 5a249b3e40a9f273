// Package known holds numbers together with how they are known. Every engine
// answers with a Value, and nothing else says which side of a number is safe.
package known

import (
	"math"
	"strconv"
	"strings"

	"dpscope/engine/numeral"
)

// Value is a number with its enclosure and its basis.
//
// Low and High enclose the quantity if the basis is Exact, Between, AsPrinted or Estimate (then with
// probability Confidence). For a bound they enclose the bound: Low of a lower and High of an upper one are
// reliable, and the two differ only if the bound itself has more than one reading or is known only to
// rounding. Equal ends mean that there is nothing to enclose.
type Value struct {
	Value      float64 // NaN: no number; None then says why
	Low, High  float64
	Basis      Basis
	Confidence float64 // of the interval of an Estimate, or of a bound that is not proven, in (0, 1); 0: none
	None       string  // "no ε up to 1500", when Value is NaN
	Refused    bool    // None says why it is not computed, although there may be an answer
	Word       string  // an answer in words, as in exports; Value is then 0
	Title      string  // the word as people say it; empty: the word itself
}

// Exactly returns a closed form or a full enumeration, to rounding.
func Exactly(v float64) Value { return Value{Value: v, Low: v, High: v} }

// AboutZero returns a positive number below most that float64 cannot distinguish from 0; any other v is
// exact.
func AboutZero(v, most float64) Value {
	known := Exactly(v)
	if v == 0 {
		known.High = most
	}
	return known
}

// OrMore returns a proven lower bound.
func OrMore(v float64) Value { return Value{Value: v, Low: v, High: v, Basis: AtLeast} }

// OrLess returns a proven upper bound.
func OrLess(v float64) Value { return Value{Value: v, Low: v, High: v, Basis: AtMost} }

// With returns a bound that holds with a confidence in (0, 1), and is not proven.
func (v Value) With(confidence float64) Value {
	v.Confidence = confidence
	switch v.Basis {
	case AtLeast:
		v.Basis = ConfidentAtLeast
	case AtMost:
		v.Basis = ConfidentAtMost
	}
	return v
}

// Enclosed returns a quantity proven to lie in [low, high], with one of the two ends as its value.
func Enclosed(value, low, high float64) Value {
	return Value{Value: value, Low: low, High: high, Basis: Between}
}

// Sampled returns an estimate with an interval [low, high] that holds the quantity with probability
// confidence.
func Sampled(value, low, high, confidence float64) Value {
	return Value{Value: value, Low: low, High: high, Basis: Estimate, Confidence: confidence}
}

// Sure returns the confidence as people read it ("95 %"); empty without one.
func (v Value) Sure() string {
	if !(v.Confidence > 0) {
		return ""
	}
	return strconv.FormatFloat(100*v.Confidence, 'g', 4, 64) + " %"
}

// Surely says how sure a bound is that is not proven: "with 95 % confidence"; empty of any other value.
func (v Value) Surely() string {
	if v.Missing() || !v.Basis.Confident() {
		return ""
	}
	return "with " + v.Sure() + " confidence"
}

// Approximated returns an estimate without an interval.
func Approximated(v float64) Value { return Value{Value: v, Low: v, High: v, Basis: Estimate} }

// Printed returns a number as a paper prints it, right or wrong.
func Printed(v float64) Value { return Value{Value: v, Low: v, High: v, Basis: AsPrinted} }

// Nothing returns the answer of a question without one, with the reason.
func Nothing(why string) Value {
	return Value{Value: math.NaN(), Low: math.NaN(), High: math.NaN(), None: why}
}

// Refused returns the answer of a question that may have one, with the reason for not computing it.
func Refused(why string) Value {
	v := Nothing(why)
	v.Refused = true
	return v
}

// Said returns an answer in a word.
func Said(word string) Value { return Value{Word: word} }

// Named returns an answer that is one of several named things: its key for exports, and its title.
func Named(key, title string) Value { return Value{Word: key, Title: title} }

// As returns v known in another way.
func (v Value) As(b Basis) Value {
	v.Basis = b
	return v
}

// Within returns v enclosed by [low, high].
func (v Value) Within(low, high float64) Value {
	v.Low, v.High = low, high
	return v
}

// Map applies an increasing function to v.
func (v Value) Map(increasing func(float64) float64) Value {
	v.Value, v.Low, v.High = increasing(v.Value), increasing(v.Low), increasing(v.High)
	return v
}

// Missing reports that there is no answer.
func (v Value) Missing() bool { return v.Word == "" && math.IsNaN(v.Value) }

// AnyBudget is the answer where every ε that there is is proven to be enough: the least of
// them is no finding.
const AnyBudget = "any ε"

// NoBudget is said where no ε that there is reaches a target: the least that does
// is beyond all, and a greater one may.
const NoBudget = "no ε up to 1500"

// Never reports that there is no answer because no ε that there is reaches the target.
func (v Value) Never() bool { return v.Missing() && v.None == NoBudget }

// How returns the word for the basis in exports: "none" without a number, and "at most with 95 % confidence"
// for a bound that is not proven.
func (v Value) How() string {
	if v.Missing() {
		return "none"
	}
	if sure := v.Surely(); sure != "" {
		return strings.Replace(v.Basis.String(), "with confidence", sure, 1)
	}
	return v.Basis.String()
}

// Number returns the number, NaN where the answer is a word or none.
func (v Value) Number() float64 {
	if v.Word != "" {
		return math.NaN()
	}
	return v.Value
}

// Interval returns the ends of what v is known to lie between; ok is false
// where they are the same.
func (v Value) Interval() (low, high float64, ok bool) { return v.Low, v.High, v.Low < v.High }

// Safe returns the reliable end: Low if more is better, High if less is.
func (v Value) Safe(g Goal) float64 {
	switch g {
	case Higher:
		return v.Low
	case Lower:
		return v.High
	}
	return v.Value
}

// Promised returns the number that solving may rely on: the safe end of proven numbers, and estimates
// themselves.
func (v Value) Promised(g Goal) float64 {
	if v.Word != "" {
		return math.NaN()
	}
	if v.Basis == Estimate || v.Basis == AsPrinted || math.IsNaN(v.Value) {
		return v.Value
	}
	return v.Safe(g)
}

// Side returns the basis for the sign before Value: an enclosure counts as the bound that its end is. A word
// is never a bound.
func (v Value) Side() Basis {
	if v.Word != "" && v.Basis != AsPrinted {
		return Exact
	}
	if v.Basis != Between {
		return v.Basis
	}
	if v.Value == v.High {
		return AtMost
	}
	return AtLeast
}

// Written returns Value in a style, rounded to the side on which it remains true: a bound's own, else the one
// given.
func (v Value) Written(s numeral.Style, r numeral.Rounding) string {
	if v.Value == 0 && v.Basis == Exact && v.High > 0 {
		return "below " + numeral.Short(v.High)
	}
	return s.Rounded(v.Value, v.side(r))
}

// Summed returns Value as Written does for a sum of equal parts: the sum of the written parts.
func (v Value) Summed(parts int, r numeral.Rounding) string { return v.side(r).Sum(v.Value, parts) }

// SummedOf returns Value as Written does for a sum of these parts.
func (v Value) SummedOf(parts []float64, r numeral.Rounding) string { return v.side(r).SumOf(parts) }

// side returns the side of a bound, else the one given.
func (v Value) side(r numeral.Rounding) numeral.Rounding {
	if r == numeral.Nearest {
		return v.Side().Rounding()
	}
	return r
}
