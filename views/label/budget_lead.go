package label

import (
	"dpscope/engine/numeral"
	"dpscope/mechanisms"
	"dpscope/views/publishing"
	"dpscope/views/view"
)

// Mechanism returns the mechanism at the least budget as displayed, rounded up; the zero value for no budget.
func (q budget) Mechanism() (m mechanisms.LabelFlip) {
	if exact := q.exact(); !exact.Missing() {
		m, _ = mechanisms.NewLabelFlip(min(numeral.Up.Significant(exact.Value, 3), mechanisms.LabelEpsilon.Max))
	}
	return m
}

// filled returns the words of the lead that are not readings.
func (q budget) filled() map[string]string {
	words := map[string]string{"epsilon-max": mechanisms.LabelEpsilon.Text(mechanisms.LabelEpsilon.Max)}
	if h := q.hoeffding(); !h.Missing() && h.Value <= q.exact().Value*(1+gap) {
		words["as-much"] = "as much"
	}
	return words
}

// gap is the relative difference of two budgets that the page mentions.
const gap = 0.01

const (
	noneFlips = "ε = {epsilon-least}: then no label flips, with probability at least {confidence}"
	fewFlip   = "ε = {epsilon-least}: then at most {flips-allowed} of {n} labels flip, with probability at least {confidence}"
)

var budgetLead = view.Lead{
	Answers: []view.Variant{
		{When: view.Lacks("epsilon-least"),
			Text: "More than ε = {epsilon-max}: none up to there keeps to at most {flips-allowed} of {n} flips with probability {confidence}."},
		{When: view.All(freeOf, noFlip), Text: "Any: even at ε = {epsilon-least} no label flips, with probability at least {confidence}."},
		{When: freeOf, Text: "Any: even at ε = {epsilon-least} at most {flips-allowed} of {n} labels flip, with probability at least {confidence}."},
		{When: view.All(noFlip, paperAsksMore), Text: noneFlips + "; Hoeffding's bound needs {epsilon-hoeffding.bound}."},
		{When: view.All(noFlip, paperAsksNone), Text: noneFlips + "; Hoeffding's bound gives no ε."},
		{When: noFlip, Text: noneFlips + "."},
		{When: paperAsksMore, Text: fewFlip + "; Hoeffding's bound needs {epsilon-hoeffding.bound}."},
		{When: paperAsksNone, Text: fewFlip + "; Hoeffding's bound gives no ε."},
		{Text: fewFlip + "."},
	},
	Prices:   publishing.Price(),
	Warnings: []view.Variant{view.HardlyAny},
}

func freeOf(f view.Facts) bool { return f.Of("epsilon-least").Value == 0 }

func noFlip(f view.Facts) bool { return f.Number("flips-allowed") == 0 }

// paperAsksMore reports whether the paper's bound gives an ε that is larger than necessary.
func paperAsksMore(f view.Facts) bool { return !paperAsksNone(f) && f.Filled("as-much") == "" }

// paperAsksNone reports whether the paper's bound gives no ε.
func paperAsksNone(f view.Facts) bool { return f.None("epsilon-hoeffding") }
