package label

import (
	"math"

	"dpscope/engine/known"
	"dpscope/engine/labelling"
	"dpscope/engine/numeral"
	"dpscope/views/publishing"
	"dpscope/views/view"
)

// successVerdict reads whether more records make it likelier that half of the labels stay correct.
var successVerdict = view.Reading[majority]{Name: "more-records", Label: "do more records help?", ExactOf: "one and two records more than these",
	Value: view.Known(func(q majority) known.Value {
		now := q.score().Chance(q.ties)
		one, two := labelling.Success(q.m, q.n+1, q.ties)-now, labelling.Success(q.m, q.n+2, q.ties)-now
		switch {
		case math.Abs(two) <= level:
			return known.Named("no-change", "No change")
		case two < -level:
			return known.Named("no", "No")
		case two > level && one > level:
			return known.Named("yes", "Yes")
		}
		if math.Mod(q.n, 2) == 0 {
			return known.Named("mostly", "Yes, if even is compared with even")
		}
		return known.Named("mostly", "Yes, if odd is compared with odd")
	}),
	Formula: "Yes where one and two records more both raise the probability of success, only of even with even or odd with odd where one more does not, no where two more lower it, no change where two more do nothing; " +
		"what differs by less than 1e-12 is the same.",
	With: view.Says(func(q majority) string { return "n = " + numeral.Count(q.n) + "." })}

// recordWords returns the words of the lead that are not readings.
func (q majority) recordWords() map[string]string {
	words := map[string]string{"half": "at least half", "n+1": numeral.Count(q.n + 1), "n+2": numeral.Count(q.n + 2)}
	if !q.ties {
		words["half"] = "more than half"
	}
	if math.Mod(q.n, 2) == 0 {
		words["even"] = "even"
	}
	return words
}

var (
	unchanged = view.Reads("more-records", "no-change")
	even      = view.Fills("even")
	// oneMatters holds where one record more changes success although two more do not.
	oneMatters = func(f view.Facts) bool {
		return math.Abs(f.Of("success-one-more").Value-f.Of("success").Value) > level
	}
	falls = func(f view.Facts) bool { return f.Of("success-one-more").Value < f.Of("success").Value }
)

var successLead = view.Lead{
	Answers: []view.Variant{
		{When: view.All(unchanged, func(f view.Facts) bool { return f.Of("success").Value > 0.9999 }),
			Text: "No change: {half} stay correct with certainty to rounding at n = {n}, and with more records too."},
		{When: view.All(unchanged, oneMatters), Text: "No change: {half} stay correct with probability {success} at n = {n} and at {n+2}; at {n+1} with {success-one-more}."},
		{When: unchanged, Text: "No change: {half} stay correct with probability {success} at n = {n}, and at {n+1} and {n+2} too."},
		{When: func(f view.Facts) bool { return f.Of("success").Value > 0.999 },
			Text: "{more-records}: {half} stay correct with probability {success} at n = {n}, {success-next} at {n+2}."},
		{When: strict, Text: "{more-records}: {half} stay correct with probability {success-strict} at n = {n}, {success-next} at {n+2} and {success-one-more} at {n+1}."},
		{When: view.All(even, falls), Text: "{more-records}: {success} at n = {n}, {success-next} at {n+2}; at {n+1} no tie is possible ({success-one-more})."},
		{When: even, Text: "{more-records}: {half} stay correct with probability {success} at n = {n}, {success-next} at {n+2} and {success-one-more} at {n+1}."},
		{Text: "{more-records}: {half} stay correct with probability {success} at n = {n}, {success-next} at {n+2} and {success-one-more} at {n+1}, where a tie counts."},
	},
	Prices:   publishing.Price(),
	Warnings: []view.Variant{view.HardlyAny},
}
