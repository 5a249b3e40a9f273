package approaches

import (
	"strings"

	"dpscope/engine/numeral"
	"dpscope/engine/rareclass"
	"dpscope/views/imbalance"
	"dpscope/views/view"
)

// filled returns the words of the lead that are no readings.
func (q approaches) filled() map[string]string {
	words := map[string]string{}
	if !q.recorded {
		words = imbalance.OfRecords(q.records)
		imbalance.FillTaken(words, q.taken())
		imbalance.FillSlack(words, q.trial.Slack, q.records.Len())
	}
	words["measure"], words["drawn"] = q.measure.Title, q.measure.Name
	words["smote-private"], words["sizes"] = "smote-private", numeral.Count(float64(len(rareclass.MixtureSizes)*len(rareclass.MixtureRatios)))
	for _, r := range q.refused {
		if strings.HasSuffix(r.name, "-boosted") {
			words["unsynthetic"] = r.why
		}
	}
	switch {
	case q.recorded:
		words["recorded"], words["budgets"], words["undeclared"] = q.from.Set, recordedBudgets(), "undeclared"
	case !q.declared:
		words["undeclared"] = "undeclared"
	}
	return words
}

// recordedBudgets writes the budgets of the recorded runs.
func recordedBudgets() string {
	var each []string
	for _, epsilon := range rareclass.GridBudgets {
		each = append(each, numeral.Short(epsilon))
	}
	return numeral.Listed(each)
}

// overSizes reports whether sizes are drawn and some are known.
func overSizes(f view.Facts) bool {
	return f.Picked(overs.Name, "size") && f.Of("size-first").Word != ""
}

// secondBehind reports whether an approach other than the second ties with the best.
func secondBehind(f view.Facts) bool { return rareclass.Distinct(f.Of("difference")) }

var approachesLead = view.Lead{
	Trials: true,
	Answers: []view.Variant{
		{When: view.All(overSizes, func(f view.Facts) bool { return f.Number(imbalance.ApproachSeeds.Name) < 2 }),
			Text: "Undecided, from one split: over {sizes} sizes {size-first} has the most {measure} on average ({size-score-SIZE-FIRST}); refused SMOTE has {size-score-SMOTE-PRIVATE}."},
		{When: view.All(overSizes, view.Knows("size-best")),
			Text: "Clearly best: {size-best} at {size-wins-SIZE-BEST} of {sizes} sizes, {size-ties} are ties; most on average: {size-first} ({measure} {size-score-SIZE-FIRST}); refused SMOTE: {size-score-SMOTE-PRIVATE}."},
		{When: overSizes,
			Text: "No private one is clearly best: {size-ties} of {sizes} sizes are ties; most on average: {size-first} ({measure} {size-score-SIZE-FIRST}); refused SMOTE: {size-score-SMOTE-PRIVATE}."},
		{When: view.All(view.Fills("recorded"), view.Lacks("best")),
			Text: "Nothing is recorded at ε = {epsilon}: the runs on {recorded} are at ε = {budgets}."},
		{When: view.Lacks("best"),
			Text: "Nobody can say: no held-out records of one class, so {measure} has no value; use more records."},
		{When: view.Decides("undecided"),
			Text: "{best}, from one split: {measure} {score-BEST} at ε = {epsilon}; without privacy, {best-plain} reaches {score-BEST-PLAIN}."},
		{When: view.Decides("guessing"),
			Text: "None at ε = {epsilon}: no approach is above guessing by {measure} (50 %); without privacy, {best-plain} reaches {score-BEST-PLAIN}."},
		{When: view.All(view.Decides("tie"), func(f view.Facts) bool { return f.Number("tied") > 1 }),
			Text: "{best}: {measure} {score-BEST} at ε = {epsilon}, but {tied} others cannot be ruled out; without privacy, {best-plain} reaches {score-BEST-PLAIN}."},
		{When: view.All(view.Decides("tie"), secondBehind),
			Text: "{best}: {measure} {score-BEST} at ε = {epsilon}, but one other cannot be ruled out; without privacy, {best-plain} " +
				"reaches {score-BEST-PLAIN}."},
		{When: view.Decides("tie"),
			Text: "{best} or {second}, tied: {measure} {score-BEST} at ε = {epsilon}; without privacy, {best-plain} reaches {score-BEST-PLAIN}."},
		{Text: "{best}: {measure} {score-BEST} at ε = {epsilon}, {difference} ahead of {second}; without privacy, {best-plain} reaches {score-BEST-PLAIN}."},
	},
	Prices: view.Either(imbalance.OfNoise, view.Branch{Variants: view.TaskRecords.Price()}),
	Warnings: []view.Variant{
		view.LargeDelta,
		{When: view.Fills("unsynthetic"), Text: "No synthetic people: {unsynthetic}."},
		{When: view.All(view.Fills("undeclared"), view.Fills("recorded")), Text: "The values of synthetic people came from the records once, and no ε covers that."},
		{When: view.Fills("undeclared"), Text: "The values of synthetic people come from the records, and no ε covers that: schema=FILE declares them."},
		imbalance.WarnsFew, imbalance.WarnsUnlike, imbalance.WarnsSlack,
		view.HardlyAny,
		imbalance.WarnsTaken,
	},
}
