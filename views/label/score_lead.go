package label

import (
	"fmt"
	"math"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/views/publishing"
	"dpscope/views/view"
)

// likely lists the verdicts on success, each with its least probability.
var likely = []struct {
	from        float64
	word, title string
}{
	{0.99, "almost-surely", "Yes, almost surely"},
	{0.60, "probably", "Probably"},
	{0.40, "toss-up", "A toss-up"},
	{0, "probably-not", "Probably not"},
}

// scoreVerdict says in a word how likely success is; the control of ties says what counts as success.
var scoreVerdict = view.Reading[majority]{Name: "verdict", Label: "verdict", ExactOf: "the limits that stand in the explanation",
	Value: view.Known(func(q majority) known.Value {
		chance := q.score().Chance(q.ties)
		for _, l := range likely {
			if chance >= l.from {
				return known.Named(l.word, l.title)
			}
		}
		return known.Nothing("the probability of success is not a number")
	}),
	Formula: "By the probability of success: almost surely from 99 % on, probably from 60 %, a toss-up from 40 %, probably not below.",
	With: view.Says(func(q majority) string {
		return "Success has probability " + numeral.Chance(q.score().Chance(q.ties)) + "."
	})}

// cleanWorth reads how many clean labels teach as much as these.
var cleanWorth = view.Reading[majority]{Name: "clean-worth", Label: "worth in clean labels", Symbol: "n(1 - 2p)²", Goal: known.Higher,
	Value: view.Known(func(q majority) known.Value { return known.Approximated(q.m.CleanWorth(q.n)) }),
	Range: known.NotNegative, Level: view.Shown,
	DisplayText: func(_ majority, v known.Value) string { return cleanLabels(v.Value) },
	Formula:     "n·(1 - 2p)²: about so many clean labels teach as much.",
	With: view.Says(func(q majority) string {
		return fmt.Sprintf("%s·%s².", numeral.Count(q.n), numeral.Short(q.m.Contraction))
	}),
	Assumes: "A rule of thumb: the classes are balanced, and the loss is symmetric."}

// cleanLabels writes a rule of thumb's number of labels: whole, with three digits at most.
func cleanLabels(labels float64) string {
	if labels < 1 {
		return numeral.Short(labels)
	}
	return numeral.Count(numeral.Nearest.Significant(math.Round(labels), 3))
}

// teaches says what the labels teach, as success says little about that.
func (q majority) teaches() string {
	labels := numeral.Count(q.n) + " labels teach"
	if q.n == 1 {
		labels = "one label teaches"
	}
	worth := q.m.CleanWorth(q.n)
	switch written := cleanLabels(worth); {
	case worth == 0:
		return "the " + labels + " nothing."
	case worth < 1:
		return "the " + labels + " less than one clean label."
	case written == cleanLabels(q.n):
		return "the " + labels + " about as much as without flips."
	case written == "1":
		return "the " + labels + " only as much as ≈ 1 clean one."
	default:
		return "the " + labels + " only as much as ≈ " + written + " clean ones."
	}
}

// lawWords returns the words of the lead that are not readings.
func (q majority) lawWords() map[string]string {
	words := map[string]string{"half": "at least half"}
	if !q.ties {
		words["half"] = "more than half"
	}
	if log := q.score().LogFailing(q.ties); log > onceInAbove {
		words["fails-once-in"] = onceIn(log)
	}
	return words
}

// onceInAbove is the logarithm of a probability of failure. A greater one is written as once in a number of times, a smaller
// one is left out.
const onceInAbove = -20.7 // once in a billion

var (
	strict  = view.Picked("ties", "strict")
	oneOnly = view.Is("n", 1)
	fails   = view.Fills("fails-once-in")
)

// certain reports whether success rounds to 1.
func certain(f view.Facts) bool {
	if strict(f) {
		return f.Of("success-strict").Value > 0.9999
	}
	return f.Of("success").Value > 0.9999
}

var scoreLead = view.Lead{
	Answers: view.Either(
		view.Branch{When: oneOnly, Variants: []view.Variant{
			{When: view.All(certain, fails), Text: "Yes: it flips about once in {fails-once-in}."},
			{When: certain, Text: "Yes: it practically never flips."},
			{Text: "{verdict}: with probability {success} the one label stays correct."},
		}},
		view.Branch{Variants: []view.Variant{
			{When: view.All(certain, fails), Text: "Yes: of {n} labels {half} stay correct (this fails about once in {fails-once-in})."},
			{When: certain, Text: "Yes: of {n} labels {half} stay correct (this practically never fails)."},
			{When: strict, Text: "{verdict}: with probability {success-strict} more than half of the {n} labels stay correct."},
			{Text: "{verdict}: with probability {success} at least half of the {n} labels stay correct."},
		}},
	),
	Prices:   publishing.Price(),
	Warnings: []view.Variant{view.HardlyAny},
}
