package views

import (
	"context"
	"fmt"
	"math"
	"slices"

	"dpscope/engine"
	"dpscope/engine/labels"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/views/view"
)

var (
	fewRecords = param.Param{Name: "n", Symbol: "n", Label: "records", Unit: "records",
		Help: "Number of records; all 2^n labellings are listed.", Min: 1, Max: 10, Default: 6, Scale: param.Count}

	comparisons = param.Menu[string]{Name: "compare", Label: "compare",
		Help: "What is drawn for every labelling.",
		Kinds: []param.Kind[string]{
			option("probabilities", "two laws", "The probability under the exponential mechanism beside the product of coin flips.", labelCorrection),
			option("neighbours", "two neighbours", "The log-ratio of the probabilities for two data sets that differ in one label.", labelCorrection),
		}}
)

var identity = figureView{
	Name:     "identity",
	Group:    view.Labels,
	Title:    "The exponential mechanism is coin flips",
	Question: "Is the exponential mechanism on labels more than randomised response?",
	About: "Every labelling of a few records: its probability under the exponential mechanism, computed as it is defined, and as a product of " +
		"independent coin flips. The paper calls the relation an open problem; the two are equal at every n.",
	Source: labelPaper + ", section II-B and Corollary 5; " + labelCorrection,
	Form:   param.Form{Choices: []param.Choice{comparisons}, Params: []param.Param{mechanisms.LabelEpsilon, fewRecords}},
	Figure: identityFigure,
	Presets: []view.Preset{
		{Name: "equal", Title: "64 labellings, two ways: the same", Query: "compare=probabilities&epsilon=1&n=6"},
		{Name: "half-the-cost", Title: "One label changed: e^(±ε/2) is reached, e^(±ε) never", Query: "compare=neighbours&epsilon=3&n=6"},
		{Name: "one-label", Title: "A single label is a single coin", Query: "compare=probabilities&epsilon=2&n=1"},
		{Name: "thousand", Title: "All 1024 labellings of ten records", Query: "compare=probabilities&epsilon=1&n=10"},
	},
}

func identityFigure(_ context.Context, v param.Values) (engine.Figure, error) {
	m, err := readLabelFlip(v)
	if err != nil {
		return engine.Figure{}, err
	}
	compare, err := comparisons.New(v)
	if err != nil {
		return engine.Figure{}, err
	}
	n := int(v.Get(fewRecords))
	all, err := labels.CompareLabellings(m, n)
	if err != nil {
		return engine.Figure{}, err
	}
	f := engine.Figure{
		X:      engine.Axis{Name: "labelling", Label: "labellings, most likely first", Style: numeral.Whole, Low: 0, High: float64(len(all.Labellings) + 1)},
		Series: "law",
		Settings: []engine.Setting{
			{Name: "epsilon", Value: m.Nominal}, {Name: "epsilon_true", Value: m.True}, {Name: "n", Value: float64(n)},
		},
		Readings: identityReadings(m, n, all),
	}
	if compare == "neighbours" {
		neighbourPicture(&f, m, all)
	} else {
		probabilityPicture(&f, all)
	}
	return f, nil
}

// ranked lists the labellings by the number of labels kept, most first.
func ranked(all []labels.Labelling) []labels.Labelling {
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b labels.Labelling) int { return b.Kept - a.Kept })
	return sorted
}

func probabilityPicture(f *engine.Figure, all labels.Identity) {
	f.Title = "probability of every labelling"
	f.Y = engine.Axis{Name: "probability", Label: "probability", Log: true}
	coins := engine.Steps{Name: "coins", Title: "independent coin flips"}
	mechanism := engine.Points{Name: "exponential", Title: "exponential mechanism, by its definition"}
	for i, l := range ranked(all.Labellings) {
		x := float64(i + 1)
		coins.X, coins.Y = append(coins.X, x), append(coins.Y, drawable(l.Coins))
		mechanism.X, mechanism.Y = append(mechanism.X, x), append(mechanism.Y, drawable(l.Exponential))
	}
	f.Marks = []engine.Mark{coins, mechanism}
	f.Notes = []engine.Note{{Text: "Each point lies on its step: labels are flipped independently, each with the same chance, at every n."}}
}

// drawable leaves out what underflows, which a logarithmic axis cannot show.
func drawable(p float64) float64 {
	if p == 0 {
		return math.NaN()
	}
	return p
}

// neighbourPicture draws ln Pr(y″|y)/Pr(y″|y′) for the neighbour y′ that
// differs in the first label.
func neighbourPicture(f *engine.Figure, m mechanisms.LabelFlip, all labels.Identity) {
	f.Title = "log-ratio for two neighbours"
	most := max(1.15*m.Nominal, 1e-6)
	f.Y = engine.Axis{Name: "log_ratio", Label: "ln of the ratio of probabilities", Low: -most, High: most}
	ratio := engine.Points{Name: "exponential", Title: "exponential mechanism, by its definition"}
	for i, l := range ranked(all.Labellings) {
		ratio.X, ratio.Y = append(ratio.X, float64(i+1)), append(ratio.Y, l.Loss)
	}
	f.Marks = []engine.Mark{
		engine.Rule{Name: "limit", Title: "+ε, the proof's limit", At: m.Nominal},
		engine.Rule{Name: "limit-below", Title: "-ε", At: -m.Nominal},
		ratio,
	}
	f.Notes = []engine.Note{{Text: "Changing one label moves every probability by e^(ε/2) or e^(-ε/2) exactly; the e^(±ε) of the proof is never used."}}
}

func identityReadings(m mechanisms.LabelFlip, n int, all labels.Identity) []engine.Reading {
	listed := fmt.Sprintf("over all 2^%d = %s labellings", n, numeral.Count(float64(len(all.Labellings))))
	return []engine.Reading{
		{Name: "difference", Label: "the two differ by", Symbol: "max", Value: all.Difference, Beside: "rounding",
			Why: fmt.Sprintf("The largest relative difference, %s, of e^(εq/2) divided by the sum of all such weights, and of the product of coin flips, "+
				"1 - p where the label is kept and p where it is flipped, p = %s. They are the same: e^(εq/2) is a product over the records, and so is its sum, "+
				"(1 + e^(ε/2))^n. What is left is rounding. Source: %s.", listed, numeral.Short(m.Flip), labelCorrection)},
		labelCost(m),
		{Name: "loss-most", Label: "largest log-ratio", Symbol: "max ln", Value: all.MostLoss, Beside: "limit " + numeral.Short(m.Nominal),
			Why: fmt.Sprintf("The largest ln[Pr(y″|y)/Pr(y″|y′)] %s and all neighbours y′, enumerated: ε/2 = %s, attained. The general proof of the "+
				"exponential mechanism allows ε = %s.", listed, numeral.Short(m.True), numeral.Short(m.Nominal))},
		{Name: "loss-least", Label: "smallest log-ratio", Symbol: "min ln", Value: all.LeastLoss, Beside: "limit " + numeral.Short(-m.Nominal),
			Why: fmt.Sprintf("The smallest such log-ratio %s: -ε/2 = %s, attained.", listed, numeral.Short(-m.True))},
		labelFlipChance(m),
		labelContraction(m),
		{Name: "labellings", Label: "labellings listed", Symbol: "2^n", Value: float64(len(all.Labellings)), Style: numeral.Whole,
			Why: "2^n: every label kept or flipped."},
	}
}
