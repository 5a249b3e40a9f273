package learning

import (
	"dpscope/engine/training"
	"dpscope/views/view"
)

// filled are the words of the lead that are no readings.
func (q learning) filled() map[string]string {
	words := q.entrants.filled()
	if q.training().Source != (training.Source{}) {
		words["file"] = "file"
	}
	if q.training().Loss.Traits().Flat == 0 {
		words["asymmetric"] = "asymmetric"
	}
	return words
}

// Facts that decide which variant is said.
var (
	ofFlipped  = func(f view.Facts) bool { return f.Picked("measure", "flipped") }
	neverTried = func(f view.Facts) bool { return f.None("epsilon-tried") }
	otherNever = func(f view.Facts) bool { return f.Member("epsilon-tried", f.Of("other").Word).Missing() }
)

// by is that the page gives a word.
func by(word string) func(view.Facts) bool {
	return func(f view.Facts) bool { return f.Filled(word) != "" }
}

// teaching is what the labels of made-up records teach.
const teaching = "At stated ε = {epsilon}, these {n} labels teach like {worth} clean ones; "

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
			{When: alone, Text: "Down to stated ε = {epsilon-tried.bound} with {loss-name} (AUC {auc-tried}), in this one training; below, AUC {target} is not certain."},
			{When: otherNever, Text: "Down to stated ε = {epsilon-tried.bound} with {loss-name} (AUC {auc-tried}), not at all with {other}, in this one training; below, AUC {target} is not certain."},
			{Text: "Down to stated ε = {epsilon-tried.bound} with {loss-name} (AUC {auc-tried}), to {epsilon-tried-OTHER.bound} with {other}, in this one training; below, AUC {target} is not certain."},
		}},
		view.Branch{Variants: []view.Variant{
			{When: alone, Text: "Down to stated ε = {epsilon-tried.bound} with {loss-name} (AUC {auc-tried}, 95 %: {auc-tried.low}–{auc-tried.high}); below that, AUC {target} lacks 95 % confidence."},
			{When: otherNever, Text: "Down to stated ε = {epsilon-tried.bound} with {loss-name} (AUC {auc-tried}), not at all with {other}; below that, AUC {target} lacks 95 % confidence."},
			{Text: "Down to stated ε = {epsilon-tried.bound} with {loss-name} (AUC {auc-tried}), to {epsilon-tried-OTHER.bound} with {other}; below that, AUC {target} lacks 95 % confidence."},
		}},
	),
	Prices: view.Either(
		view.Branch{When: by("file"), Variants: view.Attacker{Before: "With balanced classes its labels were worth {worth} clean ones; "}.Says()},
		view.Branch{When: by("asymmetric"), Variants: view.Attacker{Before: "A symmetric loss would learn as from {worth} clean labels; "}.Says()},
		view.Branch{Variants: []view.Variant{
			{When: view.PracticallyNever, Text: teaching + "an attacker is practically never wrong."},
			{When: view.HardlyEver, Text: teaching + "an attacker is wrong about once in {wrong-once-in} guesses."},
			{Text: teaching + "an attacker is right at most {attacker-right} (guessing: 50 %)."},
		}},
	),
	Warnings: []view.Variant{view.HardlyAny},
}

// hasInterval is that a reading has one.
func hasInterval(name string) func(view.Facts) bool {
	return func(f view.Facts) bool {
		_, _, has := f.Of(name).Interval()
		return has
	}
}
