package engine

import (
	"cmp"
	"math"

	"dpscope/engine/numeral"
)

// Change says what became of an answer since the held setting: "+5.28 points",
// "-0.12", "same", "was Laplace"; nothing where nothing is held.
func (a Reading) Change() string {
	if a.Held == nil || a.Pending {
		return ""
	}
	was := *a.Held
	switch {
	case a.Known.Word != "" || was.Word != "" || a.Known.Missing() || was.Missing():
		if a.Known.Word == was.Word && a.Known.Missing() == was.Missing() {
			return "same"
		}
		return "was " + a.Was()
	case a.Known.Value == was.Value:
		return "same"
	}
	d := a.Known.Value - was.Value
	switch {
	case math.IsInf(d, 0) || math.IsNaN(d):
		return "was " + a.Was()
	case math.Abs(d) <= 1e-12*math.Max(math.Abs(a.Known.Value), math.Abs(was.Value)): // rounding alone
		return "same"
	}
	return signed(d, a.Style)
}

// Was is what the answer was at the held setting.
func (a Reading) Was() string {
	switch {
	case a.Held.Word != "":
		return cmp.Or(a.Held.Title, a.Held.Word)
	case a.Held.Missing():
		return "none"
	}
	return a.written(*a.Held)
}

// signed writes a difference of quantities of a style: shares differ in points.
func signed(d float64, style numeral.Style) string {
	if style.PerCent() {
		style = numeral.Points
	}
	if d < 0 {
		return style.Format(d)
	}
	return "+" + style.Format(d)
}
