package learning

import (
	"context"
	"fmt"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/training"
	"dpscope/views/publishing"
	"dpscope/views/view"
)

// Shares of the pairs in the right order from which the verdict is yes, and mostly.
const (
	nearlyAll = 0.99
	most      = 0.90
)

// riskVerdict declares whether noisy labels pick the best of these models, and order the others.
var riskVerdict = view.Reading[risk]{Name: "verdict-models", Label: "verdict",
	Value: func(ctx context.Context, q risk) (known.Value, error) {
		return ofRisks(func(c training.Comparison) known.Value {
			switch {
			case c.Ordered == 0:
				return known.Nothing("all alike")
			case q.m.Contraction == 0 || c.Regret > 0 || c.Kept < most:
				return known.Named("no", "No").As(known.Estimate)
			case c.Kept < nearlyAll:
				return known.Named("mostly", "Mostly").As(known.Estimate)
			}
			return known.Named("yes", "Yes").As(known.Estimate)
		})(ctx, q)
	},
	Cases: whyRisks("Yes where the best model is picked and at least 99 % of the pairs are ordered right, mostly where at least 90 % are, no otherwise, and at ε = 0.", "")}

// filled returns the words of the lead that are no readings.
func (q risk) filled() map[string]string {
	return map[string]string{"models": numeral.Count(float64(q.Count))}
}

// whose says that no person's records are used.
func (q risk) whose() engine.Note {
	return engine.Note{Text: fmt.Sprintf("%s simulated records, seed %d", numeral.Count(float64(q.Positives+q.Negatives)), q.Seed)}
}

// Conditions for the variants.
var (
	coins     = view.Is("epsilon", 0)
	oneDraw   = view.Picked("flips", "drawn")
	fewModels = func(f view.Facts) bool { return oneDraw(f) && f.Number("n") < 20 }
	wrongPick = view.Reads("verdict-models", "no")
	worsePick = view.All(wrongPick, func(f view.Facts) bool { return f.Number("regret") > 0 })
)

var riskLead = view.Lead{
	Answers: view.Either(
		view.Branch{Variants: []view.Variant{
			{When: view.Lacks("regret"),
				Text: "Undecided: all {n} labels of this draw fell into one class; try another seed or a larger ε."},
			{When: view.Lacks("order-kept"),
				Text: "Undecided: under the true labels all {models} models have the same risk."},
			{When: coins, Text: "{verdict-models}: at ε = {epsilon} labels are coin tosses and say nothing about the models."},
		}},
		view.Branch{When: worsePick, Variants: []view.Variant{
			{When: oneDraw, Text: "{verdict-models}, in this one draw: {order-kept} of the pairs are ordered right, and the model picked has a clean risk {regret} above the best."},
			{Text: "{verdict-models}: on average over the flips {order-kept} of the pairs are ordered right, and the model picked has a clean risk {regret} above the best."},
		}},
		view.Branch{When: wrongPick, Variants: []view.Variant{
			{When: oneDraw, Text: "{verdict-models}, in this one draw: only {order-kept} of the pairs are ordered right, though the model picked is the best."},
			{Text: "{verdict-models}: on average over the flips only {order-kept} of the pairs are ordered right, though the model picked is the best."},
		}},
		view.Branch{Variants: []view.Variant{
			{When: fewModels, Text: "{verdict-models}, in this one draw, with {n} records only: noisy labels order {order-kept} of all pairs of the {models} models as clean labels do."},
			{When: oneDraw, Text: "{verdict-models}, in this one draw: noisy labels order {order-kept} of all pairs of the {models} models as clean labels do."},
			{Text: "{verdict-models}, on average over the flips: noisy labels pick the best of the {models} models and order {order-kept} of all pairs as clean labels do."},
		}},
	),
	Prices:   publishing.Price(),
	Warnings: []view.Variant{view.HardlyAny},
}
