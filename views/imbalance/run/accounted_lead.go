package run

import (
	"context"

	"dpscope/engine/composition"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/imbalance"
	"dpscope/views/view"
)

// sumGuess makes a Value about the attacker who sees all steps.
func sumGuess(of func(composition.Guess) known.Value) func(context.Context, budget) (known.Value, error) {
	return atRest(view.Gets(budget.Guess, func(_ budget, g composition.Guess) known.Value { return of(g) }))
}

// sumAttackers declares how often an attacker who sees all steps is right.
var sumAttackers = []view.Entry[budget]{
	view.RightGuess(view.Reading[budget]{Symbol: "(1 + δ(0))/2", Expensive: true, Level: view.Shown,
		ExactOf: "one step, or steps of which a record takes part in all or none, in closed form",
		Value:   sumGuess(func(g composition.Guess) known.Value { return g.Right }),
		Opens:   view.Says(func(q budget) string { return control.AttackOnSteps(q.Budget) }),
		Formula: "(1 + δ(0))/2, δ(0) the total variation of all that is released with and without one record, from the " +
			"privacy loss distribution of the whole run.",
		With: view.Remark(func(q budget, v known.Value) string {
			return q.words() + " Between " + numeral.Percent.Rounded(v.Low, numeral.Down) + " and " + numeral.Percent.Rounded(v.High, numeral.Up) +
				"."
		}),
		Source: "the best test of two distributions: Neyman & Pearson 1933; Zhu, Dong & Wang 2022 for pairs that dominate",
		Assumes: "Whether the record took part was as likely as not beforehand, and the attacker may know all other " +
			"records. " + imbalance.PoissonOnly}),
	imbalance.OnceInGuesses(view.Reading[budget]{Symbol: "2/(1 - δ(0))", Expensive: true,
		ExactOf: "one step, or steps of which a record takes part in all or none, in closed form",
		Value:   sumGuess(func(g composition.Guess) known.Value { return g.Wrong }),
		Formula: "One over the probability that the best guess is wrong, 2/(1 - δ(0))."}),
	view.RightGuess(view.Reading[budget]{Name: view.AttackerAllowed, Label: "… allowed by ε and δ", Symbol: "(e^ε + δ)/(1 + e^ε)",
		ExactOf: ofSteps,
		Value: func(ctx context.Context, q budget) (known.Value, error) {
			b, err := q.law.Get(ctx)
			if err != nil || b.High.Missing() {
				return known.Nothing("there is no ε"), err
			}
			return b.High.Map(func(epsilon float64) float64 {
				return privacy.RightUnder(privacy.Claim{Epsilon: epsilon, Delta: q.Delta})
			}), nil
		},
		Opens: view.Tells(budget.bounds, func(q budget, b composition.Bounds) string {
			return control.AttackOnClaim(privacy.Claim{Epsilon: b.High.Value, Delta: q.Delta})
		}),
		Formula: "(e^ε + δ)/(1 + e^ε): what the stated pair alone would allow.",
		With:    view.Says(budget.words),
		Assumes: "One (ε, δ) of many steps says nearly nothing of the attacker: the whole distribution does."}),
}

// filled returns the words of the lead that are no readings.
func (q budget) filled() map[string]string {
	return map[string]string{
		"ran":       numeral.Things(int(q.Steps), "step"),
		"sigma-max": control.Sigma.Text(control.Sigma.Max),
	}
}

// sumHeads say the total, sumTails what would be enough.
var (
	sumHeads = []view.Variant{
		{When: view.All(wideSum, func(f view.Facts) bool { return f.Of("epsilon-at-least").Value > f.Number("target") }),
			Text: "Between ε = {epsilon-at-least.bound} and {epsilon-at-most.bound} after {ran} at δ = {delta}, above your limit of {target}: "},
		{When: view.All(wideSum, withinLimit),
			Text: "Between ε = {epsilon-at-least.bound} and {epsilon-at-most.bound} after {ran} at δ = {delta}, within your limit of {target}: "},
		{When: wideSum,
			Text: "Between ε = {epsilon-at-least.bound} and {epsilon-at-most.bound} after {ran} at δ = {delta}, around your limit " +
				"of {target}: "},
		{When: view.All(exactSum, withinLimit), Text: "ε = {epsilon-at-most} after {ran} at δ = {delta}, within your limit of {target}: "},
		{When: exactSum, Text: "ε = {epsilon-at-most} after {ran} at δ = {delta}, above your limit of {target}: "},
		{When: withinLimit, Text: "ε {epsilon-at-most} after {ran} at δ = {delta}, within your limit of {target}: "},
		{When: oneSidedSum, Text: "ε {epsilon-at-most} after {ran} at δ = {delta}, no lower bound is found; for your limit of {target}: "},
		{Text: "ε {epsilon-at-most} after {ran} at δ = {delta}, above your limit of {target}: "},
	}
	sumTails = []view.Variant{
		{When: view.All(noStep, noNoise), Text: "not one step is within it, and no noise up to σ = {sigma-max} is enough."},
		{When: noStep, Text: "not one step is within it at this σ, but noise σ = {sigma-needed.bound} is enough."},
		{When: view.All(anySteps, noNoise), Text: "every number of steps looked at is within it."},
		{When: anySteps, Text: "every number of steps looked at is within it, and noise σ = {sigma-needed.bound} would be enough."},
		{When: view.All(oneStepOnly, withinLimit),
			Text: "not a second step would be within it; noise σ = {sigma-needed.bound} would be enough."},
		{When: oneStepOnly, Text: "only one step is within it, or noise σ = {sigma-needed.bound} is enough."},
		{When: noNoise, Text: "up to {steps-allowed.bound} steps are within it; no noise up to σ = {sigma-max} is enough."},
		{When: withinLimit, Text: "up to {steps-allowed.bound} steps would be within it, or noise σ = {sigma-needed.bound}."},
		{Text: "up to {steps-allowed.bound} steps are within it, or noise σ = {sigma-needed.bound} is enough."},
	}
)

func withinLimit(f view.Facts) bool { return f.Of("epsilon-at-most").Value <= f.Number("target") }

func exactSum(f view.Facts) bool { return f.Of("epsilon-at-most").Basis == known.Exact }

func noStep(f view.Facts) bool { return f.Of("steps-allowed").Value == 0 }

func oneStepOnly(f view.Facts) bool { return f.Of("steps-allowed").Value == 1 }

func anySteps(f view.Facts) bool { return f.Of("steps-allowed").Value >= composition.MostSteps }

func noNoise(f view.Facts) bool { return f.None("sigma-needed") }

// wideSum reports whether the two bounds are so far apart that one alone would mislead.
func wideSum(f view.Facts) bool {
	const apart = 1.05
	if oneSidedSum(f) {
		return false
	}
	low, high := f.Of("epsilon-at-least").Value, f.Of("epsilon-at-most").Value
	return !exactSum(f) && high > apart*low
}

// oneSidedSum reports whether only the upper bound is known.
func oneSidedSum(f view.Facts) bool { return f.None("epsilon-at-least") }

// covered reports whether δ alone allows more than the run reveals.
func covered(f view.Facts) bool {
	return f.Of("epsilon-at-most").Value == 0 || 2*f.Of(view.AttackerRight).Value-1 <= f.Number("delta")
}

var budgetSumLead = view.Lead{
	Answers: view.Either(
		view.Branch{Variants: []view.Variant{
			{When: func(f view.Facts) bool { return f.None("epsilon-at-most") && f.Number("delta") == 0 },
				Text: "No finite ε: at δ = {delta} Gaussian noise keeps none; set δ above that, and far below one in all records."},
			{When: view.Lacks("epsilon-at-most"),
				Text: "Unknown: at δ = {delta} no ε is computed here; set δ larger, and still far below one in all records."},
			{When: view.All(covered, exactSum), Text: "ε = {epsilon-at-most} after {ran}, because δ = {delta} alone covers it."},
			{When: covered, Text: "ε {epsilon-at-most} after {ran}, because δ = {delta} alone covers it."},
		}},
		view.Branch{Variants: view.Pairs(sumHeads, sumTails)},
	),
	Prices:   view.TaskPart.Price(),
	Warnings: []view.Variant{view.LargeDelta, view.HardlyAny},
}
