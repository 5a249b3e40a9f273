package label

import (
	"fmt"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/labels"
	"dpscope/engine/numeral"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/view"
)

// budgetBy is the budget that one method asks for, with its true cost beside it.
func budgetBy(name, label string, of func(promise) known.Value, why func(promise, known.Value) engine.Why) view.Reading[promise] {
	return view.Reading[promise]{Name: name, Label: label, Symbol: "ε", Goal: known.Lower,
		Value: view.Known(of),
		Beside: view.Remark(func(_ promise, v known.Value) string {
			if v.Missing() {
				return ""
			}
			return "true " + numeral.Up.Short(labels.TrueCost(v).Value)
		}),
		Why: view.Because(why)}
}

var hoeffdingBudget = budgetBy("epsilon-hoeffding", "by Hoeffding's bound", func(q promise) known.Value { return q.hoeffding() },
	func(q promise, v known.Value) engine.Why {
		why := engine.Why{
			Formula: "ε = 2 ln((n-j+c)/(j-c)) with j = n·flip and c = √(n ln(1/(1-P))/2), defined for j > c only.",
			With:    fmt.Sprintf("With %s it is sufficient for %s.", q.numbers(), q.words()),
			Source:  paper + ", Proposition 2, which calls it necessary",
		}
		if v.Missing() {
			why.With = fmt.Sprintf("With %s the bound keeps a margin of c = %s flips and only %s are allowed: it promises nothing at any ε.",
				q.numbers(), numeral.Short(q.Margin()), numeral.Count(q.Allowed()))
		}
		return why
	})

var chernoffBudget = budgetBy("epsilon-kl", "by Chernoff's bound", func(q promise) known.Value { return q.Chernoff() },
	func(q promise, v known.Value) engine.Why {
		return engine.Why{
			Formula: "n·KL((j+1)/n ‖ p) = ln(1/(1-P)) solved for p < (j+1)/n, KL(a ‖ p) = a ln(a/p) + (1-a) ln((1-a)/(1-p)), rounded up. " +
				"Pr[F ≥ j+1] ≤ e^(-n·KL((j+1)/n ‖ p)).",
			With:   control.Sentences(offered(v), "Sufficient for "+q.words()+"."),
			Source: "Chernoff 1952",
		}
	})

var chernoffAtJ = budgetBy("epsilon-kl-at-j", "Chernoff, at j", func(q promise) known.Value { return q.ChernoffAtJ() },
	func(q promise, v known.Value) engine.Why {
		return engine.Why{
			Formula: "Chernoff's bound with n·flip in the place of j+1, n·KL(flip ‖ p) = ln(1/(1-P)): simpler, and looser.",
			With:    control.Sentences(offered(v), "Sufficient for "+q.words()+"."),
			Source:  "Chernoff 1952",
		}
	})

var normalBudget = budgetBy("epsilon-clt", "normal approximation", func(q promise) known.Value { return q.normal() },
	func(q promise, v known.Value) engine.Why {
		return engine.Why{
			Formula: "n·flip = np + z√(np(1-p)) solved for p, z the normal quantile of P.",
			With:    control.Sentences(offered(v), "Solved with "+q.numbers()+"."),
			Assumes: "Not a guarantee: on the paper's tables it is below the exact budget in 33 of 100 cells.",
		}
	})

var normalCorrected = budgetBy("epsilon-clt-corrected", "normal, corrected", func(q promise) known.Value { return q.NormalCorrected() },
	func(q promise, v known.Value) engine.Why {
		return engine.Why{
			Formula: "j + 1/2 = np + z√(np(1-p)) solved for p, j + 1/2 in the place of n·flip being the continuity correction, z the normal quantile of P.",
			With:    control.Sentences(offered(v), fmt.Sprintf("Solved with %s, j = %s.", q.numbers(), numeral.Count(q.Allowed()))),
			Assumes: "Not a guarantee: on the paper's tables it is below the exact budget in all 100 cells.",
		}
	})

// offered says why there is no budget where one beyond the mechanism's range is
// asked for.
func offered(v known.Value) string {
	if !v.Missing() {
		return ""
	}
	return fmt.Sprintf("It asks for more than ε = %g, up to which the mechanism is offered.", mechanisms.LabelEpsilon.Max)
}
