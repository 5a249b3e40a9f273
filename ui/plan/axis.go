package plan

import (
	"cmp"
	"strings"

	"dpscope/engine"
	"dpscope/engine/numeral"
)

// AxisBrief returns AxisTitle in few letters: the axis's own short form, or the label up to its first comma, "ε" of "ε, privacy
// budget".
func AxisBrief(a engine.Axis, s Scale, text Text) string {
	a.Label = axisSymbol(a)
	return AxisTitle(a, s, text)
}

// axisSymbol returns the symbol of an axis's values.
func axisSymbol(a engine.Axis) string {
	before, _, _ := strings.Cut(a.Label, ",")
	return cmp.Or(a.Brief, before)
}

// Logarithmic follows the name of an axis on which equal distances mean equal ratios.
const Logarithmic = " (log)"

// AxisTitle returns an axis's label with its unit, and that it is logarithmic.
func AxisTitle(a engine.Axis, s Scale, text Text) string {
	label, unit := text.Plain(a.Label), AxisUnit(a, s, text)
	title := label + ", " + unit
	switch {
	case label == "":
		title = unit
	case unit == "":
		title = label
	}
	if s.Log && title != "" {
		title += Logarithmic
	}
	return title
}

// AxisUnit returns the unit of an axis.
func AxisUnit(a engine.Axis, s Scale, text Text) string {
	if Percent(a, s) {
		return "%"
	}
	return text.Plain(cmp.Or(a.Raw.Unit, a.Unit))
}

// Brief writes a number on the picture: as in Written, without superfluous zeros and without the unit.
func Brief(a engine.Axis, v float64, text Text) string {
	a.Unit, a.Raw.Unit = "", ""
	number := Written(a, v, text)
	if a.Style == numeral.Plain && len(a.Words) == 0 && strings.Contains(number, ".") && !strings.Contains(number, "e") {
		number = strings.TrimRight(strings.TrimRight(number, "0"), ".")
	}
	return number
}

// Written returns a number of an axis as it is read out: its name for words, per cent and units as the axis says.
func Written(a engine.Axis, v float64, text Text) string {
	return Rounded(a, v, text, numeral.Nearest)
}

// Rounded writes a value of an axis, rounded to one side.
func Rounded(a engine.Axis, v float64, text Text, r numeral.Rounding) string {
	if len(a.Words) > 0 {
		return text.Plain(a.Rounded(v, r))
	}
	a.Raw.Unit, a.Unit = text.Plain(a.Raw.Unit), text.Plain(a.Unit)
	return a.Rounded(v, r)
}
