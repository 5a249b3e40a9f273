package label

import (
	"fmt"
	"math"

	"dpscope/engine/known"
	"dpscope/engine/labelling"
	"dpscope/engine/numeral"
	"dpscope/views/publishing"
	"dpscope/views/view"
)

var leastBudget = view.Reading[budget]{Name: "epsilon-least", Label: "least ε", Symbol: "ε*", Round: numeral.Up,
	Goal:  known.Lower,
	Range: known.NotNegative, Level: view.Answering,
	ExactOf: "the distribution of the labels flipped, with the share and the confidence as they are typed",
	Value:   view.Known(func(q budget) known.Value { return q.exact() }),
	Remark: view.Remark(func(_ budget, v known.Value) string {
		if v.Value == 0 {
			return "ε = 0 is enough"
		}
		return ""
	}),
	Formula: "The least ε that keeps the limit: the solution of Pr[F ≤ j] = P for F binomial with chance p = 1/(1 + e^ε), " +
		"rounded up so that it is kept.",
	With:    view.Says(func(q budget) string { return "The limit is " + q.words() + "." }),
	Assumes: "n·flip counts as a decimal: 0.29 of 100 is 29."}

// statedBudget is twice the least one: what the paper calls it.
var statedBudget = func() view.Reading[budget] {
	r := publishing.Stated[budget]()
	r.Symbol, r.Round = "2ε*", numeral.Up
	r.Value = view.Known(func(q budget) known.Value { return labelling.Stated(q.exact()) })
	r.With = view.Says(func(q budget) string { return fmt.Sprintf("2·%s.", numeral.Up.Short(q.exact().Value)) })
	return r
}()

// printedBudget reads the paper's cell for the promise, where it has one.
var printedBudget = view.Reading[budget]{Name: "epsilon-printed", Label: "Bi & Suppakitpaisarn", Symbol: "ε", Goal: known.Lower,
	Range: known.NotNegative,
	When: func(q budget) bool {
		_, _, ok := labelling.Printed(q.Promise)
		return ok
	},
	Value: view.Known(func(q budget) known.Value {
		_, epsilon, _ := labelling.Printed(q.Promise)
		return epsilon
	}),
	Remark: view.Remark(func(q budget, v known.Value) string {
		if v.Missing() {
			return ""
		}
		table, _, _ := labelling.Printed(q.Promise)
		return "Table " + table
	}),
	Cases: []view.Case[budget]{{
		If:       "the cell is empty",
		When:     func(_ budget, v known.Value) bool { return v.Missing() },
		Formula:  "The table leaves this cell empty as \"not applicable\". That is the limit of Hoeffding's bound, not of the mechanism: the exact budget exists.",
		With:     view.Says(budget.cell),
		SourceOf: budget.table,
	}},
	Formula:  "A cell of the paper's tables, in its ε: half of it is spent. All 94 printed cells are twice Hoeffding's bound to their three decimals.",
	With:     view.Says(budget.cell),
	SourceOf: budget.table}

// cell names the promise's cell in the paper's tables.
func (q budget) cell() string {
	return fmt.Sprintf("The cell at n = %s and %s.", numeral.Count(q.Records), numeral.Chance(q.Flip))
}

// table names the table of that cell.
func (q budget) table() string {
	table, _, _ := labelling.Printed(q.Promise)
	return paper + ", Table " + table
}

// saved is how much less the exact budget is than the paper's bound.
var saved = view.Reading[budget]{Name: "saving", Label: "saved vs. Hoeffding's", Symbol: "1 - ε*/ε", Style: numeral.Relative,
	Goal:    known.Higher,
	Range:   known.Range{Low: math.Inf(-1), High: 1},
	ExactOf: "the least ε and that of Hoeffding's bound, both as they stand here",
	Value:   view.Known(func(q budget) known.Value { return labelling.Saving(q.exact(), q.hoeffding()) }),
	Remark: view.Remark(func(q budget, v known.Value) string {
		if v.Missing() || q.exact().Value == 0 {
			return ""
		}
		return "bound " + times(q.hoeffding(), q.exact())
	}),
	Formula: "1 - ε*/ε, ε* the exact budget and ε that of Hoeffding's bound.",
	With: view.Remark(func(q budget, v known.Value) string {
		switch {
		case q.hoeffding().Missing():
			return "Hoeffding's bound gives no ε here; the exact budget is the only answer."
		case v.Missing():
			return "ε = 0 keeps the limit, and Hoeffding's bound says so too."
		}
		return fmt.Sprintf("Hoeffding's bound asks for ε = %s, the limit needs %s.",
			numeral.Up.Short(q.hoeffding().Value), numeral.Up.Short(q.exact().Value))
	})}

var flipsAllowed = view.Reading[budget]{Name: "flips-allowed", Label: "flips allowed", Symbol: "j", Style: numeral.Whole,
	Range:   known.NotNegative,
	ExactOf: "the share as it is typed",
	Value:   view.Exactly(func(q budget) float64 { return q.Allowed() }),
	Formula: "j = ⌊n·flip⌋; the flip share counts as the decimal that was typed.",
	With: view.Says(func(q budget) string {
		return fmt.Sprintf("⌊%s·%s⌋ = %s.", numeral.Count(q.Records), numeral.Short(q.Flip), numeral.Count(q.Allowed()))
	})}
