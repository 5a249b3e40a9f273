package classifier_test

import (
	"strings"
	"testing"

	"dpscope/engine/effort"
)

// The lead of a page is true where a plain sentence would not be.
func TestUtilityLeads(t *testing.T) {
	effort.ForPages(t)
	for query, want := range map[string]string{
		// A single private feature has no budget per feature.
		"preset=interval": "Not quite: at ε = 5.20 the prediction stays class 1 with probability 79.0 % (target 80 %); 5.37 is the least that reaches it.",
		"mechanism=pm&classifier=stroke-forest&epsilon=4&target=0.9&private=age": "Yes: at ε = 4.00 the prediction stays “stroke” with probability 91.3 % (target 90 %); 3.72 would have been enough.",
		// The advice is the exactly sufficient budget, and not the one that a proof needs.
		"mechanism=gaussian&classifier=stroke-forest&epsilon=4&target=0.8": "No: at ε = 4.00 per feature the prediction stays “stroke” with probability 53.8 % (target 80 %); 44.8 is the least that reaches it.",
		// An estimate is the finding where nothing is computed, and no bound is.
		"mechanism=pm&classifier=stroke-forest&epsilon=4&target=0.9&private=age,bmi,hypertension":              "Undecided: ",
		"mechanism=gaussian&classifier=stroke-forest&epsilon=4&target=0.8&private=age,bmi,hypertension":        "Probably not: at ε = 4.00 per feature ≈ 47.2 % of noisy records stay “stroke” (95 %: ",
		"mechanism=pm&classifier=stroke-forest&epsilon=4&target=0.9&private=age,bmi,hypertension&sampling=off": "Not proven: at ε = 4.00 per feature only a probability of at least ",
		"mechanism=pm&classifier=stroke-forest&epsilon=4&target=0.2&private=age,bmi,hypertension&sampling=off": "Yes: at ε = 4.00 per feature the prediction is proven to stay “stroke” with probability at least ",
		// Agreement falls and rises again: no word of larger budgets.
		"mechanism=pm&classifier=interval&record=0.21&epsilon=2&target=0.58": "Not quite: at ε = 2.00 the prediction stays class 1 with probability 56.0 % (target 58 %); a far smaller ε reaches it (see the curve).",
		// Every budget is enough, and none is a finding.
		"preset=circle":    "Yes: even pure noise keeps class 1 at least 90 % of the time, so there is nothing to lose; at ε = 4.00 per feature it stays 99.90 %.",
		"preset=indicator": "Yes: at ε = 4.00 per feature the prediction stays “stroke” with probability 90.9 % (target 90 %), counting the 10.0 % sent without noise.",
		"mechanism=pm&classifier=stroke-forest&epsilon=4&target=0.9&weights=age:3,bmi:1": "Not quite: at a mean ε = 4.00 the prediction ",
		"mechanism=pm&classifier=stroke-forest&epsilon=20&target=0.9":                    "Yes: at ε = 20.0 per feature the prediction stays “stroke” 99.997 % of the time (target 90 %); 4.04 would have been enough.",
	} {
		if got := sheetOf(t, "utility?"+query).Lead.Answer.String(); !strings.HasPrefix(got, want) {
			t.Errorf("%s: it says\n\t%s\nfor\n\t%s", query, got, want)
		}
	}
}

// Where the raw record is sent now and then the answer still stands, with a warning.
func TestWarningsLeaveTheAnswer(t *testing.T) {
	lead := sheetOf(t, "utility?mechanism=pm&classifier=stroke-forest&epsilon=4&target=0.9&indicator=0.1").Lead
	if lead.Warning != "1 record in 10 is sent without noise: keep δ_I well below one in the number of people." || !lead.Said() {
		t.Errorf("it says %+v", lead)
	}
	if got := lead.Price.String(); !strings.Contains(got, "at most 98.0 % ") {
		t.Errorf("the price is %s", got)
	}
}
