package view

import (
	"testing"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
)

// What the guarantee alone allows is stated beside an attacker where it differs from the actual number, rounded alike, and has
// no visible row.
func TestWhatIsAllowedStandsBesideTheAttacker(t *testing.T) {
	for _, c := range []struct {
		right, allowed known.Value
		top            bool
		label, want    string
	}{
		{known.Exactly(0.599), known.Exactly(0.8808), false, "… allowed by ε and δ", "ε and δ allow 88.1 %"},
		{known.OrLess(0.599), known.Exactly(0.8808), false, "… allowed by ε", "ε allows 88.1 %"},
		{known.Exactly(0.599), known.Exactly(0.8808), true, "… allowed by ε", ""},
		{known.Exactly(0.7310586), known.Exactly(0.7310588), false, "… allowed by ε", ""},
		{known.OrLess(0.70035732825), known.Exactly(0.70035732759), false, "… allowed by ε", ""},
		{known.Nothing("unknown"), known.Exactly(0.7), false, "… allowed by ε", ""},
	} {
		reading := func(name, label string, v known.Value, top bool) engine.Reading {
			return engine.Reading{Key: engine.Key{Name: name}, Label: label, Known: v, Style: numeral.Percent, Top: top}
		}
		answers := []engine.Reading{reading(AttackerRight, "", c.right, true), reading(AttackerAllowed, c.label, c.allowed, c.top)}
		if besideAllowed(answers); answers[0].Remark != c.want {
			t.Errorf("%v beside %v: %q, want %q", c.right, c.allowed, answers[0].Remark, c.want)
		}
	}
}
