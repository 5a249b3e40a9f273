package copies

import (
	"fmt"

	"dpscope/engine/numeral"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/view"
)

// copyAttackers declares how often an attacker is right about a record, and would be about one row.
var copyAttackers = []view.Entry[copies]{
	view.GuessUnder(view.Reading[copies]{Symbol: "(e^ε + δ)/(1 + e^ε)", Level: view.Shown,
		ExactOf: "what the ε and δ of one record allow, by the group property",
		Remark:  view.Says(func(q copies) string { return "of one row " + numeral.Percent.Format(privacy.RightUnder(q.ofRow())) }),
		Formula: "(e^ε + δ)/(1 + e^ε) at the ε and δ of one record: the group property of the learner's guarantee.",
		With: view.Says(func(q copies) string {
			return fmt.Sprintf("ε = %s and δ = %s for all rows of the record, ε = %s and δ = %s for one.",
				numeral.Up.Short(q.whole().Epsilon), numeral.Up.Short(q.whole().Delta), numeral.Short(q.Epsilon), numeral.Short(q.Delta))
		}),
		Source: groupPrivacy,
		Assumes: "Whether the record is there was as likely as not beforehand, and the attacker may know all other records. " +
			"A bound: some learners give away less."}, copies.whole, control.AttackOnClaim),
	view.GuessUnder(view.Reading[copies]{Name: "attacker-right-row", Label: "… about one row", Symbol: "(e^ε + δ)/(1 + e^ε)",
		ExactOf: "the worst learner that keeps its guarantee for one row",
		Formula: "(e^ε + δ)/(1 + e^ε) at the learner's own ε and δ: what a public weight leaves.",
		With:    view.Says(func(q copies) string { return "ε = " + numeral.Short(q.Epsilon) + "." })}, copies.ofRow, control.AttackOnClaim),
	view.OnceIn(view.Reading[copies]{Symbol: "(1 + e^ε)/(1 - δ)",
		ExactOf: "the ε and δ of one record, by the group property",
		Formula: "One over the least probability that the best guess is wrong, (1 + e^ε)/(1 - δ) " +
			"at the ε and δ of one record."},
		func(q copies) float64 { return privacy.WrongGuess(q.whole()) }),
}

// whole returns the guarantee for one record; a δ of 1 is none.
func (q copies) whole() privacy.Claim {
	epsilon, delta := q.Total()
	claim := privacy.Claim{Epsilon: epsilon.Value, Delta: 1, Notion: privacy.Approximate, Neighbours: privacy.OneAdded}
	if delta.Value < 1 {
		claim.Delta = delta.Value
	}
	return claim
}

// ofRow returns the guarantee for one row.
func (q copies) ofRow() privacy.Claim { return privacy.Claim{Epsilon: q.Epsilon, Delta: q.Delta} }

// filled returns the words of the lead that are no readings.
func (q copies) filled() map[string]string {
	return map[string]string{"times": numeral.Count(q.Steps().Value)}
}

// byCopying reports whether rows are copied and none are invented.
func byCopying(f view.Facts) bool { return f.Picked("method", "oversampling") }

// noDelta reports whether δ bounds nothing for one record.
func noDelta(f view.Facts) bool { return !(f.Of("delta-total").Value < 1) }

// lostDelta reports whether δ is at least one in the rows of the rare class, which are no more than the records.
func lostDelta(f view.Facts) bool { return f.Of("delta-total").Value*f.Number("minority") >= 1 }

// lost reports whether hardly anything of the guarantee is left for one record.
func lost(f view.Facts) bool {
	const most = 10
	return noDelta(f) || lostDelta(f) || f.Of("epsilon-total").Value > most
}

var copiesLead = view.Lead{
	Answers: view.Either(
		view.Branch{When: lost, Variants: view.Pairs([]view.Variant{
			{When: byCopying, Text: "Nearly all of it: one record is {group-size.bound} rows, so its ε is {epsilon-total} "},
			{Text: "Nearly all of it: one record may change up to {group-size.bound} rows, so its ε is {epsilon-total} "},
		}, []view.Variant{
			{When: noDelta, Text: "and its δ bounds nothing: no guarantee."},
			{When: lostDelta, Text: "(δ {delta-total}: no guarantee)."},
			{Text: "instead of {epsilon}: hardly a guarantee."},
		})},
		view.Branch{When: byCopying, Variants: []view.Variant{
			{When: view.Is("copies", 1),
				Text: "The copy costs the whole ε once more: one record is {group-size} rows, so its ε is {epsilon-total} instead of {epsilon}."},
			{Text: "Every copy costs the whole ε once more: with {copies} copies one record is {group-size} rows, so its ε is {epsilon-total} " +
				"instead of {epsilon}."},
		}},
		view.Branch{Variants: []view.Variant{
			{Text: "ε becomes {times}-fold: one record may change up to {group-size.bound} rows, so its ε is {epsilon-total} " +
				"instead of {epsilon}."},
		}},
	),
	Prices: view.Either(
		view.Branch{When: noDelta, Variants: view.Guessing(view.Always("Nothing keeps an attacker from being right about a record every time."))},
		view.Branch{Variants: view.TaskPart.Price()},
	),
	Warnings: []view.Variant{
		{When: lost, Text: "Weight the class instead, or oversample after the private learner."},
		view.LargeDelta,
		view.HardlyAny,
	},
}
