package engine

import (
	"cmp"
	"math"

	"dpscope/engine/numeral"
)

// Change says how an answer differs from the one at the held setting.
type Change struct {
	Same bool
	By   string // the difference of two numbers, "+5.28"; empty where there is none
	Was  string // what the answer was: "Laplace", "12.0"
	Unit string // of By: "points"
}

// Change compares an answer with the held setting; ok is false where nothing is held.
func (a Reading) Change() (c Change, ok bool) {
	if a.Held == nil || a.Pending {
		return Change{}, false
	}
	was := *a.Held
	d := a.Known.Value - was.Value
	c.Was = a.Was()
	switch {
	case a.Known.Word != "" || was.Word != "" || a.Known.Missing() || was.Missing():
		c.Same = a.Known.Word == was.Word && a.Known.Missing() == was.Missing()
	case a.Known.Value == was.Value:
		c.Same = true
	case math.IsInf(d, 0) || math.IsNaN(d):
	case math.Abs(d) <= 1e-12*math.Max(math.Abs(a.Known.Value), math.Abs(was.Value)): // rounding alone
		c.Same = true
	default:
		c.By, c.Unit = difference(d, a.Style)
	}
	return c, true
}

// String says it beside a number: "+5.28 points", "same", "was Laplace".
func (c Change) String() string {
	switch {
	case c.Same:
		return "same"
	case c.By == "":
		return "was " + c.Was
	case c.Unit == "":
		return c.By
	}
	return c.By + " " + c.Unit
}

// Was returns the answer at the held setting, in words.
func (a Reading) Was() string {
	switch {
	case a.Held.Word != "":
		return cmp.Or(a.Held.Title, a.Held.Word)
	case a.Held.Missing():
		return "none"
	}
	return a.written(*a.Held)
}

// difference writes how far two quantities of a style are apart, with its sign: shares differ in points.
func difference(d float64, style numeral.Style) (text, unit string) {
	if style.PerCent() {
		text, unit = numeral.Nearest.Points(d), "points"
	} else {
		text = style.Format(d)
	}
	if d > 0 {
		text = "+" + text
	}
	return text, unit
}
