package learning

import (
	"math"
	"strconv"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/views/view"
)

// lossVerdict declares whether flips keep the order of scores, at the present margin.
var lossVerdict = view.Reading[losses]{Name: "verdict", Label: "verdict", ExactOf: "this loss at this margin",
	Value: view.Known(func(q losses) known.Value {
		switch {
		case q.Flat == 0:
			return known.Named("no", "No")
		case math.Abs(q.z) > q.Flat:
			return known.Named("not-here", "Not")
		}
		return known.Named("yes", "Yes")
	}),
	Cases: becauseOfLoss("Yes where loss(z) + loss(-z) is constant around 0 as far as this z, not here beyond, and no where it is "+
		"constant nowhere.",
		nil,
		"On average over the flips, and at ε > 0 only: one draw can favour any score.")}

// filled returns the words of the lead that are no readings.
func (q losses) filled() map[string]string {
	name := spoken(q.kind.Title)
	words := map[string]string{"loss-name": name, "two-losses": name + "es of right and flipped label"}
	written, err := strconv.ParseFloat(numeral.Bare(margin.Text(q.z)), 64)
	if here, constant := numeral.Short(q.sum()), numeral.Short(q.constant()); err == nil && math.Abs(written) <= q.Flat || here == constant {
		words["just"] = "just"
	}
	return words
}

// Conditions for the variants.
var (
	everySymmetric = view.Reads("flat-to", "everywhere")
	noneSymmetric  = view.Reads("flat-to", "nowhere")
	beyondFlat     = view.Decides("not-here")
	hasWalls       = view.Picked("loss", "barrier")
)

var lossLead = view.Lead{
	Answers: []view.Variant{
		{When: noneSymmetric, Text: "{verdict}: the sum of {two-losses} differs from record to record, so flipped labels can make a worse model look best."},
		{When: everySymmetric, Text: "{verdict}: {two-losses} always add up to {symmetric-constant}, so flips change all models alike on average, and the best stays best."},
		{When: view.All(beyondFlat, view.Fills("just")),
			Text: "{verdict} at this z: {just} beyond |z| = {flat-to} the sum of both losses is no longer exactly {symmetric-constant}, " +
				"and {loss-name} is not symmetric."},
		{When: beyondFlat, Text: "{verdict} at z = {z}: {loss-name} is symmetric only for |z| ≤ {flat-to}; here the sum of both losses is " +
			"{symmetric-sum}, not {symmetric-constant}."},
		{Text: "{verdict}, for margins within ±{flat-to}: {two-losses} always add up to {symmetric-constant}, so on average the best stays best."},
	},
	Prices: view.Either(view.Branch{When: view.Not(noneSymmetric), Variants: []view.Variant{
		{When: view.All(everySymmetric, view.Reads("bounded", "no")),
			Text: "The price: it has no lower bound, so margins can run away."},
		{When: everySymmetric, Text: "The price: it is not convex."},
		// To the left the wall begins a little beyond -r, to the right at r.
		{When: hasWalls, Text: "The price: beyond z = {flat-to} the loss is {b} times as steep and no longer symmetric."},
		{Text: "The price: beyond |z| = {flat-to} it is no longer symmetric."},
	}}),
}
