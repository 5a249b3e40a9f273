package label

import (
	"context"
	"fmt"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/labels"
	"dpscope/engine/num/binomial"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/view"
)

var (
	keptLabels = param.Param{Name: "kept", Symbol: "q", Label: "labels kept", Unit: "labels",
		Help: "A number of labels kept, at most n, whose probability is read.",
		Min:  0, Max: binomial.MaxTrials, Low: 1, High: 1e9, Default: 50, Scale: param.Count}

	lawPictures = param.Menu[func(keeping) engine.Sheet]{Name: "law", Label: "drawn as",
		Help: "How the law of the flipped share is drawn.",
		Kinds: []param.Kind[func(keeping) engine.Sheet]{
			control.Option("mass", "probabilities", "The probability of every number of flips.", paper+", Fig. 4", keeping.mass),
			control.Option("distribution", "distribution function", "Pr[F/n ≤ x], beside those of n = 10 to 10,000.", paper+", Fig. 2", keeping.distribution),
		}}
)

// Score shows the law of the number of labels kept.
var Score = view.Of(view.Declaration[keeping]{
	Name:     "score",
	Group:    view.Labels,
	Title:    "The law of the labels kept",
	Question: "Will at least half of the labels stay true?",
	About: "The number of labels that the mechanism keeps is binomial. Success, as the paper has it, is at least half kept; it says little about " +
		"learning, for which see the signal kept.",
	Source: paper + ", sections II and III, Fig. 2 and 4; " + correction,
	Form: param.Form{
		Choices: []param.Choice{lawPictures, ties},
		Params:  []param.Param{mechanisms.LabelEpsilon, records, keptLabels},
	},
	Ask:    askKeeping,
	Orders: []view.Order{{Less: "success-strict", More: "success"}},
	Readings: []view.Entry[keeping]{
		atLeastHalf[keeping](), moreThanHalf[keeping](), privacyCost[keeping](), contraction[keeping](), flipChance[keeping](),
		failing, keptExactly, meanFlipped, deviationFlipped,
	},
	Draw: sheetOf(keeping.picture),
	Presets: []view.Preset{
		{Name: "start", Title: "100 labels at ε = 1", Query: "law=mass&ties=count&epsilon=1&n=100&kept=50"},
		{Name: "figure-2", Title: "The paper's Fig. 2: the flipped share concentrates, ε = 1.5", Query: "law=distribution&ties=count&epsilon=1.5&n=1000&kept=679"},
		{Name: "figure-4", Title: "The paper's Fig. 4: nine labels that flip with chance 0.3", Query: "law=mass&ties=count&epsilon=1.6945957207744073&n=9&kept=6"},
		{Name: "figure-4-coins", Title: "Fig. 4 again: nine fair coins", Query: "law=mass&ties=count&epsilon=0&n=9&kept=4"},
		{Name: "not-learning", Title: "Success is all but certain, yet one eighth of the signal is left", Query: "law=mass&ties=count&epsilon=0.5&n=1000&kept=500"},
		{Name: "two-labels", Title: "Two labels and a tie", Query: "law=mass&ties=strict&epsilon=1&n=2&kept=1"},
		{Name: "a-thousand-million", Title: "A thousand million labels: no chance is left in the share", Query: "law=mass&ties=count&epsilon=0.001&n=1e9&kept=5e8"},
	},
})

// keeping asks how many labels are kept.
type keeping struct {
	majority
	kept float64
	draw func(keeping) engine.Sheet
}

func askKeeping(_ context.Context, v param.Values) (keeping, error) {
	q := keeping{kept: v.Get(keptLabels)}
	var err error
	if q.draw, err = lawPictures.New(v); err != nil {
		return q, err
	}
	q.majority, err = askMajority(v)
	return q, err
}

var failing = view.Reading[keeping]{Name: "ln-failure", Label: "ln of failing", Symbol: "ln Pr[q < n/2]", Goal: known.Lower,
	ExactOf: "the law of the labels kept",
	Sign: func(q keeping) string {
		if q.ties {
			return "ln Pr[q < n/2]"
		}
		return "ln Pr[q ≤ n/2]"
	},
	Value:  view.Exactly(func(q keeping) float64 { return q.score().LogFailing(q.ties) }),
	Beside: view.Remark(func(_ keeping, v known.Value) string { return chanceOf(v.Value) }),
	Why: view.Because(func(q keeping, _ known.Value) engine.Why {
		formula := "ln Pr[q ≤ n/2], a tie counted as failure; exact also where the probability underflows."
		if q.ties {
			formula = "ln Pr[q < n/2], a tie counted as success; exact also where the probability underflows."
		}
		return engine.Why{
			Formula: formula,
			With:    fmt.Sprintf("ln Pr[F > %s] with %s.", numeral.Count(labels.MostFlips(q.n, q.ties)), q.flips()),
		}
	})}

var keptExactly = view.Reading[keeping]{Name: "ln-probability-kept", Label: "ln of q labels kept", Symbol: "ln Pr[q]",
	ExactOf: "the law of the labels kept",
	Sign:    func(q keeping) string { return "ln Pr[q = " + numeral.Count(q.kept) + "]" },
	Value:   view.Known(func(q keeping) known.Value { return labels.LogKept(q.m, q.n, q.kept) }),
	Beside: view.Remark(func(_ keeping, v known.Value) string {
		if v.Missing() {
			return ""
		}
		return chanceOf(v.Value)
	}),
	Why: view.Because(func(q keeping, v known.Value) engine.Why {
		kept, n := numeral.Count(q.kept), numeral.Count(q.n)
		why := engine.Why{
			Formula: "ln Pr[q] = ln C(n, q) + q ln(1-p) + (n-q) ln p, in Loader's saddle-point form, which loses no digits to cancellation.",
			With:    fmt.Sprintf("q = %s, n = %s, p = %s.", kept, n, numeral.Short(q.m.Flip)),
		}
		if v.Missing() {
			why.With = fmt.Sprintf("%s labels cannot be kept of %s; 0 to %s would do.", kept, n, n)
		}
		return why
	})}

var meanFlipped = view.Reading[keeping]{Name: "mean-flipped", Label: "labels flipped, mean", Symbol: "np", Goal: known.Lower,
	ExactOf: "the law of the labels flipped",
	Value:   view.Exactly(func(q keeping) float64 { return q.score().MeanFlipped }),
	Why: view.Because(func(q keeping, _ known.Value) engine.Why {
		return engine.Why{Formula: "n·p.", With: fmt.Sprintf("n·p = %s·%s.", numeral.Count(q.n), numeral.Short(q.m.Flip))}
	})}

var deviationFlipped = view.Reading[keeping]{Name: "sd-flipped", Label: "their deviation", Symbol: "√(np(1-p))",
	ExactOf: "the law of the labels flipped",
	Value:   view.Exactly(func(q keeping) float64 { return q.score().DeviationFlipped }),
	Why: view.Because(func(q keeping, _ known.Value) engine.Why {
		return engine.Why{Formula: "The standard deviation of the number of flips, √(n·p·(1-p)).",
			With: fmt.Sprintf("√(%s·%s·%s).", numeral.Count(q.n), numeral.Short(q.m.Flip), numeral.Short(q.m.Keep))}
	})}
