// Package param declares adjustable quantities once, for every use of them:
// slider, address key, CSV column, axis label, range check, help line and
// reference page.
package param

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"dpscope/engine/numeral"
)

// Scale says how a slider's travel maps to values.
type Scale int

const (
	Linear Scale = iota // equal steps add
	Log                 // equal steps multiply; Low > 0
	Count               // whole numbers, spaced as Log; Low > 0
)

// Param declares one adjustable number.
type Param struct {
	Name   string // address key, CSV column: "epsilon"
	Symbol string // slider and axis label: "ε"
	Label  string // one or two words beside the symbol: "budget"
	Unit   string // "records", or empty for a pure number
	Help   string // one sentence

	Min, Max  float64 // the hard range, for addresses
	Open      bool    // Min and Max are excluded
	OpenLow   bool    // Min is excluded, Max is not
	OpenHigh  bool    // Max is excluded, Min is not
	Low, High float64 // the slider's narrower range; both zero: Min and Max
	Default   float64

	Scale        Scale
	Numbered     bool          // a Count that picks from a list: the slider takes one after the other, and numbers beyond the list mean the last
	Fine, Coarse float64       // steps of a Linear slider; zero: 1/100 and 1/10 of its range
	Style        numeral.Style // how people write the value
	Least        bool          // of several answers to "which value?", people want the least
	Role         Role          // besides being moved
	Zero         string        // name of 0 if it is no quantity: "auto"
	ZeroBefore   string        // its earlier name, still accepted in addresses
	Of           string        // the option that it belongs to, "query=real", or options, "query=real,count"; it does not matter with others; empty: none
	Without      string        // key of a text that, once written, leaves it nothing to set, such as a file in place of made-up records; empty: none
	Words        *Words        // names of its values; nil: none
	Above        string        // name of the control that this one pushes up, and is pushed down by: from below to
}

// Words names ranges of values, from the least up. A Param points at them, so that Params stay comparable.
type Words []Word

// Word names the values from a limit on, up to that of the next word.
type Word struct {
	Title string
	From  float64
}

// Word returns what v is called; empty: p has no words.
func (p Param) Word(v float64) (title string) {
	if p.Words == nil {
		return ""
	}
	for i, w := range *p.Words {
		if v >= w.From || i == 0 {
			title = w.Title
		}
	}
	return title
}

// Role says how a parameter relates to its screen's question.
type Role int

const (
	Free   Role = iota // solving may ask which of its values gives an answer
	Target             // the level that answers must reach, never searched itself
	Aside              // a seed, a number of draws: choosing a value by its result misleads
)

// Travel returns the slider's range.
func (p Param) Travel() (low, high float64) {
	if p.Low == 0 && p.High == 0 {
		return p.Min, p.Max
	}
	return p.Low, p.High
}

// Ratios reports whether equal steps of the slider multiply instead of adding.
func (p Param) Ratios() bool {
	const mostEven = 200 // longest list with evenly spaced numbers
	if p.Numbered {
		_, high := p.Travel()
		return high > mostEven
	}
	return p.Scale != Linear
}

// At returns the value at slider position t in [0, 1], not snapped.
func (p Param) At(t float64) float64 {
	low, high := p.Travel()
	t = min(max(t, 0), 1)
	switch {
	case t == 0:
		return low
	case t == 1:
		return high
	}
	v := low + t*(high-low)
	if p.Ratios() {
		v = math.Exp(math.Log(low) + t*(math.Log(high)-math.Log(low)))
	}
	if p.Scale == Count {
		v = math.Round(v)
	}
	return min(max(v, low), high)
}

// Position inverts At; values outside the slider's range sit at its ends.
func (p Param) Position(v float64) float64 {
	low, high := p.Travel()
	t := (v - low) / (high - low)
	if p.Ratios() {
		t = math.Log(v/low) / math.Log(high/low)
	}
	if math.IsNaN(t) {
		return 0
	}
	return min(max(t, 0), 1)
}

// Range describes the allowed values in words, as an address writes them: "0 to 1", "above 0 and below 1", "above 0, up to
// 1000", "0 to below 1".
func (p Param) Range() string { return p.between(p.Exact(p.Min), p.Exact(p.Max)) }

func (p Param) between(low, high string) string {
	switch {
	case p.Open:
		return "above " + low + " and below " + high
	case p.OpenLow:
		return "above " + low + ", up to " + high
	case p.OpenHigh:
		return low + " to below " + high
	}
	return low + " to " + high
}

// Within returns Range as it continues "any": "from 0 to 1", "above 0 and below 1".
func (p Param) Within() string { return p.from(p.Range()) }

func (p Param) from(values string) string {
	if p.Open || p.OpenLow {
		return values
	}
	return "from " + values
}

// Typeable says which numbers a person may type, in the slider's unit: "any from 0 to 100 %".
func (p Param) Typeable() string {
	return "any " + p.from(p.between(p.bare(p.Min), p.Full(p.Max)))
}

// Between writes a part of the range in the slider's unit: "80 to 99.9 %".
func (p Param) Between(low, high float64) string { return p.bare(low) + " to " + p.Full(high) }

// bare returns Full without the unit.
func (p Param) bare(v float64) string { return strings.TrimSuffix(p.Full(v), " "+p.Style.Unit()) }

// Told returns Range at the beginning of a sentence: "Above 0 and below 1".
func (p Param) Told() string {
	r := p.Range()
	return strings.ToUpper(r[:1]) + r[1:]
}

// RangeError reports a value outside its parameter's range.
type RangeError struct {
	Param Param
	Value float64
	Text  string // as written, if it differs from the value
}

func (e *RangeError) Error() string {
	text := e.Text
	if text == "" {
		text = numeral.Exact(e.Value)
	}
	return e.Param.Name + " = " + text + " is outside " + e.Param.interval(numeral.Exact(e.Param.Min), numeral.Exact(e.Param.Max))
}

// interval writes the range between two ends: "[0, 1]", "(0, 1)".
func (p Param) interval(low, high string) string {
	open, shut := "[", "]"
	if p.Open || p.OpenLow {
		open = "("
	}
	if p.Open || p.OpenHigh {
		shut = ")"
	}
	return open + low + ", " + high + shut
}

// Interval writes the range in the slider's unit: "[0, 100] %".
func (p Param) Interval() string {
	return strings.TrimSpace(p.interval(p.Style.Typed(p.Min), p.Style.Typed(p.Max)) + " " + p.Style.Unit())
}

// Check returns a *RangeError unless v lies in the hard range, and an error
// when a Count is not whole.
func (p Param) Check(v float64) error {
	above := v >= p.Min && (v > p.Min || !p.Open && !p.OpenLow) // false for NaN
	below := v <= p.Max && (v < p.Max || !p.Open && !p.OpenHigh)
	if !above || !below {
		return &RangeError{Param: p, Value: v}
	}
	if p.Scale == Count && v != math.Trunc(v) {
		return fmt.Errorf("%s = %s is not a whole number; %s or %s would work", p.Name, numeral.Exact(v), numeral.Exact(math.Floor(v)),
			numeral.Exact(math.Ceil(v)))
	}
	return nil
}

// Read parses and checks a value as a person or an address writes it.
func (p Param) Read(text string) (float64, error) {
	if p.Zero != "" && (text == p.Zero || text == p.ZeroBefore && text != "") {
		return 0, nil
	}
	v, err := p.parsed(text)
	if err != nil && !math.IsInf(v, 0) {
		return 0, fmt.Errorf("%s = %q is not a number; %s would work", p.Name, clip(text), numeral.Exact(p.Default))
	}
	if v == 0 { // no quantity is −0
		v = 0
	}
	if err := p.Check(v); err != nil {
		if r, ok := err.(*RangeError); ok {
			r.Text = clip(text)
		}
		return 0, err
	}
	return v, nil
}

// parsed reads a number; a share may be one over another, "256/60000".
func (p Param) parsed(text string) (float64, error) {
	if p.Min >= 0 && p.Max <= 1 {
		return numeral.Fraction(text)
	}
	return strconv.ParseFloat(numeral.Bare(text), 64)
}

// clip shortens a quotation for a one-line message.
func clip(text string) string {
	const most = 60
	if len(text) <= most {
		return text
	}
	return text[:most] + "..."
}

// Format writes v with its symbol and unit: "n = 500 records".
func (p Param) Format(v float64) string {
	s, unit := p.Symbol+" = "+p.Text(v), p.Unit
	switch {
	case v == 0 && p.Zero != "": // a word has no unit
		unit = ""
	case v == 1:
		unit = strings.TrimSuffix(unit, "s")
	}
	if unit != "" {
		s += " " + unit
	}
	return s
}

// Text writes v alone: with the decimals of the slider's notches where it is
// one, otherwise in the parameter's style.
func (p Param) Text(v float64) string {
	switch {
	case p.Zero != "" && v == 0:
		return p.Zero
	case p.Scale == Count:
		return numeral.Count(v)
	case p.Scale == Linear && p.Fine > 0 && multiple(math.Round(v/p.Fine), p.Fine) == v:
		return p.notch(v)
	}
	return p.Style.Format(v)
}

// notch writes a multiple of Fine with as many decimals as Fine has.
func (p Param) notch(v float64) string {
	step, sign := p.Fine, ""
	if p.Style == numeral.Percent {
		v, step, sign = 100*v, 100*step, " %"
	}
	return strconv.FormatFloat(v, 'f', decimalsOf(step), 64) + sign
}

// decimalsOf returns the number of decimals of a step, at most six.
func decimalsOf(step float64) int {
	decimals := 0
	for decimals < 6 && math.Abs(math.Round(step)-step) > 1e-9 {
		step *= 10
		decimals++
	}
	return decimals
}

// Rounded returns v in the slider's digits and more besides, rounded to a side: whole for counts, with the
// decimals of its notches if it has some, and otherwise in three significant digits.
func (p Param) Rounded(v float64, side numeral.Rounding, more int) float64 {
	switch {
	case p.Scale == Count:
		return side.Decimals(v, 0)
	case p.Scale == Linear && p.Fine > 0:
		return side.Decimals(v, decimalsOf(p.Fine)+more)
	}
	return side.Significant(v, 3+more)
}

// Full writes v with all its digits and its style's unit, as Text does: "10,900", "3 points", "1.775".
func (p Param) Full(v float64) string {
	const short = 1e9 // a greater count is a power of ten or has too many digits
	if p.Scale == Count && v < short || p.Zero != "" && v == 0 {
		return p.Text(v)
	}
	text := p.Style.Typed(v)
	if unit := p.Style.Unit(); unit != "" {
		text += " " + unit
	}
	return text
}

// Exact writes v so that Read gives it back, in as few characters as that
// takes: "1500", "1e-6", "1000001".
func (p Param) Exact(v float64) string { return numeral.Exact(v) }
