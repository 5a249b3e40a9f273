package view

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/mechanisms/privacy"
)

// Sees declares who sees what at some settings, in texts with holes as in a lead.
type Sees struct {
	When       func(Facts) bool // nil: always
	Raw        string           // whom the raw data is trusted with: "nobody", "the office"; empty: there is no data
	Elsewhere  []string         // of the first page of a tab: whom its other pages trust, this one's among them
	Protected  string           // "one person's answer"
	Neighbours string           // what about it: "what it says", "whether it is there"; empty: Protected says it

	Epsilon string           // what is spent, beside the δ of the page if it does not say that; empty: "ε = {epsilon}"
	Delta   func(Facts) bool // that δ is spent too; nil: wherever the page has one above 0
	Instead string           // a sentence in place of what that allows: NothingSpent, "No ε: ..."

	// Right is the reading for how often an attacker is right here; empty: AttackerRight.
	Right string

	// Allowed is the reading for how often an attacker may be right under the stated guarantee; empty: AttackerAllowed, or
	// without one the same as here.
	Allowed string

	// Reasons say why an attacker is right more or less often than that; the first one that applies and is known is said where
	// the two numbers are written differently. Without one the difference is not mentioned.
	Reasons []Reason
}

// Reason says why an attacker's success here differs from what ε allows.
type Reason struct {
	Kind    Why
	When    func(Facts) bool // nil: always
	Telling float64          // it applies where a smaller share of answers tells as much as ε allows; 0: any share
	Text    string           // goes on after "here 69.7 %, as "
	Brief   string           // the same where there is little room; empty: Text
}

// Why is the kind of a reason.
type Why int

const (
	WhyClose  Why = iota // these two values are close, and another pair is told apart better
	WhyKinder            // answers differ in how much they tell, and ε is about those that tell most
	WhyPart              // a part of ε is spent
	WhySum               // several answers leave less than the sum of their ε
	WhyRows              // one person is several rows
	WhyEach              // ε is for each answer
	WhyLeak              // the last digits give it away
	WhyNotYet            // this round's noise does not keep ε
)

// MayExceed reports whether an attacker may be right more often than ε allows.
func (w Why) MayExceed() bool { return w >= WhyRows }

// Words for who sees raw data, what is protected, and what about it, shared by all pages.
const (
	Nobody   = "nobody"
	Office   = "the office"
	Trainer  = "the trainer"
	Labeller = "the labeller"
	Computer = "who computes it"

	OneAnswer = "one person's answer"
	OneRecord = "one record"
	OneLabel  = "one label; features are public"

	AnyOther = "what it says"
	LeftOut  = "whether it is there"
	Zeroed   = "whether it counts"
	TheySay  = "what they say"
)

// LessTelling returns the reasons why an attacker is right less often than ε allows, whatever the noise: ε bounds what the most
// telling ones of all things that may be published tell. things are "answers", or "runs" of a training.
func LessTelling(things string) []Reason {
	return []Reason{
		{Kind: WhyKinder, Telling: 0.5, Text: "ε is a ceiling, and most " + things + " tell less", Brief: "most " + things + " tell less"},
		{Kind: WhyKinder, Telling: 1, Text: "ε is a ceiling, and some " + things + " tell less", Brief: "some " + things + " tell less"},
		OthersTellMore,
	}
}

// Reasons for noise of a kind.
var (
	OthersTellMore = Reason{Kind: WhyKinder, Text: "other noise with this ε and δ tells more", Brief: "other noise tells more"}
	SomeFitBoth    = Reason{Kind: WhyKinder, Text: "some answers fit both values alike"}
	BetweenIsLess  = Reason{Kind: WhyKinder, Text: "answers between two values tell less"}
)

// NothingSpent is the sentence on the budget where there is none.
const NothingSpent = "Nothing is spent here."

// SeesWhere returns declarations that apply only under a further condition.
func SeesWhere(holds func(Facts) bool, all []Sees) []Sees {
	all = slices.Clone(all)
	for i, s := range all {
		if all[i].When = holds; s.When != nil {
			all[i].When = All(holds, s.When)
		}
	}
	return all
}

// Beside adds whom the other pages of a tab trust to declarations of its first page.
func Beside(all []Sees, elsewhere ...string) []Sees {
	all = slices.Clone(all)
	for i := range all {
		all[i].Elsewhere = elsewhere
	}
	return all
}

// sees returns the first that applies; empty where none does, or where a number is still missing.
func (f Facts) sees(all []Sees) (engine.Sees, error) {
	f.pending = new(bool)
	at := slices.IndexFunc(all, func(s Sees) bool { return s.When == nil || s.When(f) })
	if at < 0 {
		return engine.Sees{}, nil
	}
	if *f.pending {
		return engine.Sees{}, nil
	}
	s := all[at]
	var seen engine.Sees
	for _, part := range []struct {
		text string
		to   *string
	}{{s.Raw, &seen.Raw}, {s.Protected, &seen.Protected}, {s.Neighbours, &seen.Neighbours}} {
		const within = ": " // a sentence, where no word gets a capital letter
		said, err := f.say(within + part.text)
		if err != nil {
			return engine.Sees{}, err
		}
		*part.to = strings.TrimPrefix(said.String(), within)
	}
	seen.Elsewhere = slices.DeleteFunc(slices.Clone(s.Elsewhere), func(raw string) bool { return raw == seen.Raw })
	if !f.budget(s, &seen) || *f.pending {
		return engine.Sees{}, nil
	}
	return seen, nil
}

// budget says what ε allows, and how often an attacker is right here where that is written differently; known is false where a
// number is missing.
func (f Facts) budget(s Sees, seen *engine.Sees) (known bool) {
	var err error
	if s.Instead != "" {
		seen.Budget, err = f.say(s.Instead)
		return err == nil
	}
	text := cmp.Or(s.Epsilon, "ε = {epsilon}")
	if f.Number("delta") > 0 && (s.Delta == nil || s.Delta(f)) && !strings.Contains(text, "{delta}") {
		text += " and δ = {delta}"
	}
	verb := " allows"
	if strings.Contains(text, "{delta}") {
		verb = " allow"
	}
	right, found := f.find(engine.Key{Name: cmp.Or(s.Right, AttackerRight)})
	if !found {
		return false
	}
	allowed, stated := f.find(engine.Key{Name: cmp.Or(s.Allowed, AttackerAllowed)})
	if !stated {
		allowed = right
	}
	seen.Right, seen.Allowed = right.Key, allowed.Key
	if SameWritten(right, allowed) && right.Written() != allowed.Written() {
		allowed = right // as the price has it
	}
	if allowed.Known.Value > 0.9999 {
		text += verb + " more than 99.99 %"
	} else {
		text += verb + " {" + allowed.Name + ".bound}"
	}
	if reason, differs := f.reason(s.Reasons, right, allowed); differs && f.because(reason, text+"; here {"+right.Name+".bound}, as ", seen) == nil {
		return true
	}
	seen.Budget, err = f.say(text + ".")
	return err == nil
}

// because ends the sentence on the budget with a reason.
func (f Facts) because(reason Reason, text string, seen *engine.Sees) (err error) {
	if reason.Brief != "" {
		if seen.Brief, err = f.say(text + reason.Brief + "."); err != nil {
			return err
		}
	}
	seen.Budget, err = f.say(text + reason.Text + ".")
	seen.Exceeds = err == nil && reason.Kind.MayExceed()
	return err
}

// reason returns the first reason that applies where the two numbers are written differently.
func (f Facts) reason(all []Reason, right, allowed engine.Reading) (Reason, bool) {
	if SameWritten(right, allowed) {
		return Reason{}, false
	}
	delta := f.Number("delta")
	if math.IsNaN(delta) {
		delta = 0
	}
	telling := privacy.TellingShare(right.Known.Value, allowed.Known.Value, delta)
	at := slices.IndexFunc(all, func(r Reason) bool { return (r.When == nil || r.When(f)) && (r.Telling == 0 || telling < r.Telling) })
	if at < 0 {
		return Reason{}, false
	}
	return all[at], true
}

// WrittenBelow holds where one reading is below another as both are written.
func WrittenBelow(name, other string) func(Facts) bool {
	return func(f Facts) bool {
		a, known := f.find(engine.Key{Name: name})
		b, found := f.find(engine.Key{Name: other})
		return known && found && a.Known.Value < b.Known.Value && !SameWritten(a, b)
	}
}

// SameWritten reports whether two answers are written as one number; beside a bound both are rounded up.
func SameWritten(a, b engine.Reading) bool {
	up := func(a engine.Reading) string { return a.Known.Written(a.Style, numeral.Up) }
	return a.Written() == b.Written() || (a.Known.Basis.Upper() || b.Known.Basis.Upper()) && up(a) == up(b)
}
