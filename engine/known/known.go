// Package known holds numbers together with how they are known. Every engine
// answers with a Value, and nothing else says which side of a number is safe.
package known

import (
	"math"
	"strconv"
	"strings"

	"dpscope/engine/numeral"
)

// Value is a number, what it is known to lie between, and how.
//
// Low and High enclose the quantity where the basis is Exact, Between, AsPrinted
// or Estimate (then with probability Confidence). Of a bound they enclose the
// bound: Low of a lower and High of an upper one are what may be relied on, and the two
// differ only where the bound itself is known to more than one reading or only
// to rounding. Equal ends say that there is nothing to enclose.
type Value struct {
	Value      float64 // NaN when there is no number; None then says why
	Low, High  float64
	Basis      Basis
	Confidence float64 // of the interval of an Estimate, or of a bound that is not proven, in (0, 1); 0 when it has none
	None       string  // "no ε up to 1500", when Value is NaN
	Refused    bool    // None says why it is not computed here, though there may be an answer
	Word       string  // an answer that is a word, as exports have it; Value is then 0
	Title      string  // that word as people say it; empty: as it is
}

// Exactly is a closed form or a full enumeration, to rounding.
func Exactly(v float64) Value { return Value{Value: v, Low: v, High: v} }

// AboutZero is a number that is positive and below most, which float64 cannot
// tell from 0; any other v is exact.
func AboutZero(v, most float64) Value {
	known := Exactly(v)
	if v == 0 {
		known.High = most
	}
	return known
}

// OrMore is a proven lower bound.
func OrMore(v float64) Value { return Value{Value: v, Low: v, High: v, Basis: AtLeast} }

// OrLess is a proven upper bound.
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

// Enclosed is a quantity proven to lie in [low, high], of which value, one of
// the two ends, is told.
func Enclosed(value, low, high float64) Value {
	return Value{Value: value, Low: low, High: high, Basis: Between}
}

// Sampled is an estimate whose interval [low, high] holds the quantity with
// probability confidence.
func Sampled(value, low, high, confidence float64) Value {
	return Value{Value: value, Low: low, High: high, Basis: Estimate, Confidence: confidence}
}

// Sure is how sure an interval is, as people read it ("95 %"); empty where the value has none.
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

// Approximated is an estimate that has no interval.
func Approximated(v float64) Value { return Value{Value: v, Low: v, High: v, Basis: Estimate} }

// Printed is a number as a paper prints it, right or wrong.
func Printed(v float64) Value { return Value{Value: v, Low: v, High: v, Basis: AsPrinted} }

// Nothing is the answer of a question that has none, and says why.
func Nothing(why string) Value {
	return Value{Value: math.NaN(), Low: math.NaN(), High: math.NaN(), None: why}
}

// Refused is the answer of a question that may have one, and says why it is not
// computed here.
func Refused(why string) Value {
	v := Nothing(why)
	v.Refused = true
	return v
}

// Said is an answer that is a word.
func Said(word string) Value { return Value{Word: word} }

// Named is an answer that is one of several things with names: the key that
// exports have, and its title.
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

// Map returns what an increasing function makes of v.
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

// How is the word for how v is known, in exports: "none" where there is nothing
// to know, and "at most with 95 % confidence" of a bound that is not proven.
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

// Safe is the end to rely on: Low where more is better, High where less is.
func (v Value) Safe(g Goal) float64 {
	switch g {
	case Higher:
		return v.Low
	case Lower:
		return v.High
	}
	return v.Value
}

// Promised is what solving may count on: the safe end of what is proven, and an
// estimate as it is.
func (v Value) Promised(g Goal) float64 {
	if v.Word != "" {
		return math.NaN()
	}
	if v.Basis == Estimate || v.Basis == AsPrinted || math.IsNaN(v.Value) {
		return v.Value
	}
	return v.Safe(g)
}

// Side is the basis whose sign stands before Value: an enclosure is told as the
// bound that its end is. A word is never a bound, nor about what it says.
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

// Written is Value in a style, rounded to the side on which it stays true: that
// of a bound, else the one given.
func (v Value) Written(s numeral.Style, r numeral.Rounding) string {
	if v.Value == 0 && v.Basis == Exact && v.High > 0 {
		return "below " + numeral.Short(v.High)
	}
	return s.Rounded(v.Value, v.side(r))
}

// Summed is Value as Written writes it where it adds up so many equal parts: the sum of what is written of each.
func (v Value) Summed(parts int, r numeral.Rounding) string { return v.side(r).Sum(v.Value, parts) }

// side is the side of a bound, else the one given.
func (v Value) side(r numeral.Rounding) numeral.Rounding {
	if r == numeral.Nearest {
		return v.Side().Rounding()
	}
	return r
}
