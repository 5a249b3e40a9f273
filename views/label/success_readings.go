package label

import (
	"fmt"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/labels"
	"dpscope/engine/numeral"
	"dpscope/views/view"
)

var nextSuccess = view.Reading[succeeding]{Name: "success-next", Label: "two more records", Symbol: "n + 2", Style: numeral.Percent,
	ExactOf: "the law of the labels kept of n + 2",
	Value:   view.Exactly(func(q succeeding) float64 { return labels.Success(q.m, q.n+2, q.ties) }),
	Beside: view.Remark(func(q succeeding, v known.Value) string {
		return change(v.Value - q.score().Chance(q.ties))
	}),
	Why: view.Because(func(q succeeding, _ known.Value) engine.Why {
		success := "more than half"
		if q.ties {
			success = "at least half"
		}
		return engine.Why{
			Formula: "The chance that " + success + " of n + 2 labels are kept. It rises from n to n + 2 exactly when p ≤ (n-j)/(n+1), with j flips allowed.",
			With: fmt.Sprintf("n + 2 = %s, j = %s and p = %s.",
				numeral.Count(q.n+2), numeral.Count(labels.MostFlips(q.n, q.ties)), numeral.Short(q.m.Flip)),
			Source: paper + ", Property 3",
		}
	})}

// change writes a difference of probabilities with its sign, in percentage
// points.
func change(d float64) string {
	switch {
	case d > 0:
		return "up " + numeral.Short(100*d) + " points"
	case d < 0:
		return "down " + numeral.Short(-100*d) + " points"
	}
	return "the same"
}

// evenFall is the number of records up to which even n fall at this budget.
var evenFall = view.Reading[succeeding]{Name: "even-fall-ends", Label: "even n falls below", Symbol: "2/(e^(ε/2)-1)",
	ExactOf: "even numbers of records, a tie being a success",
	Value:   view.Known(func(q succeeding) known.Value { return labels.EvenFallEnds(q.m, q.ties) }),
	Beside: view.Remark(func(_ succeeding, v known.Value) string {
		if v.Value <= 2 {
			return "no even n"
		}
		return ""
	}),
	Why: view.Because(func(q succeeding, v known.Value) engine.Why {
		why := engine.Why{Formula: "At even n, a tie counted, success falls from n to n + 2 exactly while n < 2/(e^(ε/2) - 1), that is while ε < 2 ln(1 + 2/n): " +
			"each tie is a success half of which is luck, and ties grow rarer. Corollary 1 of the paper says that success nearly increases."}
		switch {
		case !q.ties:
			why.Formula = "Without ties success rises from n to n + 2 at every n and every ε."
		case v.Missing():
			why.Formula = "Fair coins (ε = 0) succeed with probability 1/2 + C(n, n/2)/2^(n+1) at even n, which falls towards one half for ever."
		default:
			why.With = fmt.Sprintf("2/(e^%s - 1) = %s.", numeral.Short(q.m.True), numeral.Short(v.Value))
		}
		return why
	})}

// budgetOfRise is the budget from which two more records help at this n.
var budgetOfRise = view.Reading[succeeding]{Name: "epsilon-fall-ends", Label: "least ε for a rise", Symbol: "2 ln(1+2/n)",
	ExactOf: "this even number of records and two more, a tie being a success",
	Value:   view.Known(func(q succeeding) known.Value { return labels.FallBudget(q.n, q.ties) }),
	Why: view.Because(func(q succeeding, v known.Value) engine.Why {
		why := engine.Why{Formula: "For even n, ties counted, two more records lower success exactly while ε < 2 ln(1 + 2/n). At odd n, and without ties, they never do."}
		if !v.Missing() {
			why.With = fmt.Sprintf("2 ln(1 + 2/%s) = %s.", numeral.Count(q.n), numeral.Short(v.Value))
		}
		return why
	})}
