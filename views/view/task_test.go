package view

import (
	"testing"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
)

// The attacker's sentence says how the number is known, gives a verdict where protection is little, and counts guesses where per
// cents say nothing more.
func TestPriceByTask(t *testing.T) {
	const about = " about one label"
	for _, c := range []struct {
		right, once known.Value
		want        string
	}{
		{known.Exactly(0.697), known.Exactly(3.3), "An attacker is right" + about + " at most 69.7 % of the time (a coin toss: 50 %)."},
		{known.OrLess(0.697), known.Nothing(""), "An attacker is right" + about + " at most 69.7 % of the time (a coin toss: 50 %)."},
		{known.OrMore(0.697), known.OrLess(3.3), "An attacker is right" + about + " at least 69.7 % of the time (a coin toss: 50 %)."},
		{known.Exactly(0.697).As(known.Estimate), known.Nothing(""), "An attacker is right" + about + " ≈ 69.7 % of the time (a coin toss: 50 %)."},
		{known.Exactly(0.953), known.Exactly(21), "Little protection: an attacker is right" + about + " at most 95.3 % of the time (a coin toss: 50 %)."},
		{known.OrMore(0.953), known.OrLess(21), "Little protection: an attacker is right" + about + " at least 95.3 % of the time (a coin toss: 50 %)."},
		{known.Exactly(0.993), known.Exactly(143), "An attacker is right" + about + " at most 99.3 % of the time (a coin toss: 50 %)."},
		{known.Exactly(0.9999), known.Exactly(1e4), "An attacker is wrong" + about + " about once in 10,000 guesses."},
		{known.OrMore(0.9999), known.OrLess(1e4), "An attacker is wrong" + about + " once in 10,000 guesses, or less often."},
		{known.Exactly(1), known.OrMore(1e300), "An attacker is practically never wrong" + about + "."},
		{known.Nothing(""), known.Nothing(""), ""},
	} {
		answers := []engine.Reading{{Key: engine.Key{Name: AttackerRight}, Known: c.right, Style: numeral.Percent},
			{Key: engine.Key{Name: WrongOnceIn}, Known: c.once}}
		said, of, _ := Facts{answers: answers, pending: new(bool)}.first(TaskLabel.Price())
		if got := said.String(); got != c.want || of.Guess != (c.want != "") {
			t.Errorf("%v says %q, want %q; a guess: %v", c.right, got, c.want, of.Guess)
		}
	}
}

// Without a reading of how seldom a guess is wrong the sentence says so in words.
func TestPriceWithoutCounting(t *testing.T) {
	answers := []engine.Reading{{Key: engine.Key{Name: "right"}, Known: known.Exactly(0.9999), Style: numeral.Percent}}
	said, _, _ := Facts{answers: answers, pending: new(bool)}.first(TaskPart.PriceBy("right", ""))
	if got, want := said.String(), "An attacker may be right about whether you took part nearly every time."; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
}

// What is done here stands beside what is allowed, with a reason, only where the two are different numbers as they are written.
func TestReasonsWhereNumbersDiffer(t *testing.T) {
	more := func(f Facts) bool { return f.Of(AttackerRight).Value > f.Of(AttackerAllowed).Value }
	sees := []Sees{{Raw: Nobody, Protected: OneAnswer, Epsilon: "What is spent", Reasons: append([]Reason{{Kind: WhyEach, When: more, Text: "ε is for each"}}, LessTelling("answers")...)}}
	for _, c := range []struct {
		right, allowed float64
		want           string
		exceeds        bool
	}{
		{0.697, 0.731, "What is spent allows 73.1 %; here 69.7 %, as ε is a ceiling, and some answers tell less.", false},
		{0.548, 0.731, "What is spent allows 73.1 %; here 54.8 %, as ε is a ceiling, and most answers tell less.", false},
		{0.731, 0.73104, "What is spent allows 73.1 %.", false},
		{0.8, 0.731, "What is spent allows 73.1 %; here 80.0 %, as ε is for each.", true},
	} {
		reading := func(name string, v float64) engine.Reading {
			return engine.Reading{Key: engine.Key{Name: name}, Known: known.Exactly(v), Style: numeral.Percent}
		}
		seen, err := Facts{answers: []engine.Reading{reading(AttackerRight, c.right), reading(AttackerAllowed, c.allowed)}}.sees(sees)
		if err != nil || seen.Budget.String() != c.want || seen.Exceeds != c.exceeds || seen.Right.Name != AttackerRight || seen.Allowed.Name != AttackerAllowed {
			t.Errorf("%v of %v: %+v, %v", c.right, c.allowed, seen, err)
		}
	}
}
