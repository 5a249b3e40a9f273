package risk

import (
	"math"
	"slices"

	"dpscope/engine/attack"
	"dpscope/views/view"
)

// filled returns the words of the lead that are no readings.
func (q asked) filled() map[string]string {
	filled := map[string]string{"whom": q.words.whom, "task": string(q.words.task), "raw": q.words.raw, "protected": q.words.protected, "neighbours": q.words.neighbours}
	if !q.Enveloped() {
		filled["noisy"] = "noise"
	}
	if lines := q.spent.Uncovered; lines != nil {
		filled["uncovered"] = taken(lines)
	}
	return filled
}

// Texts with which every page begins, and the number that a guess would find.
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
		view.Branch{When: view.Knows("found-at-least"), Variants: view.Always(
			"Between {found-at-least.bound} and {found.bound} of {whom} are found, if {fpr} of the others may be named wrongly.")},
		view.Branch{When: below(attack.Least), Variants: view.Always(found + ".")},
		view.Branch{When: below(longRate), Variants: view.Always(finding + ".")},
		view.Branch{When: of("mechanism"), Variants: []view.Variant{
			{When: view.All(pairOf("worst"), again), Text: finding + "; ε = {epsilon}, {times} times."},
			{When: pairOf("worst"), Text: finding + "; ε = {epsilon}."},
		}},
		view.Branch{Variants: []view.Variant{{Text: finding + "."}}},
	),
	Prices: view.Either(
		view.Branch{When: sameValues, Variants: view.Guessing(view.Always(anyGuess))},
		priceUncovered,
		view.Branch{When: of("runs"), Variants: view.Guessing(view.Always("With {confidence} confidence, an attacker is right about {task} at least {right} of the time" +
			view.CoinToss + "."))},
		view.Branch{When: view.Knows("right-at-least"), Variants: view.Task("{task}").PriceBetween("right-at-least", "right")},
		view.Branch{Variants: view.Task("{task}").PriceBy("right", "")},
	),
	Warnings: []view.Variant{
		warningUncovered,
		{When: view.All(hardlyAny, boundAlone), Text: "Hardly any protection: an attacker may nearly always be right."},
		{When: hardlyAny, Text: "Hardly any protection: an attacker is nearly always right."},
		view.LargeDelta,
	},
}

// attackSees is who sees what, in the words of the subject.
var attackSees = func() (all []view.Sees) {
	noDelta := func(view.Facts) bool { return false } // it is among what spends
	for _, s := range []view.Sees{
		{When: of("runs"), Instead: "ε = {epsilon} and δ = {delta} were stated."},
		{When: uncovered, Instead: "No ε covers what is taken from the data."},
		{When: view.Lacks("right-allowed"), Instead: "No ε is known."},
		{When: of("model"), Epsilon: "What the file says", Delta: noDelta},
		{When: view.All(of("mechanism"), pairOf("features")), Epsilon: "What all features spend", Delta: noDelta},
		{When: view.All(statesEpsilon, again), Epsilon: "{times} times ε = {epsilon}"},
		{When: statesEpsilon},
		{Epsilon: "ε = {epsilon-at-delta.bound}"},
	} {
		s.Raw, s.Protected, s.Neighbours = "{raw}", "{protected}", "{neighbours}"
		s.Right, s.Allowed, s.Reasons = "right", "right-allowed", append([]view.Reason{
			{Kind: view.WhyClose, When: sameValues, Text: "both values are the same"},
			{Kind: view.WhyPart, When: view.WrittenBelow("epsilon-actual", "epsilon-at-delta"), Text: "only {epsilon-actual.bound} of it is spent"},
			{Kind: view.WhySum, When: view.All(of("mechanism"), pairOf("features")), Text: "the sum counts the most telling answer of each part"},
			{Kind: view.WhySum, When: again, Text: "several answers leave less than the sum"},
			{Kind: view.WhyKinder, When: view.Not(view.Fills("noisy")), Text: "its whole curve says more than one ε"},
			{Kind: view.WhyKinder, When: of("model"), Text: view.OthersTellMore.Text, Brief: view.OthersTellMore.Brief},
		}, view.LessTelling("answers")...)
		all = append(all, s)
	}
	return view.Beside(all, view.Trainer, view.Office, view.Nobody)
}()

// statesEpsilon is that ε is a control.
func statesEpsilon(f view.Facts) bool { return !math.IsNaN(f.Number("epsilon")) }

// hardlyAny is that an attacker is right as often as protection is hardly any.
func hardlyAny(f view.Facts) bool { return f.Of("right").Value > often && !of("runs")(f) }

// boundAlone reports whether no attacker is known to be right so often: the bound may be loose, or that of the worst among all
// that keep the stated guarantee.
func boundAlone(f view.Facts) bool {
	low, _, enclosed := f.Of("right").Interval()
	return enclosed && low <= often || slices.ContainsFunc([]string{"claim", "concentrated", "renyi", "rdp"}, func(subject string) bool { return of(subject)(f) })
}

// often is the share of right guesses from which protection is hardly any.
const often = 0.99

// longRate is the rate below which a rate takes most of the room in a sentence.
const longRate = 0.002

// below holds where the false positive rate is below rate.
func below(rate float64) func(view.Facts) bool {
	return func(f view.Facts) bool { return f.Number("fpr") < rate }
}

// of holds where the page is about a subject.
func of(subject string) func(view.Facts) bool { return view.Picked("of", subject) }

// refuted reports whether runs show more than the promised ε.
func refuted(f view.Facts) bool { return f.Of("epsilon-shown").Value > f.Number("epsilon") }

// showsNone reports whether runs show nothing.
func showsNone(f view.Facts) bool { return f.Of("epsilon-shown").Value == 0 }

// pairOf holds where these two values are told apart.
func pairOf(which string) func(view.Facts) bool { return view.Picked("pair", which) }

// sameValues reports whether a value is compared with itself.
func sameValues(f view.Facts) bool {
	return of("mechanism")(f) && pairOf("values")(f) && f.Number("x") == f.Number("neighbour")
}

// again reports whether there are several answers.
func again(f view.Facts) bool { return f.Number("times") > 1 }
