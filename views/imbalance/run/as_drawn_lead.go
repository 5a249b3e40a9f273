package run

import (
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/view"
)

// hidden says which neighbours the guarantee hides.
var hidden = map[privacy.Neighbours]string{
	privacy.OneZeroed:   "with or without a record's gradient",
	privacy.OneAdded:    "with or without a record",
	privacy.OneReplaced: "between a record and any other",
}

// filled returns the words of the lead that are not readings.
func (q drawn) filled() map[string]string {
	words := map[string]string{"way": control.Ways[q.Drawn], "between": hidden[q.Neighbours]}
	if why := q.NotCovered(); why != "" {
		words["uncovered"] = why
	}
	if q.Claimed > 0 {
		words["claim"] = "so"
	}
	return words
}

// understated reports whether an accountant that assumes coins gives less than the least ε that holds.
func understated(f view.Facts) bool {
	const printed = 1.01 // three digits differ
	return f.Of("epsilon-poisson").High*printed < f.Of("epsilon-at-least").Value
}

var drawnLead = view.Lead{
	Answers: view.Either(
		view.Branch{When: view.Fills("claim"), Variants: []view.Variant{
			{When: view.Decides("holds"), Text: "The claim of {claimed} holds: ε is at most {epsilon-at-most.bound} {between}, as {way}."},
			{When: view.All(view.Decides("does-not-hold"), view.Knows("epsilon-at-least")),
				Text: "The claim of {claimed} does not hold: ε is at least {epsilon-at-least.bound} {between}, as {way}."},
			{When: view.Decides("cannot-be-told"), Text: "Whether the claim of {claimed} holds cannot be told: ε is between {epsilon-at-least.bound} and {epsilon-at-most.bound} {between}, as {way}."},
		}},
		view.Branch{Variants: []view.Variant{
			{When: func(f view.Facts) bool { return f.Number("delta") == 0 && f.Filled("uncovered") == "" },
				Text: "No finite ε: at δ = {delta} Gaussian noise keeps none; set δ above that, and far below one in n."},
			{When: view.All(view.Fills("uncovered"), view.Knows("epsilon-at-least")), Text: "ε is at least {epsilon-at-least.bound}, and nothing bounds it from above: {uncovered}."},
			{When: view.Fills("uncovered"), Text: "Not covered: {uncovered}."},
			{When: view.Is("epsilon-at-most", 0), Text: "ε = {epsilon-at-most.bound}, because δ = {delta} alone covers it."},
			{When: view.All(exact, understated), Text: "Less than it seems: ε is {epsilon-at-most.bound}, not {epsilon-poisson.bound}, as {way} and an accountant assumes that each record is drawn by chance anew."},
			{When: exact, Text: "ε is {epsilon-at-most.bound} {between}: {way}."},
			{When: understated, Text: "Less than it seems: ε is between {epsilon-at-least.bound} and {epsilon-at-most.bound}, not {epsilon-poisson.bound}, as {way} and an accountant assumes that each record is drawn by chance anew."},
			{When: view.All(view.Knows("epsilon-at-least"), view.Knows("epsilon-at-most")),
				Text: "ε is between {epsilon-at-least.bound} and {epsilon-at-most.bound} {between}: {way}."},
			{When: view.Knows("epsilon-at-most"), Text: "ε is at most {epsilon-at-most.bound} {between}: {way}."},
			{Text: "No ε is known: at δ = {delta} none is computed here; set δ larger, and still far below one in n."},
		}},
	),
	Prices: view.Either(
		view.Branch{When: view.All(view.Lacks(view.AttackerRight), view.Knows("attacker-right-at-least"), asked(view.TaskRecords)),
			Variants: view.Always("An attacker is right about " + string(view.TaskRecords) + " at least {attacker-right-at-least.bound} of the time" + view.CoinToss + ".")},
		view.Branch{When: view.All(apart, asked(view.TaskRecords)), Variants: view.TaskRecords.PriceBetween("attacker-right-at-least", view.AttackerRight)},
		view.Branch{When: asked(view.TaskRecords), Variants: view.TaskRecords.Price()},
		view.Branch{When: apart, Variants: view.TaskPart.PriceBetween("attacker-right-at-least", view.AttackerRight)},
		view.Branch{Variants: view.TaskPart.Price()},
	),
	Warnings: []view.Variant{view.LargeDelta, view.HardlyAny},
}

// asked reports whether an attacker has to find out t.
func asked(t view.Task) func(view.Facts) bool {
	return func(f view.Facts) bool { return f.Picked("neighbours", "replaced") == (t == view.TaskRecords) }
}

// apart reports whether both ends differ enough for per cents to show it.
func apart(f view.Facts) bool {
	return f.Of("attacker-right-at-least").Value < f.Of(view.AttackerRight).Value-5e-4
}

func exact(f view.Facts) bool {
	low, high := f.Of("epsilon-at-least"), f.Of("epsilon-at-most")
	return !low.Missing() && low.Value == high.Value
}
