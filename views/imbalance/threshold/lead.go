package threshold

import (
	"fmt"
	"math"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/rareclass"
	"dpscope/learners/metric"
	"dpscope/learners/private"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/imbalance"
	"dpscope/views/view"
)

// thresholdAttackers declares how often an attacker is right about the value of one record.
var thresholdAttackers = []view.Entry[threshold]{
	view.RightGuess(view.Reading[threshold]{Symbol: "Φ(μ/2)", Level: view.Shown,
		ExactOf: "one mean with the Gaussian noise that is really added, of two records that differ in their feature by the whole clip",
		Value:   view.Exactly(func(q threshold) float64 { return 1 - q.Wrong() }),
		Opens:   view.Says(func(q threshold) string { return control.AttackOnNormal(q.distance(), q.Delta) }),
		Remark: view.Says(func(q threshold) string {
			return "if the label alone changes ≤ " + numeral.Percent.Rounded(1-q.WrongLabelled(), numeral.Up)
		}),
		Formula: "Φ(μ/2), μ the most that one record moves a mean, in standard deviations of its noise: the curve of this " +
			"noise, not (ε, δ).",
		With: view.Says(func(q threshold) string {
			return fmt.Sprintf("μ = %s; Φ(μ/√8) = %s about its label, by the sums alone: both move where it changes, each by half as much at most. Class counts, which are public, are not hidden.",
				numeral.Short(q.distance()), numeral.Percent.Rounded(1-q.WrongLabelled(), numeral.Up))
		}),
		Source: "Dong, Roth & Su 2022, Definition 2.6",
		Assumes: "Both values were equally likely beforehand; the attacker may know all other records, and that the label " +
			"is what it is. Class counts are public."}),
	view.OnceIn(view.Reading[threshold]{Symbol: "1/Φ(-μ/2)",
		ExactOf: "one mean with the Gaussian noise that is really added, of two records that differ in their feature by the whole clip",
		Formula: "One over the probability that the best guess is wrong, Φ(-μ/2)."}, threshold.Wrong),
	imbalance.AllowedByPair("the stated pair, of any two values of one record",
		func(q threshold) privacy.Claim { return privacy.Claim{Epsilon: q.Epsilon, Delta: q.Delta} }),
}

// distance returns how far apart two neighbours are in the answer, in standard deviations of its noise.
func (q threshold) distance() float64 { return q.Release.Distance() }

// placed declares positions that the lead names, and how far clipping moves the threshold.
var placed = []view.Entry[threshold]{
	position("gamma-balanced", "best γ for balanced acc.", "1/2, for every r: both classes count alike there.",
		func(threshold) float64 { return rareclass.BestBalanced }),
	position("gamma-majority", "γ of the majority's mean", "0 where the negative class is the majority, else 1.", func(q threshold) float64 {
		if q.Ratio < 1 {
			return 1
		}
		return 0
	}),
	position("gamma-minority", "γ of the minority's mean", "1 where the positive class is the minority, else 0.", func(q threshold) float64 {
		if q.Ratio < 1 {
			return 0
		}
		return 1
	}),
	view.Reading[threshold]{Name: "clip-bias", Label: "bias by clipping", Unit: "sd",
		Range:   known.Signed,
		ExactOf: ofRelease,
		Value:   ofClasses(func(q threshold) known.Value { return known.Exactly(q.bias) }),
		Formula: "(2γ - 1)(E[min(max(X, -R), R)] - D/2), X a value of the positive class: by how much clipping moves the " +
			"threshold on average.",
		With:   view.Says(threshold.clipWords),
		Source: imbalance.Derived},
}

// position declares a position of the threshold with a name.
func position(name, label, formula string, of func(threshold) float64) view.Reading[threshold] {
	return view.Reading[threshold]{Name: name, Label: label, Symbol: "γ", Range: known.Signed,
		ExactOf: "how positions of the threshold are counted",
		Value:   view.Exactly(of),
		DisplayText: func(_ threshold, v known.Value) string {
			if v.Value == math.Trunc(v.Value) {
				return numeral.Count(v.Value)
			}
			return gamma.Text(v.Value)
		},
		Formula: formula}
}

// filled returns the words of the lead that are no readings.
func (q threshold) filled() map[string]string {
	words := map[string]string{
		"score":          metric.F1.Title,
		"clip-enough":    numeral.Short(math.Ceil(q.Separation/2 + 4)),
		"n-least":        numeral.Count(math.Ceil(1 + max(q.Ratio, 1/q.Ratio))),
		"classical-most": numeral.Count(private.ClassicalMost),
	}
	const hardly = 1e-3
	switch at := q.BestAccuracy(); {
	case q.Recall(at) < hardly:
		words["accuracy-calls"] = "hardly anyone"
	case q.FalsePositive(at) > 1-hardly:
		words["accuracy-calls"] = "nearly everyone"
	}
	if q.printed && q.Printed(q.gamma).Recall > 1 {
		words["impossible"] = "above a share"
	}
	if q.cuts() {
		words["clipped"] = "clipped"
	}
	if !q.Analytic && q.Epsilon > private.ClassicalMost {
		words["unproven"] = "unproven"
	}
	return words
}

// noRecords reports whether a class has no records, so that nothing can be released.
func noRecords(f view.Facts) bool { return f.None("threshold-sd") }

// aboveOneInN reports whether δ is above one in the number of records.
func aboveOneInN(f view.Facts) bool { return f.Number("delta")*f.Number("n") > 1 }

var thresholdLead = view.Lead{
	Answers: view.Pairs(
		[]view.Variant{
			{When: view.Fills("accuracy-calls"), Text: "γ = {gamma-f1} gives the best {score} ({f1-max}); for accuracy {accuracy-calls} is positive; "},
			{Text: "γ = {gamma-f1} gives the best {score} ({f1-max}), and {gamma-accuracy} the best accuracy; "},
		}, []view.Variant{
			{When: view.Is("imbalance", 1),
				Text: "γ is {gamma-majority} at the negative class's mean, {gamma-minority} at the positive's."},
			{When: func(f view.Facts) bool { return f.Number("imbalance") < 1 },
				Text: "γ is {gamma-minority} at the negative class's mean, {gamma-majority} at the positive's."},
			{Text: "γ is {gamma-majority} at the majority's mean, {gamma-minority} at the minority's."},
		}),
	Prices: view.Either(
		view.Branch{When: noRecords, Variants: view.Always("No private threshold: a class without a record has no mean to publish.")},
		view.Branch{Variants: view.TaskValue.Price()},
	),
	Warnings: []view.Variant{
		{When: view.Fills("impossible"), Text: "In the paper recall is {recall-printed.bound}, which no share can be: it is {recall}."},
		{When: noRecords, Text: "{n} records at r = {imbalance} leave a class without any; use {n-least} or more."},
		{When: func(f view.Facts) bool { return f.Of("threshold-sd").Value > f.Number("separation") },
			Text: "The scatter exceeds the distance between the classes: the private threshold is useless; use a larger ε or " +
				"more records."},
		view.LargeDelta,
		{When: aboveOneInN, Text: "δ = {delta} is above one in {n}, the number of records: set it far below."},
		{When: view.Fills("clipped"), Text: "Clipping biases the threshold by {clip-bias} sd; R = {clip-enough} avoids it."},
		{When: view.Fills("unproven"), Text: "The classical formula is proven up to ε = {classical-most}: the analytic noise is used here."},
		view.HardlyAny,
	},
}
