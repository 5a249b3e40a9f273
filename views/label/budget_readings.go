package label

import (
	"fmt"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/labels"
	"dpscope/engine/numeral"
	"dpscope/views/view"
)

var exactBudget = view.Reading[promise]{Name: "epsilon-exact", Label: "least ε, exactly", Symbol: "ε*", Round: numeral.Up, Goal: known.Lower,
	ExactOf: "the law of the labels flipped, with the share and the confidence as they are typed",
	Value:   view.Known(func(q promise) known.Value { return q.exact() }),
	Beside: view.Remark(func(_ promise, v known.Value) string {
		if v.Value == 0 {
			return "fair coins do"
		}
		return "true " + numeral.Up.Short(labels.TrueCost(v).Value)
	}),
	Why: view.Because(func(q promise, _ known.Value) engine.Why {
		return engine.Why{
			Formula: "The least nominal ε that keeps the promise: the solution of Pr[F ≤ j] = P for F binomial with chance p = 1/(1 + e^(ε/2)), " +
				"rounded up so that the promise is kept.",
			With:    "The promise is " + q.words() + ".",
			Assumes: "n·flip counts as a decimal: 0.29 of 100 is 29.",
		}
	})}

var exactCost = view.Reading[promise]{Name: "epsilon-true-exact", Label: "true privacy loss", Symbol: "ε*/2", Round: numeral.Up, Goal: known.Lower,
	ExactOf: "the mechanism at the least ε, and of data sets that differ in one label",
	Value:   view.Known(func(q promise) known.Value { return labels.TrueCost(q.exact()) }),
	Beside:  view.Remark(func(q promise, _ known.Value) string { return "nominal " + numeral.Up.Short(q.exact().Value) }),
	Why: view.Because(func(q promise, _ known.Value) engine.Why {
		return engine.Why{
			Formula: "Half the nominal budget: the exact pure label-DP level of the mechanism at ε*.",
			With:    fmt.Sprintf("ε*/2 = %s/2.", numeral.Up.Short(q.exact().Value)),
			Source:  correction,
		}
	})}

// printedBudget is the paper's cell for the promise, where it has one.
var printedBudget = view.Reading[promise]{Name: "epsilon-printed", Label: "as printed", Symbol: "ε", Goal: known.Lower,
	When: func(q promise) bool {
		_, _, ok := labels.Printed(q.Promise)
		return ok
	},
	Value: view.Known(func(q promise) known.Value {
		_, epsilon, _ := labels.Printed(q.Promise)
		return epsilon
	}),
	Beside: view.Remark(func(q promise, v known.Value) string {
		if v.Missing() {
			return ""
		}
		table, _, _ := labels.Printed(q.Promise)
		return "Table " + table
	}),
	Why: view.Because(func(q promise, v known.Value) engine.Why {
		table, _, _ := labels.Printed(q.Promise)
		why := engine.Why{
			Formula: "A cell of the paper's tables. All 94 printed cells are Hoeffding's bound to their three decimals.",
			With:    fmt.Sprintf("The cell at n = %s and %s.", numeral.Count(q.Records), numeral.Chance(q.Flip)),
			Source:  paper + ", Table " + table,
		}
		if v.Missing() {
			why.Formula = "The table leaves this cell empty as \"not applicable\". That is the limit of Hoeffding's bound, not of the mechanism: the exact budget exists."
		}
		return why
	})}

// saved is how much less the exact budget is than the paper's bound.
var saved = view.Reading[promise]{Name: "saving", Label: "saved by exactness", Symbol: "1 - ε*/ε", Style: numeral.Relative, Goal: known.Higher,
	ExactOf: "the least ε and that of Hoeffding's bound, both as they stand here",
	Value:   view.Known(func(q promise) known.Value { return labels.Saving(q.exact(), q.hoeffding()) }),
	Beside: view.Remark(func(q promise, v known.Value) string {
		if v.Missing() || q.exact().Value == 0 {
			return ""
		}
		return "bound " + times(q.hoeffding(), q.exact())
	}),
	Why: view.Because(func(q promise, v known.Value) engine.Why {
		why := engine.Why{Formula: "1 - ε*/ε, ε* the exact budget and ε that of Hoeffding's bound."}
		switch {
		case q.hoeffding().Missing():
			why.With = "Hoeffding's bound promises nothing here at any ε; the exact budget is the only answer."
		case v.Missing():
			why.With = "Fair coins keep the promise, and Hoeffding's bound says so too."
		default:
			why.With = fmt.Sprintf("Hoeffding's bound asks for ε = %s, the promise needs %s.",
				numeral.Up.Short(q.hoeffding().Value), numeral.Up.Short(q.exact().Value))
		}
		return why
	})}

var flipsAllowed = view.Reading[promise]{Name: "flips-allowed", Label: "flips allowed", Symbol: "j", Style: numeral.Whole,
	ExactOf: "the share as it is typed",
	Value:   view.Exactly(func(q promise) float64 { return q.Allowed() }),
	Why: view.Because(func(q promise, _ known.Value) engine.Why {
		return engine.Why{
			Formula: "j = ⌊n·flip⌋; the flip share counts as the decimal that was typed.",
			With:    fmt.Sprintf("⌊%s·%s⌋ = %s.", numeral.Count(q.Records), numeral.Short(q.Flip), numeral.Count(q.Allowed())),
		}
	})}
