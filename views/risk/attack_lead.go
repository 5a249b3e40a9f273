package risk

import (
	"slices"

	"dpscope/engine/attack"
	"dpscope/views/view"
)

// filled are the words of the lead that are no readings.
func (q asked) filled() map[string]string {
	filled := map[string]string{"whom": q.words.whom, "who": q.words.who}
	if lines := q.spent.Uncovered; lines != nil {
		filled["uncovered"] = taken(lines)
	}
	return filled
}

// What every page begins with, and how many a guess would find.
const (
	found   = "At most {found} of {whom} are found, if {fpr} of the others may be named wrongly"
	finding = found + " (guessing finds {fpr})"
)

var attackLead = view.Lead{
	Answers: view.Either(
		answersUncovered,
		view.Branch{When: of("runs"), Variants: []view.Variant{
			{When: refuted, Text: "Refuted: with {confidence} confidence these runs show ε {epsilon-shown} at δ = {delta}, where ε = {epsilon} was stated."},
			{When: showsNone, Text: "Nothing is shown, which proves nothing: these scores refute no ε (δ = {delta}, {confidence} confidence)."},
			{Text: "Not refuted, which proves nothing: with {confidence} confidence these runs show ε {epsilon-shown} at δ = {delta}, and ε = {epsilon} was stated."},
		}},
		view.Branch{When: sameValues, Variants: view.Always("Nothing to tell apart: both values are {x}.")},
		view.Branch{When: below(attack.Least), Variants: view.Always(found + ".")},
		view.Branch{When: below(longRate), Variants: view.Always(finding + ".")},
		view.Branch{When: of("labels"), Variants: []view.Variant{
			{Text: finding + "; actual ε = {epsilon-actual}."},
		}},
		view.Branch{When: of("mechanism"), Variants: []view.Variant{
			{When: view.All(pairOf("worst"), again), Text: finding + "; ε = {epsilon}, {times} times."},
			{When: pairOf("worst"), Text: finding + "; ε = {epsilon}."},
		}},
		view.Branch{Variants: []view.Variant{{Text: finding + "."}}},
	),
	Prices: []view.Variant{
		{When: sameValues, Text: anyGuess},
		priceUncovered,
		{When: of("runs"), Text: "With {confidence} confidence, an attacker {who} is right at least {right} of the time (50 % is guessing)."},
		{When: nearlyAlways, Text: "An attacker {who} may be right nearly every time: next to nothing is hidden."},
		{Text: "An attacker {who} is right at most {right} of the time (50 % is guessing)."},
	},
	Warnings: []view.Variant{
		warningUncovered,
		{When: view.All(hardlyAny, boundAlone), Text: "Hardly any protection: an attacker may nearly always be right."},
		{When: hardlyAny, Text: "Hardly any protection: an attacker is nearly always right."},
		view.LargeDelta,
	},
}

// hardlyAny is that an attacker is right as often as protection is hardly any.
func hardlyAny(f view.Facts) bool { return f.Of("right").Value > often && !of("runs")(f) }

// boundAlone is that nobody is known to be right so often: the bound may be loose, or of the worst of all that keep what is stated.
func boundAlone(f view.Facts) bool {
	low, _, enclosed := f.Of("right").Interval()
	return enclosed && low <= often || slices.ContainsFunc([]string{"claim", "concentrated", "renyi", "rdp"}, func(subject string) bool { return of(subject)(f) })
}

// often is how often an attacker is right where protection is hardly any.
const often = 0.99

// longRate is from which rate downwards one takes so many letters that a sentence has room for little else.
const longRate = 0.002

// below is that the false positive rate is.
func below(rate float64) func(view.Facts) bool {
	return func(f view.Facts) bool { return f.Number("fpr") < rate }
}

// of is that the page is about a subject.
func of(subject string) func(view.Facts) bool {
	return view.Picked("of", subject)
}

// refuted is that runs show more than what was promised.
func refuted(f view.Facts) bool { return f.Of("epsilon-shown").Value > f.Number("epsilon") }

// showsNone is that runs show nothing.
func showsNone(f view.Facts) bool { return f.Of("epsilon-shown").Value == 0 }

// pairOf is which values are told apart.
func pairOf(which string) func(view.Facts) bool {
	return view.Picked("pair", which)
}

// sameValues is that a value is to be told from itself.
func sameValues(f view.Facts) bool {
	return of("mechanism")(f) && pairOf("values")(f) && f.Number("x") == f.Number("neighbour")
}

// again is that there are several answers.
func again(f view.Facts) bool { return f.Number("times") > 1 }

// nearlyAlways is that per cents say nothing more.
func nearlyAlways(f view.Facts) bool { return f.Of("right").Value >= 0.9995 }
