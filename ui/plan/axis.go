package plan

import (
	"cmp"
	"strings"

	"dpscope/engine"
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
