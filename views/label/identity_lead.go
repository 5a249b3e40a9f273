package label

import (
	"fmt"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/mechanisms/privacy"
	"dpscope/views/publishing"
	"dpscope/views/view"
)

// rounding is the relative difference that two computations of one number may have.
const rounding = 1e-9

// identityVerdict reads whether the two mechanisms are the same: their computations agree up to rounding.
var identityVerdict = view.Reading[identity]{Name: "verdict", Label: "verdict",
	ExactOf: "the outcomes that are listed, but for rounding; it is proven for every n",
	Value: view.Known(func(q identity) known.Value {
		if q.all.Difference <= rounding {
			return known.Named("yes", "Yes")
		}
		return known.Named("no", "No")
	}),
	Formula: "Yes where the two computations agree to within 1e-9 of every probability.",
	With: view.Says(func(q identity) string {
		return fmt.Sprintf("The largest difference %s is %s.", q.listing(), numeral.Short(q.all.Difference))
	}),
	Source: correction}

// allowedGuess is how often the best guess would be right if the ε that the paper names were spent.
var allowedGuess = view.RightGuess(view.Reading[identity]{Name: "attacker-right-stated", Label: "… by the paper's ε", Symbol: "e^2ε/(1 + e^2ε)",
	ExactOf: "the paper's ε, were it all spent on one label",
	Value: view.Exactly(func(q identity) float64 {
		return privacy.RightGuess(privacy.State(privacy.Claim{Epsilon: q.m.Stated()}).Delta(0))
	}),
	Formula: "e^2ε/(1 + e^2ε): how often the best guess would be right if the mechanism spent all of the ε that the paper names, twice this one.",
	With:    view.Says(func(q identity) string { return "2ε = " + numeral.Short(q.m.Stated()) + "." })})

var identityLead = view.Lead{
	Answers: []view.Variant{
		{When: view.Is("epsilon", 0),
			Text: "{verdict}: at ε = {epsilon} every outcome is equally likely, whatever the labels are."},
		{When: view.Picked("show", "neighbours"),
			Text: "{verdict}, and it costs half: one changed label changes probabilities by a factor e^{epsilon}, never by the e^{epsilon-stated} of the general proof."},
		{When: view.Is("labels", 1),
			Text: "{verdict}: both outcomes for one label are exactly as likely as when it flips with probability {flip-probability}."},
		{Text: "{verdict}: all {labellings} possible outcomes for {labels} labels are exactly as likely as when each flips on its own with probability {flip-probability}."},
	},
	Prices:   publishing.Price(),
	Warnings: []view.Variant{view.HardlyAny},
}
