package explorer

import (
	"cmp"

	"dpscope/engine"
	"dpscope/engine/param"
)

// Written is an answer in words; known is false when it has none.
func Written(a engine.Reading) (text string, known bool) {
	switch {
	case a.Pending && a.Known.Missing():
		return "…", false
	case a.Pending:
		return a.Written() + " …", true
	case a.Known.Word != "":
		return cmp.Or(a.Known.Title, a.Known.Word), true
	case a.Known.Missing():
		if a.Known.None == "" || a.Known.Refused { // the lead says why, for all readings once
			return "none", false
		}
		return "none: " + a.Known.None, false
	}
	if a.Held == nil { // a difference would be of another unit
		return cmp.Or(a.DisplayText, a.Written()), true
	}
	return a.Written(), true
}

// SliderName is the symbol, and the words after it when they add something.
func SliderName(p param.Param) string {
	if p.Label == "" || p.Label == p.Symbol {
		return p.Symbol
	}
	return p.Symbol + "  " + p.Label
}
