// Package numeral writes numbers for people: three significant digits, per
// cent where people speak of it, small chances as "1 in N", and never a zero
// or a one that is neither.
package numeral

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// Style says how a quantity is spoken of.
type Style int

const (
	Plain    Style = iota // three significant digits
	Percent               // a probability or a share, in [0, 1]
	Whole                 // a count
	Points                // a difference of shares, in per cent points
	Relative              // a part of another quantity, per cent and never "1 in N"
)

// Rounding is the side to which digits that are not written are dropped.
type Rounding int

const (
	Nearest Rounding = iota
	Up               // the written number is not below the value: a sufficient budget
	Down             // the written number is not above the value: a proven share
)

// PerCent reports whether a number of the style is spoken of in hundredths.
func (s Style) PerCent() bool { return s == Percent || s == Points || s == Relative }

// Format writes v in the style, in ASCII, rounded to the nearest.
func (s Style) Format(v float64) string { return s.Rounded(v, Nearest) }

// Rounded writes v in the style, in ASCII; counts are written whole.
func (s Style) Rounded(v float64, r Rounding) string {
	switch s {
	case Percent:
		return r.Chance(v)
	case Whole:
		return r.Count(v)
	case Points:
		return r.Points(v) + " points"
	case Relative:
		return r.Short(100*v) + " %"
	}
	return r.Short(v)
}

// Points writes a difference of shares in per cent points, without the word.
func (r Rounding) Points(v float64) string {
	const noticed = 1e-9 // points; what rounding leaves is less
	if v != 0 && math.Abs(100*v) < noticed {
		return "below 1e-9"
	}
	return r.Short(100 * v)
}

// Short writes v with three significant digits: "2.00", "0.186", "1,250",
// "1.20e-7", and a power of ten as one: "10^-6". Infinities are words; NaN is "not defined".
func Short(v float64) string { return Nearest.Short(v) }

// Short writes v as the function Short does, rounded to this side.
func (r Rounding) Short(v float64) string {
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
	significant := 3
	if 1000 <= math.Abs(v) && math.Abs(v) < 1e6 {
		significant = 1 + int(math.Floor(math.Log10(math.Abs(v)))) // to the unit
	}
	rounded := r.decimal(v, significant)
	_, exponent, _ := strings.Cut(rounded, "e")
	magnitude, _ := strconv.Atoi(exponent)
	written, _ := strconv.ParseFloat(rounded, 64)
	switch {
	case magnitude < -3 || magnitude > 5:
		return r.scientific(v)
	case magnitude >= 2:
		return Count(written)
	default:
		return strconv.FormatFloat(written, 'f', 2-magnitude, 64)
	}
}

// Sum writes a total of equal parts as the sum of the written parts: "8.08" for two of 4.0322, each rounded
// up.
func (r Rounding) Sum(total float64, parts int) string {
	if parts < 2 {
		return r.Short(total)
	}
	each := r.Short(total / float64(parts))
	written, err := strconv.ParseFloat(Bare(each), 64)
	if err != nil || strings.ContainsAny(each, "e^") { // no number, or a small or great one
		return r.Short(total)
	}
	_, decimals, _ := strings.Cut(each, ".")
	sum := strconv.FormatFloat(float64(parts)*written, 'f', len(decimals), 64)
	exact, _ := strconv.ParseFloat(sum, 64)
	if short, err := strconv.ParseFloat(Bare(Short(exact)), 64); err == nil && short == exact { // three of 9.00 make 27.0
		return Short(exact)
	}
	return Apart(sum)
}

// SumOf writes the sum of parts as the sum of the written parts, each rounded to this side: "6.02" for two of 3.001, each
// rounded up.
func (r Rounding) SumOf(parts []float64) string {
	sum := 0.0
	for _, part := range parts {
		written, err := strconv.ParseFloat(Bare(r.Short(part)), 64)
		if err != nil {
			written = part // no number is written
		}
		sum += written
	}
	return r.Short(Nearest.Significant(sum, 12)) // without what adding up in binary leaves
}

// Significant returns v in that many significant digits, rounded to this side.
func (r Rounding) Significant(v float64, digits int) float64 {
	if v == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return v
	}
	rounded, _ := strconv.ParseFloat(r.decimal(v, digits), 64)
	return rounded
}

// Decimals returns v with that many decimals, rounded to this side.
func (r Rounding) Decimals(v float64, count int) float64 {
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'f', count, 64), 64)
	if r.keeps(rounded, v) {
		return rounded
	}
	unit := math.Pow(10, float64(count))
	parts := math.Round(rounded * unit)
	if r == Up {
		parts++
	} else {
		parts--
	}
	moved, _ := strconv.ParseFloat(strconv.FormatFloat(parts/unit, 'f', count, 64), 64)
	return moved
}

// decimal writes v ≠ 0 in scientific notation with that many significant digits, rounded to this side.
func (r Rounding) decimal(v float64, significant int) string {
	if v < 0 {
		return "-" + r.opposite().decimal(-v, significant)
	}
	text := strconv.FormatFloat(v, 'e', significant-1, 64)
	if written, _ := strconv.ParseFloat(text, 64); r.keeps(written, v) {
		return text
	}
	mantissa, exponent, _ := strings.Cut(text, "e")
	digits, _ := strconv.ParseInt(strings.Replace(mantissa, ".", "", 1), 10, 64)
	last, _ := strconv.Atoi(exponent)
	last -= significant - 1 // the power of ten of the last digit
	if r == Up {
		digits++
	} else {
		digits--
	}
	if digits < int64(math.Pow10(significant-1)) { // 9.99e-5 lies below 1.00e-4
		digits, last = 10*digits+9, last-1
	}
	moved, _ := strconv.ParseFloat(strconv.FormatInt(digits, 10)+"e"+strconv.Itoa(last), 64)
	return strconv.FormatFloat(moved, 'e', significant-1, 64)
}

// hair is the relative size of a number's last binary places: results computed in different orders differ by
// less, and no digit depends on it.
const hair = 0x1p-48

// keeps reports whether the written form of v may stay: it lies on this side of v or a hair from it.
func (r Rounding) keeps(written, v float64) bool {
	return r == Nearest || (written > v) == (r == Up) || math.Abs(written-v) <= hair*math.Abs(v)
}

// Exact writes a number with all its digits, so that reading it gives the same
// float64, in as few characters as that takes: "1500", "1e-6", "1000001".
func Exact(v float64) string {
	if math.IsInf(v, 0) {
		return Short(v)
	}
	mantissa, exponent, found := strings.Cut(strconv.FormatFloat(v, 'g', -1, 64), "e")
	if !found {
		return mantissa
	}
	power, _ := strconv.Atoi(exponent)
	short := mantissa + "e" + strconv.Itoa(power)
	if plain := strconv.FormatFloat(v, 'f', -1, 64); len(plain) <= len(short) {
		return plain
	}
	return short
}

// Listed writes names within a sentence: "age, hypertension and bmi".
func Listed(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// Things writes how many there are of something that has its plural in s: "1 epoch",
// "2,000 epochs".
func Things(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return Count(float64(n)) + " " + one + "s"
}

// Count writes a whole number with thousands apart: "1,000,000"; beyond 1e15,
// where whole numbers are no longer exact, it falls back to Short.
func Count(v float64) string { return Nearest.Count(v) }

// Count writes v as the function Count does, and rounds fractions to this side.
func (r Rounding) Count(v float64) string {
	if math.Abs(v) >= 1e15 || v != math.Trunc(v) {
		return r.Short(v)
	}
	return Apart(strconv.FormatFloat(v, 'f', 0, 64))
}

// Apart sets the thousands of a decimal number apart: "-1,234.5" for "-1234.5".
func Apart(decimal string) string {
	end := strings.IndexByte(decimal, '.')
	if end < 0 {
		end = len(decimal)
	}
	var b strings.Builder
	for i, d := range decimal {
		if before := end - i; i > 0 && before > 0 && before%3 == 0 && decimal[i-1] != '-' {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	return b.String()
}

// thousands matches a number with separated thousands.
var thousands = regexp.MustCompile(`^[+-]?\d{1,3}(,\d{3})+([.eE][^,]*)?$`)

// Bare returns a number as strconv reads it: without what Count sets thousands apart with,
// and a power of ten as "1e-6". A comma that stands elsewhere stays, and is no number's.
func Bare(text string) string {
	if exponent, found := strings.CutPrefix(text, power); found {
		return "1e" + exponent
	}
	if thousands.MatchString(text) {
		return strings.ReplaceAll(text, ",", "")
	}
	return text
}

// Fraction reads a number, or one over another: "256/60,000".
func Fraction(text string) (float64, error) {
	over, under, is := strings.Cut(text, "/")
	v, err := strconv.ParseFloat(Bare(strings.TrimSpace(over)), 64)
	if err != nil || !is {
		return v, err
	}
	w, err := strconv.ParseFloat(Bare(strings.TrimSpace(under)), 64)
	if err != nil {
		return 0, err
	}
	return v / w, nil
}

// Chance writes a probability. Between 0.1 % and 99.9 % it is per cent; below,
// "1 in N", then a power of ten; above, as many nines as it has, never
// "100 %" for less than certainty.
func Chance(p float64) string { return Nearest.Chance(p) }

// Often writes how often something of probability p happens, rounded to this side:
// "85.3 % of the time", "1 time in 2,000".
func (r Rounding) Often(p float64) string {
	text := r.Chance(p)
	if of, rare := strings.CutPrefix(text, "1 in "); rare {
		return "1 time in " + of
	}
	return text + " of the time"
}

// Chance writes p as the function Chance does, rounded to this side.
func (r Rounding) Chance(p float64) string {
	switch {
	case math.IsNaN(p):
		return "not defined"
	case p <= 0:
		return "0 %"
	case p >= 1:
		return "100 %"
	case p < 1e-300 && r == Nearest:
		return "below 1e-300"
	case p < 1e-9:
		return r.scientific(p)
	case p < 1e-3:
		return "1 in " + Count(r.oneIn(p))
	case p > 0.999:
		return r.nines(p)
	}
	decimals := 1
	if p < 0.1 {
		decimals = 2
	}
	return r.percent(p, decimals)
}

// percent writes p as a percentage with that many decimals.
func (r Rounding) percent(p float64, decimals int) string {
	return strconv.FormatFloat(100*r.Decimals(p, decimals+2), 'f', decimals, 64) + " %"
}

// nines writes p with one digit after its leading nines.
func (r Rounding) nines(p float64) string {
	const most = 10
	short := 100 * (1 - p) // per cent short of certainty
	digits := int(math.Ceil(-math.Log10(short + 100*hair/2)))
	if digits > most {
		return "all but " + r.opposite().scientific(1-p)
	}
	return r.percent(p, max(digits, 1))
}

// opposite returns the side for a complement.
func (r Rounding) opposite() Rounding {
	switch r {
	case Up:
		return Down
	case Down:
		return Up
	}
	return Nearest
}

// oneIn returns the N of "1 in N": 1/p to three digits, rounded up for a chance to be rounded down.
func (r Rounding) oneIn(p float64) float64 { return r.opposite().Significant(1/p, 3) }

// scientific writes v with three digits and an exponent, "1.20e-7", and a power of ten as "10^-6".
func (r Rounding) scientific(v float64) string {
	mantissa, exponent, _ := strings.Cut(r.decimal(v, 3), "e")
	n, _ := strconv.Atoi(exponent)
	const slack = 1e-4 // above the computing error of a power, and below what the digits show
	if at := math.Pow10(n); mantissa == "1.00" && math.Abs(v-at) <= slack*at {
		return power + strconv.Itoa(n)
	}
	return mantissa + "e" + strconv.Itoa(n)
}

// power begins a power of ten that is written as one.
const power = "10^"
