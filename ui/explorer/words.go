package explorer

import (
	"cmp"
	"errors"
	"strings"

	"dpscope/engine"
	"dpscope/engine/classroom"
	"dpscope/engine/param"
)

// Awaited returns what a page waits for that has no answers because nobody gave any yet, in a sentence; empty: it waits for none.
func (s Scene) Awaited() string {
	if nobody := (classroom.NobodyError{}); errors.As(s.Trouble, &nobody) {
		return "Nobody in class " + nobody.Class + " has answered yet."
	}
	return ""
}

// Untold says in a sentence why a page in trouble tells no answer.
func (s Scene) Untold() string {
	return cmp.Or(s.Awaited(), "There is no answer at this setting: "+strings.TrimSuffix(s.Trouble.Error(), ".")+".")
}

// Written returns an answer in words; known is false when it has none.
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
	if a.Held == nil { // a difference would be in another unit
		return cmp.Or(a.DisplayText, a.Written()), true
	}
	return a.Written(), true
}

// SliderName returns the symbol, and the words after it when they add something; two words are one name.
func SliderName(p param.Param) string {
	const word = 3 // letters
	switch {
	case p.Label == "" || p.Label == p.Symbol:
		return p.Symbol
	case len(p.Symbol) >= word && strings.Trim(strings.ToLower(p.Symbol), "abcdefghijklmnopqrstuvwxyz ") == "":
		return p.Symbol + " " + p.Label
	}
	return p.Symbol + "  " + p.Label
}
