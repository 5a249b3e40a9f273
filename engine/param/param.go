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

	Min, Max  float64 // the hard range: what an address may say
	Open      bool    // Min and Max themselves are outside
	OpenLow   bool    // Min itself is outside, and Max is not
	OpenHigh  bool    // Max itself is outside, and Min is not
	Low, High float64 // the slider's narrower range; both zero: Min and Max
	Default   float64

	Scale        Scale
	Numbered     bool          // a Count that says which of a list: the slider takes one after the other, and beyond the last is the last
	Fine, Coarse float64       // steps of a Linear slider; zero: 1/100 and 1/10 of its range
	Style        numeral.Style // how people speak of the value
	Least        bool          // of several answers to "which value?", people want the least
	Role         Role          // beside being moved
	Zero         string        // what 0 is called where it is no quantity: "auto"
	ZeroBefore   string        // what it was called before, which addresses may still say
	Of           string        // the option that it belongs to, "query=real", or options, "query=real,count", without which it means nothing; empty: to none
	Without      string        // key of the text that leaves it nothing to set once it is written, as a file does of made-up records; empty: of none
	Words        *Words        // what its values are called; nil: they have no words
	Above        string        // name of the control that this one pushes up, and is pushed down by: from below to
}

// Words are what values are called, from the least up. A Param points at them, so that Params stay comparable.
type Words []Word

// Word is what values are called from a limit on, up to that of the next word.
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

// Role says what a parameter is to the question of its screen.
type Role int

const (
	Free   Role = iota // one may ask which value of it gives an answer
	Target             // the level that answers are to reach: what is asked for, and never what is searched
	Aside              // a seed, a number of draws: a value picked for its result misleads
)

// Travel returns the slider's range.
func (p Param) Travel() (low, high float64) {
	if p.Low == 0 && p.High == 0 {
		return p.Min, p.Max
	}
	return p.Low, p.High
}

// Ratios reports whether equal ways of the slider multiply, and do not add.
func (p Param) Ratios() bool {
	const mostEven = 200 // of a list whose numbers are spaced evenly
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

// Position is the inverse of At; values outside the slider's range sit at its
// ends.
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

// Range is what an address may say, in words: "0 to 1", "above 0 and below 1", "above 0, up to 1000", "0 to below 1".
func (p Param) Range() string {
	low, high := p.Exact(p.Min), p.Exact(p.Max)
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

// Within is Range as it goes on after "any": "from 0 to 1", "above 0 and below 1".
func (p Param) Within() string {
	if p.Open || p.OpenLow {
		return p.Range()
	}
	return "from " + p.Range()
}

// Told is Range at the beginning of a sentence: "Above 0 and below 1".
func (p Param) Told() string {
	r := p.Range()
	return strings.ToUpper(r[:1]) + r[1:]
}

// RangeError reports a value outside its parameter's range.
type RangeError struct {
	Param Param
	Value float64
	Text  string // what was written, when it is not the value
}

func (e *RangeError) Error() string {
	text := e.Text
	if text == "" {
		text = numeral.Exact(e.Value)
	}
	open, shut := "[", "]"
	if e.Param.Open {
		open, shut = "(", ")"
	}
	if e.Param.OpenLow {
		open = "("
	}
	if e.Param.OpenHigh {
		shut = ")"
	}
	return e.Param.Name + " = " + text + " is outside " + open + numeral.Exact(e.Param.Min) + ", " + numeral.Exact(e.Param.Max) + shut
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
	v, err := strconv.ParseFloat(numeral.Bare(text), 64)
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

// decimalsOf is how many decimals a step has, six at most.
func decimalsOf(step float64) int {
	decimals := 0
	for decimals < 6 && math.Abs(math.Round(step)-step) > 1e-9 {
		step *= 10
		decimals++
	}
	return decimals
}

// Rounded is v in the digits in which the slider writes it and so many more, rounded to a side:
// whole where it counts, with the decimals of its notches where it has such, and otherwise in
// three significant digits.
func (p Param) Rounded(v float64, side numeral.Rounding, more int) float64 {
	switch {
	case p.Scale == Count:
		return side.Decimals(v, 0)
	case p.Scale == Linear && p.Fine > 0:
		return side.Decimals(v, decimalsOf(p.Fine)+more)
	}
	return side.Significant(v, 3+more)
}

// Exact writes v so that Read gives it back, in as few characters as that
// takes: "1500", "1e-6", "1000001".
func (p Param) Exact(v float64) string { return numeral.Exact(v) }
