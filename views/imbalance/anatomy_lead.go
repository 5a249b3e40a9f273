package imbalance

import (
	"fmt"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/rareclass"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/view"
)

// claim is what the whole fit guarantees.
func (q anatomy) claim() privacy.Claim {
	return privacy.Claim{Epsilon: q.Epsilon, Neighbours: privacy.OneReplaced}
}

// anatomyAttackers are what an attacker can tell by what is learned.
var anatomyAttackers = func() []view.Entry[anatomy] {
	const of = "the guarantee, of any two records equally likely beforehand"
	cases := []view.Case[anatomy]{{
		Formula: "e^ε/(1 + e^ε): no mechanism of that ε lets the best guess between two records be right more often.",
		With: view.Remark(func(q anatomy, _ known.Value) string {
			return fmt.Sprintf("ε = %s, for the noise and the change of variables together.", numeral.Short(q.Epsilon))
		}),
		Source:  "the best test of two distributions: Neyman & Pearson 1933",
		Assumes: "One record is replaced by another, both equally likely beforehand; all others are known, and the trainer is trusted.",
	}}
	return []view.Entry[anatomy]{
		view.Reading[anatomy]{Name: view.AttackerRight, Label: "best guess is right", Brief: "guess right", Symbol: "e^ε/(1 + e^ε)", Style: numeral.Percent,
			Goal:  known.Lower,
			Range: known.Range{Low: 0.5, High: 1}, Level: view.Shown,
			ExactOf: of, Value: view.Exactly(func(q anatomy) float64 { return privacy.RightGuess(privacy.State(q.claim()).Delta(0)) }),
			Opens: view.Opening(func(q anatomy, _ known.Value) string { return control.AttackOnClaim(q.claim()) }),
			Cases: cases},
		view.OnceIn(view.Reading[anatomy]{Symbol: "1 + e^ε", ExactOf: of, Cases: cases},
			func(q anatomy) float64 { return privacy.WrongGuess(q.claim()) }),
	}
}()

// filled are the words of the lead that are no readings.
func (q anatomy) filled() map[string]string {
	words := map[string]string{"draws": numeral.Count(rareclass.Draws), "n-most": numeral.Count(mostDrawn)}
	if !q.drawable() {
		words["undrawn"] = "undrawn"
	}
	return words
}

// Facts of a split.
var (
	ridged  = func(f view.Facts) bool { return f.Of("delta-ridge").Value > 0 }
	noRidge = view.All(ridged, func(f view.Facts) bool { return f.Number("lambda") == 0 })
	undrawn = func(f view.Facts) bool { return f.Filled("undrawn") != "" }
	byLuck  = func(f view.Facts) bool { return f.Of("kept").Low <= 0.5 } // the share that a coin would keep
)

// Beginnings of what becomes of ε.
const (
	leftOver  = "{epsilon-noise} of ε = {epsilon} is left for noise; "
	halfOfAll = "Half: ε = {epsilon} is too small for n = {n}, so an extra ridge of {delta-ridge} takes the other half; "
	halfOfNo  = "Half: λ = {lambda} leaves nothing, so an extra ridge of {delta-ridge} takes the other half; "
	onlyUpTo  = "lines are only drawn up to n = {n-most}."
)

var anatomyLead = view.Lead{
	Answers: view.Either(
		view.Branch{When: noRidge, Variants: []view.Variant{
			{When: undrawn, Text: halfOfNo + onlyUpTo},
			{When: byLuck, Text: halfOfNo + "{kept} keep their prediction, maybe by chance."},
			{Text: halfOfNo + "{kept} keep their prediction."},
		}},
		view.Branch{When: ridged, Variants: []view.Variant{
			{When: undrawn, Text: halfOfAll + onlyUpTo},
			{When: byLuck, Text: halfOfAll + "{kept} keep their prediction, maybe by chance."},
			{Text: halfOfAll + "{kept} keep their prediction."},
		}},
		view.Branch{Variants: []view.Variant{
			{When: undrawn, Text: leftOver + onlyUpTo},
			{When: byLuck, Text: leftOver + "with such noise {kept} of the records keep their prediction over {draws} draws, maybe by chance."},
			{Text: leftOver + "with such noise {kept} of the records keep their prediction, on average over {draws} draws."},
		}},
	),
	Prices:   view.Attacker{Who: "choosing between two records"}.Says(),
	Warnings: []view.Variant{view.HardlyAny},
}
