package learning

import (
	"dpscope/engine/training"
	"dpscope/views/publishing"
	"dpscope/views/view"
)

// Facts that decide which variant is said.
var (
	ofFlipped  = func(f view.Facts) bool { return f.Picked("measure", "flipped") }
	neverTried = func(f view.Facts) bool { return f.None("epsilon-tried") }
	// smallestTried is that no smaller ε was tried than the one from which on the target is reached.
	smallestTried = func(f view.Facts) bool {
		return f.Of("epsilon-tried").Value <= min(training.PrintedBudgets[0], f.Number("epsilon"))
	}
	otherNever = func(f view.Facts) bool { return f.Member("epsilon-tried", f.Of("other").Word).Missing() }
)

// otherAsMuch and otherLess are that the other loss needs the same budget as the chosen one, and a smaller one.
var (
	otherAsMuch = func(f view.Facts) bool { return withOther(f) == f.Number("epsilon-tried") }
	otherLess   = func(f view.Facts) bool { return withOther(f) < f.Number("epsilon-tried") }
)

// withOther is the smallest budget with the other loss.
func withOther(f view.Facts) float64 { return f.Member("epsilon-tried", f.Of("other").Word).Value }

// by is that the page gives a word.
func by(word string) func(view.Facts) bool {
	return func(f view.Facts) bool { return f.Filled(word) != "" }
}

// stillReaches is the smallest budget tried that is enough for the chosen loss.
const stillReaches = "{chosen-loss} still reaches AUC {target} at stated ε = {epsilon-tried.bound}"

var learningLead = view.Lead{
	Answers: view.Either(
		view.Branch{When: came(goesOn), Variants: view.Always("AUC {test-auc} at stated ε = {epsilon} with {loss-name} so far; the trainings go on.")},
		view.Branch{When: came(noScore), Variants: view.Always("{chosen-loss} diverged in epoch {diverged-epoch.bound}; lower the learning rate.")},
		view.Branch{When: came(oneClass), Variants: view.Always("Nothing is learned at stated ε = {epsilon}: flipped, all labels are of one class; try another seed, more records or a larger ε.")},
		view.Branch{When: ofFlipped, Variants: once(view.Variant{Text: "{chosen-loss} fits its flipped labels with AUC {noisy-train-auc} at stated ε = {epsilon}; the truth explains {explained}."})},
		view.Branch{When: came(tossed), Variants: view.Always("Nothing is learned at stated ε = {epsilon}: labels are coin tosses; AUC {test-auc} with {loss-name} is luck.")},
		view.Branch{When: came(unclear), Variants: view.Always("Nothing is shown: at stated ε = {epsilon} AUC {test-auc} (95 %: {test-auc.low}–{test-auc.high}), and guessing has {guessing}.")},
		view.Branch{When: came(guessed), Variants: once(view.Variant{Text: "Nothing is shown: at stated ε = {epsilon} AUC {test-auc}, and guessing has {guessing}."})},
		view.Branch{When: view.All(neverTried, oneTraining),
			Variants: view.Always("Even at the largest ε tried {loss-name} stays below an AUC of {target}; at stated ε = {epsilon} it has {test-auc} (one training).")},
		view.Branch{When: neverTried, Variants: []view.Variant{
			{When: hasInterval("test-auc"), Text: "Even at the largest ε tried an AUC of {target} is not certain with {loss-name}; at stated ε = {epsilon} it is {test-auc} (95 %: {test-auc.low}–{test-auc.high})."},
			{Text: "Even at the largest ε tried an AUC of {target} is not certain with {loss-name}; at stated ε = {epsilon} it is {test-auc}."},
		}},
		view.Branch{When: oneTraining, Variants: []view.Variant{
			{When: alone, Text: stillReaches + " ({auc-tried}) in this one training, the smallest ε tried from which on it does."},
			{When: otherNever, Text: stillReaches + " in this one training; {other} does not even at the largest ε tried."},
			{When: otherAsMuch, Text: "{chosen-loss} and {other} both still reach AUC {target} at stated ε = {epsilon-tried.bound} in " +
				"this one training."},
			{When: otherLess, Text: stillReaches + " in this one training; of the ε tried, {other} needs only " +
				"{epsilon-tried-OTHER.bound}."},
			{Text: stillReaches + " in this one training; of the ε tried, {other} needs {epsilon-tried-OTHER.bound}."},
		}},
		view.Branch{Variants: []view.Variant{
			{When: view.All(alone, smallestTried), Text: stillReaches + " ({auc-tried}, 95 %: {auc-tried.low}–{auc-tried.high}), the smallest ε tried."},
			{When: alone, Text: stillReaches + " ({auc-tried}, 95 %: {auc-tried.low}–{auc-tried.high}); at smaller ε tried it may not."},
			{When: otherNever, Text: stillReaches + " with 95 % confidence; {other} may not even at the largest ε tried."},
			{When: otherAsMuch, Text: "{chosen-loss} and {other} both still reach AUC {target} at stated ε = {epsilon-tried.bound} " +
				"with 95 % confidence."},
			{When: otherLess, Text: stillReaches + " with 95 % confidence; of the ε tried, {other} needs only " +
				"{epsilon-tried-OTHER.bound}."},
			{Text: stillReaches + " with 95 % confidence; of the ε tried, {other} needs {epsilon-tried-OTHER.bound}."},
		}},
	),
	Prices:   publishing.Price(),
	Warnings: []view.Variant{view.HardlyAny},
}

// hasInterval is that a reading has one.
func hasInterval(name string) func(view.Facts) bool {
	return func(f view.Facts) bool {
		_, _, has := f.Of(name).Interval()
		return has
	}
}
