package learning

import (
	"context"
	"math"

	"dpscope/engine/known"
	"dpscope/views/publishing"
	"dpscope/views/view"
)

// Limits on the part of the training AUC above that without memorising: from the first on a score is said to memorise, up to
// the second it mostly learns the truth.
const (
	memorises = 0.10
	mostly    = 0.03
)

// firstLoss and secondLoss declare the losses with the greatest AUC on true labels, and the next.
var firstLoss, secondLoss = placed("first", "first by AUC", 0, upperFirst), placed("second", "second by AUC", 1, asItIs)

// placed declares the loss at a place, written for its position in sentences.
func placed(name, label string, place int, written func(string) string) view.Reading[race] {
	return view.Reading[race]{Name: name, Label: label, Expensive: true,
		Value: func(ctx context.Context, q race) (known.Value, error) {
			names, err := rankLosses(ctx, q)
			if err != nil || place >= len(names) {
				return known.Nothing("no other runs"), err
			}
			if v, err := q.standing(ctx, names[place]); err != nil || v.Missing() {
				return v, err
			}
			for _, k := range q.kinds {
				if k.Name == names[place] {
					return known.Named(k.Name, written(spoken(k.Title))).As(known.Estimate), nil
				}
			}
			return known.Nothing("it does not run"), nil
		},
		Formula: "By AUC on true labels of the scores that stand; the better of two that differ by chance may be the other one.",
		Source:  runsOfOurOwn}
}

func asItIs(text string) string { return text }

// outcome returns the outcome of the best score, or of the chosen loss where none is final.
func (q race) outcome(ctx context.Context) (string, error) {
	names, err := rankLosses(ctx, q)
	if err != nil {
		return "", err
	}
	best, err := q.standing(ctx, names[0])
	if err != nil {
		return "", err
	}
	own, err := q.ended(ctx)
	if err != nil {
		return "", err
	}
	word := outcomeOf(q.training(), own, best)
	if word != learned || len(names) == 1 {
		return word, nil
	}
	next, err := q.standing(ctx, names[1])
	if err != nil || next.Missing() || !alike(best, next) {
		return word, err
	}
	return noLeader, nil
}

// alike reports whether two AUC cannot be told apart: their intervals meet, or they differ by little where one has none.
func alike(best, next known.Value) bool {
	low, _, of := best.Interval()
	_, high, and := next.Interval()
	if of && and {
		return low <= high
	}
	return math.Abs(best.Value-next.Value) < alikeAUC
}

// gapOf returns the memorised part of the loss that a reading names.
func gapOf(f view.Facts, reading string) float64 { return f.Member("gap", f.Of(reading).Word).Value }

// gapAbove holds where that exceeds least.
func gapAbove(reading string, least float64) func(view.Facts) bool {
	return func(f view.Facts) bool { return gapOf(f, reading) > least }
}

// noGap reports whether that is negligible.
func noGap(f view.Facts) bool { return gapOf(f, "first") <= 0.001 }

// onlyOne reports whether there is only one final score.
func onlyOne(f view.Facts) bool { return f.None("second") }

var raceLead = view.Lead{
	Answers: view.Either(
		view.Branch{When: view.All(came(goesOn), alone),
			Variants: view.Always("{first} has AUC {test-auc} on true labels so far; the training goes on.")},
		view.Branch{When: came(goesOn), Variants: []view.Variant{
			{Text: "{first} has AUC {standing-FIRST} on true labels so far, {second} {standing-SECOND}; the training goes on."},
			{Text: "{first} has AUC {standing-FIRST} on true labels so far; the training goes on."},
			{Text: "Not known yet: the training has just begun."},
		}},
		view.Branch{When: came(noScore), Variants: []view.Variant{
			{Text: "{chosen-loss} diverged in epoch {diverged-epoch.bound}; lower the learning rate."},
			{Text: "No score stands: every training diverged; lower the learning rate."},
		}},
		view.Branch{When: came(oneClass), Variants: view.Always("Nothing is learned: flipped, all labels are of one class; try another seed, more records or a larger ε.")},
		view.Branch{When: view.All(came(tossed), alone),
			Variants: view.Always("Nothing is learned: at ε = {epsilon} labels are coin tosses; AUC {test-auc} is luck.")},
		view.Branch{When: came(tossed), Variants: []view.Variant{
			{When: func(f view.Facts) bool { return f.Filled("losses") == "two" },
				Text: "Neither: at ε = {epsilon} labels are coin tosses; AUC {standing-FIRST} is luck."},
			{Text: "None: at ε = {epsilon} labels are coin tosses; AUC {standing-FIRST} is luck."},
		}},
		view.Branch{When: view.All(came(unclear), alone),
			Variants: view.Always("Nothing is shown: AUC {test-auc} (95 %: {test-auc.low}–{test-auc.high}), and guessing has {guessing}.")},
		view.Branch{When: came(unclear), Variants: view.Always("Nothing is shown: the highest AUC is {standing-FIRST} (95 %: {standing-FIRST.low}–{standing-FIRST.high}), and guessing has {guessing}.")},
		view.Branch{When: view.All(came(guessed), alone),
			Variants: once(view.Variant{Text: "Nothing is learned: AUC {test-auc}, and guessing has {guessing}."})},
		view.Branch{When: came(guessed), Variants: once(view.Variant{Text: "Nothing is learned: the highest AUC is {standing-FIRST}, and guessing has {guessing}."})},
		view.Branch{When: came(noLeader), Variants: []view.Variant{
			{When: oneTraining, Text: "{first} and {second} cannot be told apart ({standing-FIRST}, {standing-SECOND} in one training)."},
			{Text: "{first} and {second} cannot be told apart ({standing-FIRST}, {standing-SECOND})."},
		}},
		view.Branch{When: alone, Variants: []view.Variant{
			{When: gapAbove("first", memorises), Text: "{first} memorises flips{here}: AUC {test-auc} on true labels; it fits the flipped labels {gap-FIRST} better than without memorising."},
			{When: gapAbove("first", mostly), Text: "{first} learns the truth{here}: AUC {test-auc}; it fits the flipped labels {gap-FIRST} better than without memorising."},
			{When: noGap, Text: "{first} learns the truth{here}: AUC {test-auc}; it fits the flipped labels no better than without memorising."},
			{Text: "{first} mostly learns the truth{here}: AUC {test-auc}; it fits the flipped labels {gap-FIRST} better than without memorising."},
		}},
		view.Branch{When: onlyOne, Variants: view.Always("{first} alone{here}: AUC {standing-FIRST} on true labels; no other score stands.")},
		view.Branch{Variants: []view.Variant{
			{When: gapAbove("first", memorises), Text: "{first} learns most of the truth{here}, but memorises flips: AUC {standing-FIRST} on true labels; {second} has {standing-SECOND}."},
			{When: gapAbove("second", memorises), Text: "{first} learns the truth{here}: AUC {standing-FIRST} on true labels; {second} has {standing-SECOND} and memorises flips."},
			{Text: "{first} learns the truth{here}: AUC {standing-FIRST} on true labels; {second} has {standing-SECOND}."},
		}},
	),
	Prices:   publishing.Price(),
	Warnings: []view.Variant{view.HardlyAny},
}
