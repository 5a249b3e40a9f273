package label

import (
	"fmt"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/view"
)

// budgetBy returns the reading of the budget that one method asks for.
func budgetBy(level view.Level, name, label string, of func(budget) known.Value, why view.Case[budget]) view.Reading[budget] {
	return view.Reading[budget]{Name: name, Label: label, Symbol: "ε", Goal: known.Lower,
		Value: view.Known(of),
		Range: known.NotNegative, Level: level, Cases: []view.Case[budget]{why}}
}

var hoeffdingBudget = budgetBy(view.Shown, "epsilon-hoeffding", "Hoeffding's bound", func(q budget) known.Value { return q.hoeffding() },
	view.Case[budget]{
		Formula: "ε = ln((n-j+c)/(j-c)) with j = n·flip and c = √(n ln(1/(1-P))/2), defined for j > c only.",
		With: view.Remark(func(q budget, v known.Value) string {
			if v.Missing() {
				return fmt.Sprintf("With %s the bound keeps a margin of c = %s flips and only %s are allowed: it gives no ε.",
					q.numbers(), numeral.Short(q.Margin()), numeral.Count(q.Allowed()))
			}
			return fmt.Sprintf("With %s it is sufficient for %s.", q.numbers(), q.words())
		}),
		Source: paper + ", Proposition 2, which calls twice this necessary, in its ε",
	})

var chernoffBudget = budgetBy(view.Folded, "epsilon-kl", "Chernoff bound",
	func(q budget) known.Value { return q.Chernoff() },
	view.Case[budget]{
		Formula: "n·KL((j+1)/n ‖ p) = ln(1/(1-P)) solved for p < (j+1)/n, KL(a ‖ p) = a ln(a/p) + (1-a) ln((1-a)/(1-p)), rounded up. " +
			"Pr[F ≥ j+1] ≤ e^(-n·KL((j+1)/n ‖ p)).",
		With: view.Remark(func(q budget, v known.Value) string {
			return control.Sentences(offered(v), "Sufficient for "+q.words()+".")
		}),
		Source: "Chernoff 1952",
	})

var chernoffAtJ = budgetBy(view.Folded, "epsilon-kl-at-j", "Chernoff, simpler", func(q budget) known.Value { return q.ChernoffAtJ() },
	view.Case[budget]{
		Formula: "Chernoff's bound with n·flip in the place of j+1, n·KL(flip ‖ p) = ln(1/(1-P)): simpler, and looser.",
		With: view.Remark(func(q budget, v known.Value) string {
			return control.Sentences(offered(v), "Sufficient for "+q.words()+".")
		}),
		Source: "Chernoff 1952",
	})

var normalBudget = shortOf(budgetBy(view.Folded, "epsilon-clt", "normal approximation", func(q budget) known.Value { return q.normal() },
	view.Case[budget]{
		Formula: "n·flip = np + z√(np(1-p)) solved for p, z the normal quantile of P.",
		With: view.Remark(func(q budget, v known.Value) string {
			return control.Sentences(offered(v), "Solved with "+q.numbers()+".")
		}),
		Assumes: "Not a guarantee: on the paper's tables it is below the exact budget in 33 of 100 cells.",
	}))

var normalCorrected = shortOf(budgetBy(view.Folded, "epsilon-clt-corrected", "normal, continuity-corr.",
	func(q budget) known.Value { return q.NormalCorrected() },
	view.Case[budget]{
		Formula: "j + 1/2 = np + z√(np(1-p)) solved for p, j + 1/2 in the place of n·flip being the continuity correction, z the normal quantile of P.",
		With: view.Remark(func(q budget, v known.Value) string {
			return control.Sentences(offered(v), fmt.Sprintf("Solved with %s, j = %s.", q.numbers(), numeral.Count(q.Allowed())))
		}),
		Assumes: "Not a guarantee: on the paper's tables it is below the exact budget in all 100 cells.",
	}))

// shortOf remarks on an approximation that is too small by more than rounding.
func shortOf(r view.Reading[budget]) view.Reading[budget] {
	r.Remark = view.Remark(func(q budget, v known.Value) string {
		if v.Missing() || v.Value >= q.exact().Value*(1-gap) {
			return ""
		}
		return "too small"
	})
	return r
}

// offered says why a budget is missing, where it would lie beyond the mechanism's range.
func offered(v known.Value) string {
	if !v.Missing() {
		return ""
	}
	return fmt.Sprintf("It asks for more than ε = %g, the largest that is offered here.", mechanisms.LabelEpsilon.Max)
}
