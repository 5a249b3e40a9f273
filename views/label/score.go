package label

import (
	"fmt"
	"slices"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/labelling"
	"dpscope/engine/num/binomial"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/publishing"
	"dpscope/views/view"
)

var (
	keptLabels = param.Param{Name: "kept", Symbol: "correct", Unit: "labels",
		Help: "A number of correct labels, at most n, whose probability is read.",
		Min:  0, Max: binomial.MaxTrials, Low: 1, High: 1e9, Default: 20, Scale: param.Count}

	lawPictures = param.Menu[func(majority) engine.Sheet]{Name: "law", Label: "show",
		Help: "How the distribution of the flipped share is drawn.",
		Kinds: []param.Kind[func(majority) engine.Sheet]{
			control.Option("mass", "probabilities", "The probability of every number of correct labels.", paper+", Fig. 4", majority.mass),
			control.Option("distribution", "distribution function", "Pr[F/n ≤ x], beside those of n = 10 to 10,000.", paper+", Fig. 2",
				majority.distribution),
		}}
)

// howManyCorrect shows the law of the number of labels kept.
var howManyCorrect = view.Of(view.Declaration[majority]{
	Name:     "success",
	Budget:   view.BudgetOfLabel,
	Model:    view.Locally,
	Title:    "The distribution of correct labels",
	Question: "Will at least half of the labels stay correct?",
	About: "The number of labels that stay correct is binomial. Success, as the paper has it, is at least half correct; it says little about " +
		"learning, for which see the signal left.",
	Source: paper + ", sections II and III, Fig. 2 and 4; " + correction,
	Form: param.Form{
		Choices: []param.Choice{lawPictures, ties},
		Params:  []param.Param{mechanisms.LabelEpsilon, records, keptLabels},
		Spelled: publishing.Spelled,
	},
	Ask:    askMajority(lawPictures),
	Python: majorityPython,
	Orders: []view.Inequality{{Less: "success-strict", More: "success"}},
	Lead:   scoreLead,
	Filled: majority.lawWords,
	Sees:   []view.Sees{publishing.Sees},
	Readings: slices.Concat([]view.Entry[majority]{
		scoreVerdict, atLeastHalf, moreThanHalf, cleanWorth, contractionCoefficient[majority](view.Folded)}, publishing.Attackers[majority](view.Shown),
		[]view.Entry[majority]{publishing.Stated[majority](), publishing.FlipChance[majority](view.Folded), failing, keptExactly, meanFlipped, deviationFlipped}),
	Tries: []view.Try{{On: "n", Do: view.MuchMore, Called: "n", Shows: "success changes with n; each label stays as noisy."}},
	Draw:  sheetOf(func(q majority) engine.Sheet { return q.draw(q) }),
	Presets: []view.Preset{
		{Name: "score-start", Title: "100 labels at ε = 0.5", Query: "law=mass&ties=count&epsilon=0.5&n=100&kept=62"},
		{Name: "figure-2", Title: "The paper's Fig. 2: the flipped share concentrates, ε = 0.75",
			Query: "law=distribution&ties=count&epsilon=0.75&n=1000&kept=679"},
		{Name: "figure-4", Title: "The paper's Fig. 4: nine labels that flip with chance 0.3",
			Query: "law=mass&ties=count&epsilon=0.8472978603872037&n=9&kept=6"},
		{Name: "figure-4-coins", Title: "Fig. 4 again: nine fair coins", Query: "law=mass&ties=count&epsilon=0&n=9&kept=4"},
		{Name: "not-learning", Title: "Success is all but certain, yet one eighth of the signal is left",
			Query: "law=mass&ties=count&epsilon=0.25&n=1000&kept=500"},
		{Name: "two-labels", Title: "Two labels and a tie", Query: "law=mass&ties=strict&epsilon=0.5&n=2&kept=1"},
		{Name: "a-thousand-million", Title: "A billion labels: no chance is left in the share",
			Query: "law=mass&ties=count&epsilon=0.0005&n=1e9&kept=5e8"},
	},
})

var failing = view.Reading[majority]{Name: "ln-failure", Label: "ln Pr[failure]", Symbol: "ln Pr[q < n/2]", Goal: known.Lower,
	Range:   known.NotPositive,
	ExactOf: "the distribution of the labels kept",
	SymbolOf: func(q majority) string {
		if q.ties {
			return "ln Pr[q < n/2]"
		}
		return "ln Pr[q ≤ n/2]"
	},
	Value:  view.Exactly(func(q majority) float64 { return q.score().LogFailing(q.ties) }),
	Remark: view.Remark(func(_ majority, v known.Value) string { return chanceOf(v.Value) }),
	Cases: []view.Case[majority]{{
		If:      "ties count",
		When:    view.Whenever(func(q majority) bool { return q.ties }),
		Formula: "ln Pr[q < n/2], a tie counted as success; exact also where the probability underflows.",
		With:    view.Says(majority.beyond),
	}},
	Formula: "ln Pr[q ≤ n/2], a tie counted as failure; exact also where the probability underflows.",
	With:    view.Says(majority.beyond)}

// beyond writes the failure as a tail of the flips.
func (q majority) beyond() string {
	return fmt.Sprintf("ln Pr[F > %s] with %s.", numeral.Count(labelling.MostFlips(q.n, q.ties)), q.flips())
}

var keptExactly = view.Reading[majority]{Name: "ln-probability-kept", Label: "ln Pr[exactly q correct]", Symbol: "",
	Range:    known.NotPositive,
	ExactOf:  "the distribution of the labels kept",
	SymbolOf: func(q majority) string { return "ln Pr[q = " + numeral.Count(q.kept) + "]" },
	Value:    view.Known(func(q majority) known.Value { return labelling.LogKept(q.m, q.n, q.kept) }),
	Remark: view.Remark(func(_ majority, v known.Value) string {
		if v.Missing() {
			return ""
		}
		return chanceOf(v.Value)
	}),
	Formula: "ln Pr[q] = ln C(n, q) + q ln(1-p) + (n-q) ln p, in Loader's saddle-point form, which loses no digits to cancellation.",
	With: view.Remark(func(q majority, v known.Value) string {
		kept, n := numeral.Count(q.kept), numeral.Count(q.n)
		if v.Missing() {
			return fmt.Sprintf("%s labels cannot be correct of %s; 0 to %s can.", kept, n, n)
		}
		return fmt.Sprintf("q = %s, n = %s, p = %s.", kept, n, numeral.Short(q.m.Flip))
	})}

var meanFlipped = view.Reading[majority]{Name: "mean-flipped", Label: "expected flips", Symbol: "np", Goal: known.Lower,
	Range: known.NotNegative, Level: view.Shown,
	ExactOf: "the distribution of the labels flipped",
	Value:   view.Known(func(q majority) known.Value { return known.AboutZero(q.score().MeanFlipped, 1e-290) }),
	Remark:  view.Says(func(q majority) string { return "of " + numeral.Count(q.n) }),
	Formula: "n·p.",
	With: view.Says(func(q majority) string {
		return fmt.Sprintf("n·p = %s·%s.", numeral.Count(q.n), numeral.Short(q.m.Flip))
	})}

var deviationFlipped = view.Reading[majority]{Name: "sd-flipped", Label: "± sd", Symbol: "√(np(1-p))",
	Range:   known.NotNegative,
	ExactOf: "the distribution of the labels flipped",
	Value:   view.Exactly(func(q majority) float64 { return q.score().DeviationFlipped }),
	Formula: "The standard deviation of the number of flips, √(n·p·(1-p)).",
	With: view.Says(func(q majority) string {
		return fmt.Sprintf("√(%s·%s·%s).", numeral.Count(q.n), numeral.Short(q.m.Flip), numeral.Short(q.m.Keep))
	})}
