package label

import (
	"fmt"
	"math"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/views/publishing"
	"dpscope/views/view"
)

var expectedFlips = view.Reading[flips]{Name: "expected", Label: "expected flips", Brief: "expected", Symbol: "np", Goal: known.Lower,
	Range: known.NotNegative, Level: view.Answering,
	ExactOf:     "the distribution of the labels flipped",
	Value:       view.Exactly(func(q flips) float64 { return q.flips().Mean() }),
	DisplayText: wholeFlips,
	Remark:      view.Says(func(q flips) string { return "± " + inWhole(q.flips().Deviation()) }),
	Formula:     "n·p.",
	With:        view.Says(func(q flips) string { return fmt.Sprintf("n·p = %d·%s.", q.n, numeral.Short(q.m.Flip)) })}

var flipsDeviation = view.Reading[flips]{Name: "sd", Label: "± sd", Symbol: "√(np(1-p))",
	Range:       known.NotNegative,
	ExactOf:     "the distribution of the labels flipped",
	Value:       view.Exactly(func(q flips) float64 { return q.flips().Deviation() }),
	DisplayText: wholeFlips,
	Formula:     "The standard deviation of the number of flips, √(n·p·(1-p)).",
	With: view.Says(func(q flips) string {
		return fmt.Sprintf("√(%d·%s·%s).", q.n, numeral.Short(q.m.Flip), numeral.Short(q.m.Keep))
	})}

var flippedLabels = view.Reading[flips]{Name: "flipped", Label: "flipped in this draw", Brief: "this draw", Symbol: "F",
	Style: numeral.Whole,
	Range: known.NotNegative, Level: view.Shown,
	ExactOf: "this one draw",
	Value:   view.Exactly(func(q flips) float64 { return q.draw().Flipped() }),
	Remark:  view.Says(func(q flips) string { return numeral.Chance(q.draw().Share()) }),
	Formula: "Counted in one draw. F is binomial: mean n·p, standard deviation √(np(1-p)).",
	With: view.Says(func(q flips) string {
		law := q.flips()
		return fmt.Sprintf("Drawn from seed %d. The mean is %d·%s = %s, the standard deviation %s.",
			q.seed, q.n, numeral.Short(q.m.Flip), numeral.Short(law.Mean()), numeral.Short(law.Deviation()))
	})}

var flippedShare = view.Reading[flips]{Name: "flipped-share", Label: "share flipped", Symbol: "F/n", Style: numeral.Percent,
	Range:   known.Probability,
	ExactOf: "this one draw",
	Value:   view.Exactly(func(q flips) float64 { return q.draw().Share() }),
	Formula: "F/n in one draw; it concentrates on p as n grows (the law of large numbers, the same for randomised response).",
	With: view.Says(func(q flips) string {
		return fmt.Sprintf("F/n = %.0f/%d, drawn from seed %d.", q.draw().Flipped(), q.n, q.seed)
	})}

// drawTail reads how unusual the draw is: the share of draws that flip as few labels, or as many.
var drawTail = view.Reading[flips]{Name: "draw-tail", Label: "draws as far off", Style: numeral.Percent,
	Range:   known.Probability,
	ExactOf: "the distribution of the labels flipped",
	Title: func(q flips) string {
		if q.few() {
			return "draws that flip so few"
		}
		return "draws that flip so many"
	},
	Value: view.Exactly(func(q flips) float64 {
		if q.few() {
			return q.flips().Tails(q.draw().Flipped()).Below
		}
		return q.flips().Tails(q.draw().Flipped() - 1).Above
	}),
	Formula: "The probability that as few labels flip as in this draw, or fewer, where fewer than expected did; else that as many flip, or more. F is binomial.",
	With: view.Says(func(q flips) string {
		return fmt.Sprintf("%.0f flipped, where %s are expected.", q.draw().Flipped(), numeral.Short(q.flips().Mean()))
	})}

// few reports whether no more labels flipped than expected.
func (q flips) few() bool { return q.draw().Flipped() <= q.flips().Mean() }

// inWhole writes a number of labels as a whole one, where fractions say nothing.
func inWhole(labels float64) string {
	const least = 7
	if labels < least {
		return numeral.Short(labels)
	}
	return numeral.Count(math.Round(labels))
}

// wholeFlips writes an expected number of labels.
func wholeFlips(_ flips, v known.Value) string { return inWhole(v.Value) }

// filled returns the words of the lead that are not readings.
func (q flips) filled() map[string]string {
	words := map[string]string{"did": "did not", "so-few": "so many"}
	if q.few() {
		words["so-few"] = "so few"
	}
	if q.draw().Flipped() > 0 {
		words["did"] = "did"
	}
	if q.m.Flip > 0 {
		words["one-in"] = numeral.Count(numeral.Nearest.Significant(1/q.m.Flip, 3))
	}
	return words
}

// unusual is the share of draws below which the page calls a draw rare.
const unusual = 0.05

var flipsLead = view.Lead{
	Answers: []view.Variant{
		{When: view.Is("n", 1), Text: "With probability {flip-probability}; in this one draw it {did}."},
		{When: view.Is("epsilon", 0),
			Text: "Half: each label is a fair coin, so nothing is left of the truth; this one draw flipped {flipped}."},
		{When: hardlyOne, Text: "Almost certainly none: one label in {one-in} flips."},
		{When: func(f view.Facts) bool { return f.Of("expected").Value < 0.01 && f.Number("flipped") == 0 },
			Text: "None: a label flips with probability {flip-probability}."},
		{When: func(f view.Facts) bool { return f.Of("draw-tail").Value < unusual },
			Text: "About {expected} of {n} labels flip ({flip-probability}; standard deviation {sd}); this draw is rare: {flipped} flipped, " +
				"and {draw-tail} of all draws flip {so-few}."},
		{Text: "About {expected} of {n} labels flip ({flip-probability}; standard deviation {sd})."},
	},
	Prices:   publishing.Price(),
	Warnings: []view.Variant{view.HardlyAny},
}

// hardlyOne reports whether the draw flips nothing, as is to be expected.
func hardlyOne(f view.Facts) bool {
	return f.Of("expected").Value < 0.01 && f.Number("flipped") == 0 && f.Filled("one-in") != ""
}
