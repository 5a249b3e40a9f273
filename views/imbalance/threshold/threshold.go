// Package threshold moves the threshold between two normal classes.
package threshold

import (
	"context"
	"sync"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/engine/rareclass"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/imbalance"
	"dpscope/views/view"
)

// Controls of the threshold on a line.
var (
	gamma = param.Param{Name: "gamma", Symbol: "γ", Label: "position",
		Help: "Where the threshold lies: 0 at the majority's mean, 1 at the minority's (r below 1: reversed). Larger calls fewer positive.",
		Min:  -1000, Max: 1000, Low: -0.5, High: 2, Default: 0.5, Fine: 0.01, Coarse: 0.1}
	separation = param.Param{Name: "separation", Symbol: "D", Label: "separation",
		Help: "Distance of the two means, in standard deviations of a class. Larger is easier to tell apart.",
		Min:  0.01, Max: 30, Low: 0.5, High: 6, Default: 2, Fine: 0.05, Coarse: 0.5}
	ratio = param.Param{Name: "imbalance", Symbol: "r", Label: "imbalance",
		Help: "Records of the majority for each of the minority, declared public.",
		Min:  0.001, Max: 1e6, Low: 1, High: 150, Default: 10, Scale: param.Log}
	thresholdEpsilon = param.Param{Name: "epsilon", Symbol: "ε", Label: "budget",
		Help: "Privacy budget of the two means that make the threshold: smaller is more private.",
		Min:  1e-4, Max: 100, Low: 0.05, High: 10, Default: 1, Scale: param.Log, Least: true, Words: privacy.Words}
	thresholdDelta = param.Param{Name: "delta", Symbol: "δ", Label: "δ",
		Help: "δ: by how much a chance may exceed what ε allows; keep it far below 1/n.",
		Min:  1e-15, Max: 0.5, Low: 1e-10, High: 1e-2, Default: 1e-5, Scale: param.Log, Least: true}
	thresholdRecords = param.Param{Name: "n", Symbol: "n", Label: "records", Unit: "records",
		Help: "Records of both classes, declared public.",
		Min:  2, Max: 1e9, Low: 50, High: 1e6, Default: 2000, Scale: param.Count}
	clip = param.Param{Name: "clip", Symbol: "R", Label: "clip",
		Help: "Values are clipped to [-R, R] about the middle, in standard deviations of a class. Larger needs more noise.",
		Min:  0.01, Max: 1e4, Low: 1, High: 12, Default: 5, Fine: 0.1, Coarse: 1}
	failure = param.Param{Name: "beta", Symbol: "β", Label: "Pr[error bound fails]",
		Help: "Probability with which the midpoint may err by more than its bound.",
		Min:  1e-12, Max: 0.5, Low: 0.001, High: 0.2, Default: 0.05, Scale: param.Log, Role: param.Aside}

	drawings = param.Menu[thresholdPicture]{Name: "drawn", Label: "show",
		Help: "What the picture shows.",
		Kinds: []param.Kind[thresholdPicture]{
			control.Option("bells", "two class densities", "The density of either class, each of the same area, and where the threshold cuts them.", imbalance.Paper+", Example 9",
				thresholdPicture{}),
			control.Option("scaled", "… by their shares", "The densities by how many records either class has: they cross where accuracy is best.", imbalance.Paper+", Example 9",
				thresholdPicture{scaled: true}),
			control.Option("best", "F1 and accuracy", "F1 and accuracy at every position of the threshold, and where each is best.",
				imbalance.Paper+", Table 4, corrected", thresholdPicture{metrics: true, best: true}),
			control.Option("metrics", "measures against γ", "Every measure of success at every position of the threshold.",
				imbalance.Paper+", Table 4, corrected", thresholdPicture{metrics: true}),
		}}

	formulas = param.Menu[bool]{Name: "formulas", Label: "formulas",
		Help: "Whose formulas of recall, precision and F1 are shown.",
		Kinds: []param.Kind[bool]{
			control.Option("corrected", "corrected", "Recall, precision and F1 as shares.", "derived here", false),
			control.Option("printed", "with the paper's", "The paper's Table 4 beside ours: its recall is above 1.", imbalance.Paper+", Table 4", true),
		}}

	thresholdNoises = param.Menu[bool]{Name: "noise", Label: "noise",
		Help: "How the Gaussian noise on the means is scaled.",
		Kinds: []param.Kind[bool]{
			control.Option("classical", "classical formula", "√(2 ln(1.25/δ))/ε, proven up to ε = 1; beyond it the analytic one is used.",
				"Dwork & Roth 2014, Theorem A.1", false),
			control.Option("analytic", "analytic", "The least Gaussian noise that is (ε, δ)-private, at every ε.", "Balle & Wang 2018", true),
		}}
)

// View shows the closed form of what a rare class costs, before anything is trained.
var View = view.Of(view.Declaration[threshold]{
	Name:     "threshold",
	Label:    "threshold",
	Also:     "cutoff, cut-off",
	NoPython: "where each measure is best is found by a search",
	Budget:   "The features of one record; no label changes. Whoever computes the threshold is trusted with the table.",
	Model:    view.Centrally,
	Title:    "A threshold between two classes",
	Question: "Where should the threshold lie when one class is rare?",
	About: "One feature in two normal classes, one of them rare, and a threshold between their means: recall, precision, F1 and the rest in closed form, " +
		"where each of them is best, and how far noise moves a private threshold. The paper's own formulas can be shown beside, with a recall above 1.",
	Source: imbalance.Paper + ", Example 9, Proposition 10 and Table 4; recall, precision, F1, the variance and the bounds corrected",
	Form: param.Form{
		Choices: []param.Choice{drawings, formulas, thresholdNoises},
		Params:  []param.Param{gamma, separation, ratio, thresholdEpsilon, thresholdDelta, thresholdRecords, clip, failure},
	},
	Ask:    askThreshold,
	Lead:   thresholdLead,
	Filled: threshold.filled,
	Sees: []view.Sees{{When: noRecords, Raw: view.Computer, Protected: oneValue, Instead: view.NothingSpent},
		{Raw: view.Computer, Protected: oneValue, Neighbours: view.AnyOther, Reasons: view.LessTelling("answers")}},
	Readings: thresholdReadings,
	Orders: []view.Inequality{{Less: "worst-class", More: "g-mean"}, {Less: "g-mean", More: "balanced-accuracy"}, {Less: "f1", More: "f1-max"},
		{Less: "error-quantile", More: "error-bound"}},
	Draws:      drawThresholds,
	Provenance: view.Stated(threshold.public),
	Draw:       drawThreshold,
	Tries:      []view.Try{{On: "gamma", Do: view.MuchMore, Called: "γ", Shows: "fewer cases are found, but more of the alarms are true."}},
	Presets: []view.Preset{
		{Name: "start", Title: "Ten to one: the best threshold is not in the middle",
			Query: "drawn=best&formulas=corrected&noise=analytic&gamma=0.5&separation=2&imbalance=10&epsilon=1&delta=1e-5&n=2000&clip=5&beta=0.05"},
		{Name: "alarms", Title: "Ten to one: half way two thirds of all alarms are false",
			Query: "drawn=bells&formulas=corrected&noise=analytic&gamma=0.5&separation=2&imbalance=10&epsilon=1&delta=1e-5&n=2000&clip=5&beta=0.05"},
		{Name: "table4", Title: "The paper's Table 4: a recall of 9.25",
			Query: "drawn=bells&formulas=printed&noise=classical&gamma=0.5&separation=2&imbalance=10&epsilon=1&delta=1e-5&n=2000&clip=5&beta=0.05"},
		{Name: "impossible", Title: "Table 4 at its worst: a recall of 50.8",
			Query: "drawn=bells&formulas=printed&noise=classical&gamma=0.1&separation=3&imbalance=50&epsilon=1&delta=1e-5&n=5000&clip=6&beta=0.05"},
		{Name: "trade", Title: "Every measure has another best position",
			Query: "drawn=metrics&formulas=corrected&noise=analytic&gamma=0.5&separation=2&imbalance=50&epsilon=1&delta=1e-5&n=20000&clip=5&beta=0.05"},
		{Name: "proposition10", Title: "Proposition 10: noise on the mean of a class of 100",
			Query: "drawn=bells&formulas=corrected&noise=classical&gamma=0.5&separation=2&imbalance=10&epsilon=0.5&delta=1e-5&n=1100&clip=6&beta=0.05"},
		{Name: "mammography", Title: "As rare as in mammography, 42 to one",
			Query: "drawn=bells&formulas=corrected&noise=classical&gamma=0.5&separation=3&imbalance=42&epsilon=0.9&delta=1e-6&n=11183&clip=6&beta=0.1"},
		{Name: "clipped", Title: "A clip that is too small biases the threshold",
			Query: "drawn=bells&formulas=corrected&noise=analytic&gamma=0.8&separation=4&imbalance=10&epsilon=1&delta=1e-5&n=2000&clip=1&beta=0.05"},
	},
})

// thresholdPicture says what is drawn: measures, all or those with a best position, or the classes, by their shares or with
// equal areas.
type thresholdPicture struct{ metrics, best, scaled bool }

// threshold asks what a position of the threshold does.
type threshold struct {
	rareclass.Mixture
	rareclass.Release
	gamma, beta float64
	picture     thresholdPicture
	printed     bool
	bestF1      float64
	counts      rareclass.Counts
	deviation   float64 // of the private threshold
	bias        float64 // its shift by clipping
	expected    func() expectation
}

// expectation holds the expected measures of the private threshold.
type expectation struct{ recall, alarms known.Value }

func askThreshold(_ context.Context, v param.Values) (threshold, error) {
	q := threshold{
		Mixture: rareclass.Mixture{Separation: v.Get(separation), Ratio: v.Get(ratio)},
		Release: rareclass.Release{Epsilon: v.Get(thresholdEpsilon), Delta: v.Get(thresholdDelta), Records: v.Get(thresholdRecords),
			Clip: v.Get(clip)},
		gamma: v.Get(gamma), beta: v.Get(failure),
	}
	q.picture = drawings.Chosen(v)
	q.printed = formulas.Chosen(v)
	q.Analytic = thresholdNoises.Chosen(v)
	q.bestF1 = q.BestF1()
	q.counts, q.deviation, q.bias = q.Counts(q.Mixture), q.Deviation(q.Mixture, q.gamma), q.Bias(q.Mixture, q.gamma)
	asked := q
	q.expected = sync.OnceValue(func() expectation {
		recall, alarms := asked.Expected(asked.Mixture, asked.gamma)
		return expectation{recall, alarms}
	})
	return q, nil
}

// alone reports whether a class has no record, so that its mean is undefined.
func (q threshold) alone() bool { return q.counts.Empty() }

// sought and other return the names of the classes: for r ≤ 1 the sought one is no minority.
func (q threshold) sought() string {
	if q.Ratio <= 1 {
		return "positive class"
	}
	return "minority"
}

func (q threshold) other() string {
	if q.Ratio <= 1 {
		return "negative class"
	}
	return "majority"
}

// means returns the ends of the scale of positions, in words.
func (q threshold) means() string {
	if q.Ratio <= 1 {
		return "the negative class's mean, 1 the positive's"
	}
	return "the majority's mean, 1 the minority's"
}

func (q threshold) settings() []engine.Setting {
	return []engine.Setting{{Name: "separation", Value: q.Separation}, {Name: "imbalance", Value: q.Ratio},
		{Name: "epsilon", Value: q.Epsilon},
		{Name: "delta", Value: q.Delta}, {Name: "n", Value: q.Records}, {Name: "clip", Value: q.Clip}}
}

// oneValue is what is protected.
const oneValue = "one record's value, not class counts"
