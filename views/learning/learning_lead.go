package learning

import (
	"dpscope/engine/training"
	"dpscope/views/publishing"
	"dpscope/views/view"
)

// Conditions for the variants.
var (
	ofFlipped  = view.Picked("measure", "flipped")
	neverTried = view.Lacks("epsilon-tried")
	// smallestTried reports whether no smaller ε was tried than the one from which on the target is reached.
	smallestTried = func(f view.Facts) bool {
		return f.Of("epsilon-tried").Value <= min(training.Budgets[0], f.Number("epsilon"))
	}
	otherNever = func(f view.Facts) bool { return f.Member("epsilon-tried", f.Of("other").Word).Missing() }
	// otherAsMuch reports whether the other loss needs the same budget as the chosen one.
	otherAsMuch = func(f view.Facts) bool {
		return f.Member("epsilon-tried", f.Of("other").Word).Value == f.Number("epsilon-tried")
	}
)

// downTo begins with the smallest tried budget that is enough for the chosen loss, and leastTried says for what it is enough.
const (
	downTo     = "Down to ε = {epsilon-tried.bound} with {loss-name}"
	leastTried = ": the smallest ε tried at which AUC reaches {target}"
)

var learningLead = view.Lead{
	Answers: view.Either(
		view.Branch{When: came(goesOn), Variants: view.Always("AUC {test-auc} at ε = {epsilon} with {loss-name} so far; the trainings go on.")},
		view.Branch{When: came(noScore), Variants: view.Always("{chosen-loss} diverged in epoch {diverged-epoch.bound}; lower the learning rate.")},
		view.Branch{When: came(oneClass), Variants: view.Always("Nothing is learned at ε = {epsilon}: flipped, all labels are of one class; try another seed, more records or a larger ε.")},
		view.Branch{When: ofFlipped, Variants: once(view.Variant{Text: "{chosen-loss} fits its flipped labels with AUC {noisy-train-auc} at ε = {epsilon}; without memorising it would be {explained}."})},
		view.Branch{When: came(tossed), Variants: view.Always("Nothing is learned at ε = {epsilon}: labels are coin tosses; AUC {test-auc} with {loss-name} is luck.")},
		view.Branch{When: came(unclear), Variants: view.Always("Nothing is shown: at ε = {epsilon} AUC {test-auc} (95 %: {test-auc.low}–{test-auc.high}), and guessing has {guessing}.")},
		view.Branch{When: came(guessed), Variants: once(view.Variant{Text: "Nothing is shown: at ε = {epsilon} AUC {test-auc}, and guessing has {guessing}."})},
		view.Branch{When: view.All(neverTried, oneTraining),
			Variants: view.Always("Even at the largest ε tried {loss-name} stays below an AUC of {target}; at ε = {epsilon} it has {test-auc} (one training).")},
		view.Branch{When: neverTried, Variants: []view.Variant{
			{When: hasInterval("test-auc"), Text: "Even at the largest ε tried an AUC of {target} is not certain with {loss-name}; at ε = {epsilon} it is {test-auc} (95 %: {test-auc.low}–{test-auc.high})."},
			{Text: "Even at the largest ε tried an AUC of {target} is not certain with {loss-name}; at ε = {epsilon} it is {test-auc}."},
		}},
		view.Branch{When: oneTraining, Variants: []view.Variant{
			{When: alone, Text: downTo + leastTried + " ({auc-tried}) in this one training."},
			{When: otherNever, Text: downTo + leastTried + " in this one training; with {other} none does."},
			{When: otherAsMuch, Text: downTo + " and {other} alike" + leastTried + " in this one training."},
			{Text: downTo + ", {epsilon-tried-OTHER.bound} with {other}" + leastTried + " in this one training."},
		}},
		view.Branch{Variants: []view.Variant{
			{When: view.All(alone, smallestTried), Text: downTo + ", the least ε tried, AUC {target} is reached: {auc-tried} (95 %: {auc-tried.low}–{auc-tried.high})."},
			{When: alone, Text: downTo + leastTried + " with 95 % confidence ({auc-tried.low}–{auc-tried.high})."},
			{When: otherNever, Text: downTo + leastTried + " with 95 % confidence; with {other} none is certain to."},
			{When: otherAsMuch, Text: downTo + " and {other} alike" + leastTried + " with 95 % confidence."},
			{Text: downTo + ", {epsilon-tried-OTHER.bound} with {other}" + leastTried + " with 95 % confidence."},
		}},
	),
	Prices:   publishing.Price(),
	Warnings: []view.Variant{view.HardlyAny},
}

// hasInterval holds where a reading has an interval.
func hasInterval(name string) func(view.Facts) bool {
	return func(f view.Facts) bool {
		_, _, has := f.Of(name).Interval()
		return has
	}
}
