package label

import (
	"fmt"
	"math"

	"dpscope/engine/known"
	"dpscope/engine/labelling"
	"dpscope/engine/numeral"
	"dpscope/views/view"
)

// more reads the success with some records more, and its difference from the success of n.
func more(level view.Level, name, label, symbol string, records float64, rises string) view.Reading[majority] {
	numbers := view.Says(func(q majority) string {
		return fmt.Sprintf("%s = %s, j = %s and p = %s.", symbol, numeral.Count(q.n+records), numeral.Count(labelling.MostFlips(q.n, q.ties)),
			numeral.Short(q.m.Flip))
	})
	return view.Reading[majority]{Name: name, Label: label, Symbol: symbol, Style: numeral.Percent,
		Range: known.Probability, Level: level,
		ExactOf: "the distribution of the correct labels of " + symbol,
		Value:   view.Exactly(func(q majority) float64 { return labelling.Success(q.m, q.n+records, q.ties) }),
		Remark:  view.Remark(func(q majority, v known.Value) string { return change(v.Value - q.score().Chance(q.ties)) }),
		Cases: []view.Case[majority]{{
			If:      "ties count",
			When:    view.Whenever(func(q majority) bool { return q.ties }),
			Formula: "The probability that at least half of " + symbol + " labels are correct." + rises,
			With:    numbers,
			Source:  paper + ", Property 3",
		}},
		Formula: "The probability that more than half of " + symbol + " labels are correct." + rises,
		With:    numbers,
		Source:  paper + ", Property 3"}
}

var (
	nextSuccess = more(view.Shown, "success-next", "with two more", "n + 2", 2,
		" It rises from n to n + 2 exactly when p ≤ (n-j)/(n+1), with j flips allowed.")
	oneMore = more(view.Folded, "success-one-more", "with one more", "n + 1", 1, "")
)

// level is the greatest difference of two probabilities that counts as rounding.
const level = 1e-12

// change writes a difference of probabilities with its sign, in percentage points.
func change(d float64) string {
	switch {
	case math.Abs(d) <= level:
		return "the same"
	case d > 0:
		return "up " + numeral.Short(100*d) + " points"
	case d < 0:
		return "down " + numeral.Short(-100*d) + " points"
	}
	return "not a number"
}

// evenFall is the number of records up to which even n fall at this budget.
var evenFall = view.Reading[majority]{Name: "even-fall-ends", Label: "even n: falls while n <", Symbol: "2/(e^ε-1)",
	Range:   known.NotNegative,
	ExactOf: "even numbers of records, a tie being a success",
	Value:   view.Known(func(q majority) known.Value { return labelling.EvenFallEnds(q.m, q.ties) }),
	Remark: view.Remark(func(_ majority, v known.Value) string {
		if v.Value <= 2 {
			return "no even n"
		}
		return ""
	}),
	Cases: []view.Case[majority]{{
		If:      "ties do not count",
		When:    view.Whenever(func(q majority) bool { return !q.ties }),
		Formula: "If ties fail, success rises from n to n + 2 at every n and every ε.",
	}, {
		If:      "the labels are fair coins",
		When:    func(_ majority, v known.Value) bool { return v.Missing() },
		Formula: "Fair coins (ε = 0) succeed with probability 1/2 + C(n, n/2)/2^(n+1) at even n, which falls towards one half for every n.",
	}},
	Formula: "At even n, a tie counted, success falls from n to n + 2 exactly while n < 2/(e^ε - 1), that is while ε < ln(1 + 2/n): " +
		"a tie succeeds by luck half the time, and ties grow rarer. Corollary 1 of the paper says that success nearly increases.",
	With: view.Remark(func(q majority, v known.Value) string {
		return fmt.Sprintf("2/(e^%s - 1) = %s.", numeral.Short(q.m.Epsilon), numeral.Short(v.Value))
	})}

// budgetOfRise is the budget from which two more records help at this n.
var budgetOfRise = view.Reading[majority]{Name: "epsilon-fall-ends", Label: "rises from ε =", Symbol: "ln(1+2/n)",
	Range:   known.NotNegative,
	ExactOf: "this even number of records and two more, a tie being a success",
	Value:   view.Known(func(q majority) known.Value { return labelling.FallBudget(q.n, q.ties) }),
	Formula: "For even n, ties counted, two more records lower success exactly while ε < ln(1 + 2/n). At odd n, and without ties, they never do.",
	With: view.Remark(func(q majority, v known.Value) string {
		if v.Missing() {
			return ""
		}
		return fmt.Sprintf("ln(1 + 2/%s) = %s.", numeral.Count(q.n), numeral.Short(v.Value))
	})}
