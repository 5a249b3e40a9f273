// Package numeral writes numbers for people: three significant digits, per
// cent where people speak of it, small chances as "1 in N", and never a zero
// or a one that is neither.
package numeral

import (
	"math"
	"strconv"
	"strings"
)

// Style says how a quantity is spoken of.
type Style int

const (
	Plain   Style = iota // three significant digits
	Percent              // a probability or a share, in [0, 1]
	Whole                // a count
)

// Format writes v in the style, in ASCII.
func (s Style) Format(v float64) string {
	switch s {
	case Percent:
		return Chance(v)
	case Whole:
		return Count(v)
	}
	return Short(v)
}

// Short writes v with three significant digits: "2.00", "0.186", "1250",
// "1.20e-07". Infinities are words; NaN is "not defined".
func Short(v float64) string {
	switch {
	case math.IsNaN(v):
		return "not defined"
	case math.IsInf(v, 1):
		return "unbounded"
	case math.IsInf(v, -1):
		return "-unbounded"
	case v == 0:
		return "0"
	}
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'e', 2, 64), 64)
	magnitude := int(math.Floor(math.Log10(math.Abs(rounded)) + 1e-12))
	switch {
	case magnitude < -3 || magnitude > 5:
		return trimExponent(strconv.FormatFloat(v, 'e', 2, 64))
	case magnitude >= 2:
		return strconv.FormatFloat(v, 'f', 0, 64)
	default:
		return strconv.FormatFloat(v, 'f', 2-magnitude, 64)
	}
}

// Count writes a whole number with thousands apart: "1,000,000"; beyond 1e15,
// where whole numbers are no longer exact, it falls back to Short.
func Count(v float64) string {
	if math.Abs(v) >= 1e15 || v != math.Trunc(v) {
		return Short(v)
	}
	digits := strconv.FormatFloat(math.Abs(v), 'f', 0, 64)
	var b strings.Builder
	if v < 0 {
		b.WriteByte('-')
	}
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	return b.String()
}

// Chance writes a probability. Between 0.1 % and 99.9 % it is per cent; below,
// "1 in N", then a power of ten; above, as many nines as it has, never
// "100 %" for less than certainty.
func Chance(p float64) string {
	switch {
	case math.IsNaN(p):
		return "not defined"
	case p <= 0:
		return "0 %"
	case p >= 1:
		return "100 %"
	case p < 1e-300:
		return "below 1e-300"
	case p < 1e-9:
		return trimExponent(strconv.FormatFloat(p, 'e', 2, 64))
	case p < 1e-3:
		return "1 in " + Count(threeDigits(1/p))
	case p > 0.999:
		return nines(p)
	}
	text := strconv.FormatFloat(100*p, 'f', 1, 64)
	if 100*p < 10 {
		text = strconv.FormatFloat(100*p, 'f', 2, 64)
	}
	return text + " %"
}

// nines rounds p down to one digit after its leading nines.
func nines(p float64) string {
	const most = 10
	short := 100 * (1 - p) // per cent short of certainty
	digits := int(math.Ceil(-math.Log10(short) - 1e-6))
	if digits > most {
		return "all but " + trimExponent(strconv.FormatFloat(1-p, 'e', 2, 64))
	}
	unit := math.Pow(10, float64(max(digits, 1)))
	floor := math.Floor(100*p*unit+1e-4) / unit
	return strconv.FormatFloat(floor, 'f', max(digits, 1), 64) + " %"
}

func threeDigits(v float64) float64 {
	if v < 1000 {
		return math.Round(v)
	}
	unit := math.Pow(10, math.Floor(math.Log10(v))-2)
	return math.Round(v/unit) * unit
}

// trimExponent turns Go's "1.20e-07" into the shorter "1.20e-7".
func trimExponent(s string) string {
	mantissa, exponent, found := strings.Cut(s, "e")
	if !found {
		return s
	}
	n, _ := strconv.Atoi(exponent)
	return mantissa + "e" + strconv.Itoa(n)
}
