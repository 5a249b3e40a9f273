package privacy

import (
	"math"

	"dpscope/engine/param"
)

// Hint says in words how much is given away: one step of a scale of right guesses between two values.
type Hint struct {
	Name, Title string  // "clear-hint", "a clear hint"
	From        float64 // the share of right guesses from which on it is said
}

// Hints lists the scale from the least up: every page that puts ε into words has its words and limits from here.
func Hints() []Hint {
	return []Hint{
		{"almost-nothing", "almost nothing", 0.5},
		{"faint-hint", "a faint hint", 0.55},
		{"clear-hint", "a clear hint", 0.65},
		{"strong-hint", "a strong hint", 0.8},
		{"nearly-everything", "nearly everything", 0.95},
	}
}

// HintOf returns what a share of right guesses is called.
func HintOf(right float64) Hint {
	all := Hints()
	is := all[0]
	for _, h := range all {
		if right >= h.From {
			is = h
		}
	}
	return is
}

// Epsilon returns the ε that allows as many right guesses as h begins with: ln(p/(1 − p)).
func (h Hint) Epsilon() float64 { return math.Log(h.From / (1 - h.From)) }

// Words holds the scale for sliders of an ε.
var Words = func() *param.Words {
	var all param.Words
	for _, h := range Hints() {
		all = append(all, param.Word{Title: h.Title, From: h.Epsilon()})
	}
	return &all
}()
