package view

import (
	"testing"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
)

// What is stated is said beside an attacker's number where it is written otherwise, and where a per cent says how much.
func TestAllowsMore(t *testing.T) {
	for _, c := range []struct {
		name           string
		right, allowed known.Value
		more           bool
	}{
		{"more", known.Exactly(0.70), known.Exactly(0.731), true},
		{"more, enclosed", known.OrLess(0.70), known.OrLess(0.731), true},
		{"the same", known.Exactly(0.731), known.Exactly(0.731), false},
		{"less", known.Exactly(0.75), known.Exactly(0.731), false},
		{"written alike", known.Exactly(0.73104), known.Exactly(0.73106), false},
		{"more, but rounded to less", known.OrLess(0.50016), known.Exactly(0.50017), false},
		{"nearly always", known.Exactly(0.90), known.Exactly(0.9996), false},
		{"nothing stated", known.Exactly(0.70), known.Nothing("there is no ε"), false},
		{"nothing known", known.Nothing("none"), known.Exactly(0.731), false},
	} {
		reading := func(name string, v known.Value) engine.Reading {
			return engine.Reading{Key: engine.Key{Name: name}, Known: v, Style: numeral.Percent}
		}
		f := Facts{answers: []engine.Reading{reading("is", c.right), reading("may", c.allowed),
			reading(AttackerRight, c.right), reading(AttackerAllowed, c.allowed)}, pending: new(bool)}
		if got := AllowsMore(f); got != c.more {
			t.Errorf("%s: it is said to allow more: %t", c.name, got)
		}
		if got := AllowsMoreOf("is", "may")(f); got != c.more {
			t.Errorf("%s, by other names: it is said to allow more: %t", c.name, got)
		}
	}
}

func TestAllows(t *testing.T) {
	for delta, want := range map[float64]string{0: "ε alone allows", 1e-12: "ε, δ alone allow", 0.5: "ε, δ alone allow"} {
		if got := Allows(delta); got != want {
			t.Errorf("of δ = %g it is %q", delta, got)
		}
	}
}

// Where protection is little a sentence says so beside what guessing is right in, as far as it has room for both.
func TestVerdictsBesideGuessing(t *testing.T) {
	for text, want := range map[string]string{
		"An attacker is right at most {attacker-right} of the time (50 % is guessing).":                                                                "Little protection: an attacker is right at most {attacker-right} (50 % is guessing).",
		"ε = {total}: an attacker is right at most {attacker-right} (50 % is guessing; ε alone allows {allowed}).":                                     "ε = {total}, little protection: an attacker is right at most {attacker-right} (50 % is guessing).",
		"These flips spend only half of ε = {epsilon}: an attacker who sees a label is right at most {attacker-right} of the time (50 % is guessing).": "These flips spend only half of ε = {epsilon}, little protection: an attacker who sees a label is right at most {attacker-right} (guessing: 50 %).",
		"An attacker can do nothing.": "",
	} {
		if got := withVerdict(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
