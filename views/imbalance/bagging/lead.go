package bagging

import (
	"context"
	"fmt"
	"math"
	"strings"

	"dpscope/engine/composition"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/imbalance"
	"dpscope/views/view"
)

// The pictures of a vote, by their names.
const (
	byChance = "chance"
	byVote   = "vote"
	byEach   = "each"
)

// baggingVerdict says in a word whether the vote is private.
var baggingVerdict = view.Reading[bagging]{Name: "verdict", Label: "verdict", ExactOf: "the limits that stand in the explanation",
	Value: view.Known(func(q bagging) known.Value {
		switch q.picture {
		case byVote:
			if v := q.Total(composition.Optimal); !v.Missing() && v.Value <= q.target {
				return known.Named("yes", "Yes, if each learner is private")
			}
			return known.Named("hardly", "Hardly")
		case byEach:
			return known.Named("learners", "With private learners")
		}
		return known.Named("no", "No")
	}),
	Formula: "Of bagging by itself no: whatever its size, δ is at least 1/n. Of private learners yes, where what they add up to is within ε*.",
	With: view.Says(func(q bagging) string {
		return fmt.Sprintf("1/n = %s, ε* = %s.", numeral.Short(1/q.Records), numeral.Short(q.target))
	}),
	Assumes: "Each learner gives the ε of which it is said to be."}

// baggingPeople declares how many people bagging may expose, and the value that δ would have to stay far below.
var baggingPeople = []view.Entry[bagging]{
	view.Reading[bagging]{Name: "exposed-expected", Label: "expected exposed", Brief: "exposed", Symbol: "n·δ", Style: numeral.Whole, Goal: known.Lower,
		Range:   known.NotNegative,
		LevelOf: inPicture(byChance, view.Shown),
		ExactOf: "how many of n records are picked at least once, on average, rounded up",
		Value:   view.Exactly(func(q bagging) float64 { return math.Ceil(q.Records * q.Drawn() * (1 - 1e-12)) }),
		Formula: "n·δ, rounded up: how many records are picked at least once, on average. The models may show them or not.",
		Source:  imbalance.Derived},
	view.Reading[bagging]{Name: "one-in-n", Label: "one in all records", Symbol: "1/n", Goal: known.Lower, Range: known.Probability,
		ExactOf: "the number of records that is declared",
		Value:   view.Exactly(func(q bagging) float64 { return 1 / q.Records }),
		DisplayText: func(q bagging, _ known.Value) string {
			const counted = 1e7
			if q.Records >= counted {
				return "1 in " + numeral.Short(q.Records)
			}
			return "1 in " + numeral.Count(q.Records)
		},
		Formula: "1/n. A δ as large as that allows giving one person away each time."},
	view.Reading[bagging]{Name: "rate", Label: "each learner is on", Symbol: "s", Style: numeral.Percent, Goal: known.Lower,
		Range:   known.Probability,
		ExactOf: "k/n, at most all",
		Value:   view.Exactly(func(q bagging) float64 { return q.Rate() }),
		Formula: "k/n: how much of the records a learner is trained on, on average."},
}

// learning returns the vote in the picture: in the one about what is left for each learner, they spend that. found is false
// where that is no budget.
func (q bagging) learning() (of composition.Bagging, found bool) {
	of = q.Bagging
	if q.picture == byEach {
		v := q.Allowed(q.target, composition.Optimal)
		if !(v.Value < composition.MostEpsilon) {
			return of, false
		}
		of.Epsilon = v.Value
	}
	return of, true
}

// told returns how well an attacker tells whether a record was present, or which of two, and hidden 1 − that.
func (q bagging) told() (told, hidden known.Value) {
	if q.picture == byChance {
		return known.Exactly(q.Drawn()), known.Exactly(q.Spared())
	}
	of, found := q.learning()
	if !found {
		return known.Nothing(anyBudget), known.Nothing(anyBudget)
	}
	v := of.Told()
	return known.OrLess(v), known.OrMore(1 - v)
}

// attackOn returns the address of all that an attacker could do who sees the vote.
func (q bagging) attackOn() string {
	if q.picture == byChance { // certain of those who are drawn
		return control.AttackOnClaim(privacy.Claim{Delta: q.Drawn()})
	}
	of, _ := q.learning()
	return control.AttackOnResponses(of.Each(), of.Models)
}

const anyBudget = "more than any budget: a learner hardly ever sees the record"

// baggingAttackers declares what an attacker can tell from the vote.
var baggingAttackers = func() []view.Entry[bagging] {
	const of = "the worst that the models may show: certain of a record that is drawn, a guess of one that is not"
	cases := []view.Case[bagging]{{
		If: "the picture is of being drawn", When: view.Whenever(func(q bagging) bool { return q.picture == byChance }),
		Formula: "(1 + δ)/2: certain of those who are drawn, and guessing of the others.",
		With:    view.Says(bagging.words),
		Source:  imbalance.Derived,
		Assumes: "One record is another, both equally likely beforehand; the trainer is trusted.",
	}, {
		Formula: "(1 + δ(0))/2, δ(0) the total variation of randomised response at ε_s, asked m times: no learners of that ε tell more.",
		With: view.Says(func(q bagging) string {
			of, _ := q.learning()
			return fmt.Sprintf("m = %s, ε_s = %s.", numeral.Count(of.Models), numeral.Short(of.Each()))
		}),
		Source:  "Kairouz, Oh & Viswanath 2015, Theorem 3.3",
		Assumes: "A record is there or not, both equally likely beforehand; the trainer is trusted.",
	}}
	return []view.Entry[bagging]{
		view.RightGuess(view.Reading[bagging]{Symbol: "(1 + δ(0))/2", Level: view.Shown, ExactOf: of,
			Value: view.Known(func(q bagging) known.Value {
				told, _ := q.told()
				if told.Missing() {
					return told
				}
				return told.Map(privacy.RightGuess)
			}),
			Opens: view.Says(bagging.attackOn),
			Cases: cases}),
		view.RightGuess(view.Reading[bagging]{Name: view.AttackerAllowed, Label: "… allowed by ε and δ", Symbol: "(e^ε + δ)/(1 + e^ε)",
			When:    func(q bagging) bool { return q.picture != byChance },
			ExactOf: "the ε of the vote, by optimal composition, and δ′",
			Value: view.Known(func(q bagging) known.Value {
				of, found := q.learning()
				if !found {
					return known.Nothing(anyBudget)
				}
				total := of.Total(composition.Optimal)
				if total.Missing() {
					return total
				}
				return known.Exactly(privacy.RightUnder(privacy.Claim{Epsilon: total.Value, Delta: q.Slack}))
			}),
			Formula: "(e^ε + δ)/(1 + e^ε): what the ε of the vote and δ′ alone would allow.",
			With:    view.Says(bagging.words),
			Assumes: "The votes of learners of that ε give away less."}),
		view.OnceInComputed(view.Reading[bagging]{Symbol: "2/(1 - δ(0))", ExactOf: of, Cases: cases},
			func(_ context.Context, q bagging) (known.Value, error) {
				_, hidden := q.told()
				if hidden.Missing() {
					return hidden, nil
				}
				return hidden.Map(func(v float64) float64 { return v / 2 }), nil
			}),
	}
}()

// filled returns the words of the lead that are no readings.
func (q bagging) filled() map[string]string {
	words := map[string]string{"learners": numeral.Count(q.Models) + " learners"}
	if strings.Contains(numeral.Percent.Format(q.Drawn()), "%") {
		words["one-in-n-share"] = "1/n = " + q.oneInN()
	}
	if q.Models == 1 {
		words["one"] = "one learner"
	}
	const room = 10 // characters for two counts
	switch exposed := numeral.Count(math.Ceil(q.Records * q.Drawn())); {
	case q.Records >= 1e6:
		words["many"] = "more than a sentence counts"
	case len(exposed)+len(numeral.Count(q.Records)) > room:
		words["long"] = "two counts for which an adverb yields"
	}
	return words
}

// Conditions on a vote.
var (
	ofVote    = view.Picked("drawn", byVote)
	ofEach    = view.Picked("drawn", byEach)
	ofOne     = view.Fills("one")
	longer    = view.Fills("long")
	countless = view.Fills("many")
	within    = view.Decides("yes")
	mostNot   = func(f view.Facts) bool { return f.Of("delta-drawn").Value < 0.5 }
	certain   = func(f view.Facts) bool { return f.Of("delta-drawn").Value > 1-1e-9 }
)

const drawnOutright = "{verdict}: each record is picked with chance {delta-drawn}, and then not protected at all: δ is {delta-drawn}, where it should be far below "

var baggingLead = view.Lead{
	Answers: view.Either(
		view.Branch{When: ofVote, Variants: []view.Variant{
			{When: view.Lacks("epsilon-optimal"),
				Text: "{verdict}: what {learners} at ε = {epsilon} add up to is beyond all numbers."},
			{When: view.All(ofOne, within), Text: "{verdict}: one learner at ε = {epsilon} on {rate} of the records costs ε {epsilon-optimal}."},
			{When: ofOne, Text: "{verdict}: one learner at ε = {epsilon} costs ε {epsilon-optimal}, above your limit of {target}."},
			{When: within, Text: "{verdict}: {learners} at ε = {epsilon}, each on {rate} of the records, add up to ε {epsilon-optimal}."},
			{Text: "{verdict}: {learners} at ε = {epsilon} add up to ε {epsilon-optimal}, above your limit of {target}."},
		}},
		view.Branch{When: ofEach, Variants: []view.Variant{
			{When: view.Lacks("epsilon-allowed"),
				Text: "{verdict}: each may spend any ε, as it hardly ever sees a record; your limit is {target} in total."},
			{When: ofOne, Text: "{verdict}: a single one may spend up to ε = {epsilon-allowed.bound} on its {rate} of the records, and stays within your limit of {target}."},
			{Text: "{verdict}: each of {models} may spend up to ε = {epsilon-allowed.bound} on its {rate} of the records, and all stay within your limit of {target}."},
		}},
		view.Branch{Variants: []view.Variant{
			{When: certain, Text: "{verdict}: each record is all but certain to be picked, and then not protected at all; δ should be far below {one-in-n}."},
			{When: view.Fills("one-in-n-share"), Text: drawnOutright + "{one-in-n-share}."},
			{Text: drawnOutright + "{one-in-n}."},
		}},
	),
	Prices: view.Either(
		view.Branch{When: func(f view.Facts) bool { return ofVote(f) || ofEach(f) },
			Variants: view.TaskPart.Price()},
		view.Branch{When: certain, Variants: view.Guessing(view.Always("All people may be picked and exposed; overall, an attacker is practically never wrong."))},
		view.Branch{When: view.HardlyEver, Variants: view.Guessing(view.Always("Nearly all people may be picked and exposed; overall, an attacker is wrong about once in {wrong-once-in} guesses."))},
		view.Branch{When: countless, Variants: view.Judged(view.AttackerRight,
			"Each may be exposed with probability {delta-drawn}; overall, ", "an attacker is right at most {attacker-right} of the time"+view.CoinToss+".")},
		view.Branch{When: view.All(view.Not(longer), mostNot), Variants: view.Judged(view.AttackerRight,
			"About {exposed-expected} of {n} people may be exposed; as most are not, ", "an attacker is right at most {attacker-right} of the time"+view.CoinToss+".")},
		view.Branch{Variants: view.Judged(view.AttackerRight,
			"About {exposed-expected} of {n} people may be exposed; overall, ", "an attacker is right at most {attacker-right} of the time"+view.CoinToss+".")},
	),
	Warnings: []view.Variant{view.HardlyAny},
}
