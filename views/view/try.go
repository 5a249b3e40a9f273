package view

import (
	"slices"

	"dpscope/engine/param"
)

// Try suggests something to try at a setting: what to do, and what that shows. Its text is true at every setting that it
// applies to.
type Try struct {
	When   func(param.Values) bool // nil: at any setting
	On     string                  // the control that gets the focus; empty: the focus stays
	Do     Act
	Times  int    // 0: once
	Value  string // typed by Type: "500"
	Called string // the control within a sentence, "ε"; empty: the sentence names it itself
	Shows  string // "what more budget gives away"
}

// Picks is a When: a menu is set to an option.
func Picks(c param.Choice, option string) func(param.Values) bool {
	return func(v param.Values) bool { return v.Picked(c).Name == option }
}

// Tried returns what to try at a setting: the first suggestion that applies and whose control is there.
func (v View) Tried(values param.Values) (Try, bool) {
	i := slices.IndexFunc(v.Tries, func(t Try) bool {
		return (t.When == nil || t.When(values)) && (t.On == "" || v.moves(t.On, values))
	})
	if i < 0 {
		return Try{}, false
	}
	return v.Tries[i], true
}

// moves reports whether a setting has a control of that name.
func (v View) moves(name string, values param.Values) bool {
	choices, texts := v.Needed(values)
	return slices.ContainsFunc(v.Sliders(values), func(p param.Param) bool { return p.Name == name }) ||
		slices.ContainsFunc(choices, func(c param.Choice) bool { return c.Key() == name }) ||
		slices.ContainsFunc(texts, func(t param.Text) bool { return t.Name == name })
}
