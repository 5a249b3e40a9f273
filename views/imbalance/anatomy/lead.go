package anatomy

import (
	"fmt"

	"dpscope/engine/numeral"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/view"
)

// claim returns the guarantee of the whole fit.
func (q anatomy) claim() privacy.Claim {
	return privacy.Claim{Epsilon: q.Epsilon, Neighbours: privacy.OneReplaced}
}

// anatomyAttackers declares what an attacker can tell from the model.
var anatomyAttackers = func() []view.Entry[anatomy] {
	const of = "the guarantee, of any two records equally likely beforehand"
	cases := []view.Case[anatomy]{{
		Formula: "e^ε/(1 + e^ε): no mechanism of that ε lets the best guess between two records be right more often.",
		With: view.Says(func(q anatomy) string {
			return fmt.Sprintf("ε = %s, for the noise and the curvature of the fit together.", numeral.Short(q.Epsilon))
		}),
		Source:  "the best test of two distributions: Neyman & Pearson 1933",
		Assumes: "One record is replaced by another, both equally likely beforehand; all others are known, and the trainer is trusted.",
	}}
	return []view.Entry[anatomy]{
		view.GuessUnder(view.Reading[anatomy]{Symbol: "e^ε/(1 + e^ε)", Level: view.Shown, ExactOf: of, Cases: cases}, anatomy.claim, control.AttackOnClaim),
		view.OnceIn(view.Reading[anatomy]{Symbol: "1 + e^ε", ExactOf: of, Cases: cases},
			func(q anatomy) float64 { return privacy.WrongGuess(q.claim()) }),
	}
}()

// filled returns the words of the lead that are no readings.
func (q anatomy) filled() map[string]string {
	words := map[string]string{"n-most": numeral.Count(mostDrawn)}
	if !q.drawable() {
		words["undrawn"] = "undrawn"
	}
	return words
}

// Conditions on a split.
var (
	ridged     = func(f view.Facts) bool { return f.Of("delta-ridge").Value > 0 }
	noRidge    = view.All(ridged, view.Is("lambda", 0))
	undrawn    = view.Fills("undrawn")
	byLuck     = func(f view.Facts) bool { return f.Of("kept").Low <= 0.5 } // the share that a coin would keep
	overLines  = view.Picked("drawn", "lines")
	fromData   = view.Picked("weights", "normalised")
	byThePaper = view.Picked("rule", "classic")
	allLeft    = func(f view.Facts) bool { return f.Of("epsilon-noise-classic").Value > 0.999*f.Number("epsilon") }
)

// Beginnings of sentences on the part of ε for the noise, and on the rest.
const (
	leftOver  = "{epsilon-noise} of ε = {epsilon} is left for the noise"
	theRest   = "; the rest pays for how far one record bends the fit."
	halfOfAll = "Half, with an extra ridge of {delta-ridge}, as ε = {epsilon} is too small for n = {n}"
	halfOfNo  = "Half, with an extra ridge of {delta-ridge}, as λ = {lambda} leaves nothing"
)

// keeping returns a beginning, followed by the effect of such noise on predictions.
func keeping(beginning string) []view.Variant {
	return []view.Variant{
		{When: view.Not(overLines), Text: beginning + "."},
		{When: undrawn, Text: beginning + "; predictions are only compared up to n = {n-most}."},
		{When: byLuck, Text: beginning + "; {kept} of predictions stay the same, maybe by chance."},
		{Text: beginning + "; {kept} of predictions stay the same."},
	}
}

var anatomyLead = view.Lead{
	Answers: view.Either(
		view.Branch{When: noRidge, Variants: keeping(halfOfNo)},
		view.Branch{When: ridged, Variants: keeping(halfOfAll)},
		view.Branch{When: overLines, Variants: keeping(leftOver)},
		view.Branch{When: fromData, Variants: view.Always(leftOver + " if the data set the weights, {epsilon-noise-rank1} (by the tighter " +
			"proof) if they are public.")},
		view.Branch{When: allLeft, Variants: view.Always("Nearly all of ε = {epsilon} is left for the noise, by either proof: one record hardly changes the curvature of the fit.")},
		view.Branch{When: byThePaper, Variants: view.Always(leftOver + " by the published proof, {epsilon-noise-rank1} by a tighter one" + theRest)},
		view.Branch{Variants: view.Always(leftOver + " by the tighter proof, {epsilon-noise-classic} by the published one" + theRest)},
	),
	Prices:   view.TaskRecords.Price(),
	Warnings: []view.Variant{view.HardlyAny},
}
