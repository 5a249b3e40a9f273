package label

import (
	"context"
	"fmt"
	"math"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/publishing"
	"dpscope/views/view"
)

// advised is the mechanism at the least budget as it is displayed: rounded up.
func (q budget) advised() (mechanisms.LabelFlip, bool) {
	exact := q.exact()
	if exact.Missing() {
		return mechanisms.LabelFlip{}, false
	}
	m, err := mechanisms.NewLabelExponential(min(numeral.Up.Significant(exact.Value, 3), mechanisms.LabelEpsilon.Max))
	return m, err == nil
}

// guess is an answer about the mechanism that is advised.
func guess(of func(mechanisms.LabelFlip) known.Value) func(context.Context, budget) (known.Value, error) {
	return view.Known(func(q budget) known.Value {
		m, ok := q.advised()
		if !ok {
			return known.Nothing(known.NoBudget)
		}
		return of(m)
	})
}

// budgetAttackers are how often a label is guessed right at the least budget.
var budgetAttackers = []view.Entry[budget]{
	view.RightGuess(view.Reading[budget]{Symbol: "1 - p",
		ExactOf: "the mechanism at the least ε as it is displayed, and a person of whom nothing else is known",
		Value:   guess(func(m mechanisms.LabelFlip) known.Value { return known.Exactly(m.Keep) }),
		DisplayText: func(q budget, _ known.Value) string {
			m, _ := q.advised()
			return publishing.AllButFlips(m)
		},
		Level: view.Shown,
		Opens: view.Says(func(q budget) string {
			m, ok := q.advised()
			if !ok {
				return ""
			}
			return control.AttackOnLabel(m.Nominal)
		}),
		Formula: "How often the published label is the true one at the least ε, rounded up: taking it at face value is the best guess.",
		With: view.Says(func(q budget) string {
			m, _ := q.advised()
			return fmt.Sprintf("1/(1 + e^(-%s)).", numeral.Short(m.True))
		}),
		Source:  "the best test of two distributions: Neyman & Pearson 1933",
		Assumes: "Both labels are equally likely beforehand, and nothing else is known of the person."}),
	view.OnceIn(view.Reading[budget]{Symbol: "1/p",
		ExactOf: "the mechanism at the least ε as it is displayed, and a person of whom nothing else is known",
		Formula: "One over the probability that the published label is false at the least ε, rounded up."},
		func(q budget) float64 {
			if m, ok := q.advised(); ok {
				return m.Flip
			}
			return math.NaN()
		}),
}

// filled are the words of the lead that are no readings.
func (q budget) filled() map[string]string {
	words := map[string]string{"epsilon-max": mechanisms.LabelEpsilon.Text(mechanisms.LabelEpsilon.Max)}
	if h := q.hoeffding(); !h.Missing() && h.Value <= q.exact().Value*(1+gap) {
		words["as-much"] = "as much"
	}
	return words
}

// gap is the relative difference of two budgets from which it is worth a word.
const gap = 0.01

const (
	noneFlips = "ε = {epsilon-exact}: then no label flips, with probability at least {confidence}"
	fewFlip   = "ε = {epsilon-exact}: then at most {flips-allowed} of {n} labels flip, with probability at least {confidence}"
)

var budgetLead = view.Lead{
	Answers: []view.Variant{
		{When: view.Lacks("epsilon-exact"),
			Text: "More than ε = {epsilon-max}: none up to there keeps to at most {flips-allowed} of {n} flips with probability {confidence}."},
		{When: view.All(freeOf, noFlip), Text: "Any: even at ε = {epsilon-exact} no label flips, with probability at least {confidence}."},
		{When: freeOf, Text: "Any: even at ε = {epsilon-exact} at most {flips-allowed} of {n} labels flip, with probability at least {confidence}."},
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

func freeOf(f view.Facts) bool { return f.Of("epsilon-exact").Value == 0 }

func noFlip(f view.Facts) bool { return f.Number("flips-allowed") == 0 }

// paperAsksMore is that the paper's bound gives an ε, and a larger one than is enough.
func paperAsksMore(f view.Facts) bool { return !paperAsksNone(f) && f.Filled("as-much") == "" }

// paperAsksNone is that it gives none.
func paperAsksNone(f view.Facts) bool { return f.None("epsilon-hoeffding") }
