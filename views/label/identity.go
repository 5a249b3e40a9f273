package label

import (
	"context"
	"fmt"
	"slices"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/labelling"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/publishing"
	"dpscope/views/view"
)

var (
	fewLabels = param.Param{Name: "labels", Symbol: "n", Label: "labels", Unit: "labels",
		Help: "Number of labels; all 2^n outcomes are listed.", Min: 1, Max: 10, Default: 6, Scale: param.Count}

	identityPictures = param.Menu[func(identity) engine.Sheet]{Name: "show", Label: "show",
		Help: "What is drawn for every outcome.",
		Kinds: []param.Kind[func(identity) engine.Sheet]{
			control.Option("outcomes", "every outcome", "The probability under the exponential mechanism beside the product of coin flips.",
				correction, identity.probabilities),
			control.Option("neighbours", "two neighbours", "The log-ratio of the probabilities for two data sets that differ in one label.",
				correction, identity.neighbours),
		}}
)

// everyOutcome lists every labelling of a few records under the two mechanisms, which are the same.
var everyOutcome = view.Of(view.Declaration[identity]{
	Name:     "flips",
	Budget:   view.BudgetOfLabel,
	Model:    view.Locally,
	Title:    "The exponential mechanism is coin flips",
	Question: "Is this exponential mechanism just coin flips?",
	About: "Every outcome for the labels of a few records: its probability under the exponential mechanism, computed as it is defined, and as a product of " +
		"independent coin flips. The paper calls the relation an open problem; the two are equal at every n.",
	Source: paper + ", section II-B and Corollary 5; " + correction,
	Form: param.Form{Choices: []param.Choice{identityPictures}, Params: []param.Param{mechanisms.LabelEpsilon, fewLabels},
		Spelled: publishing.Spelled},
	Ask:    askIdentity,
	Orders: []view.Inequality{{Less: "loss-least", More: "loss-most"}},
	Lead:   identityLead,
	Sees:   view.Beside([]view.Sees{publishing.Sees}, view.Trainer),
	Readings: slices.Concat([]view.Entry[identity]{identityVerdict, difference},
		publishing.Attackers[identity](view.Shown),
		[]view.Entry[identity]{publishing.Stated[identity](), allowedGuess, mostLoss, leastLoss, publishing.FlipChance[identity](view.Folded),
			contractionCoefficient[identity](view.Folded), listed}),
	Tries: []view.Try{
		{When: view.Picks(identityPictures, "outcomes"), On: "show", Do: view.More,
			Called: "show", Shows: "two neighbours, whose dots sit on ±ε and never on ±2ε."},
		{On: "epsilon", Do: view.MuchMore, Called: "ε", Shows: "the dots stay on ±ε, half of what the general proof allows."}},
	Draw: sheetOf(func(q identity) engine.Sheet { return q.draw(q) }),
	Python: func(ctx context.Context, v param.Values, q identity) (view.Python, error) {
		return q.python(ctx, v), nil
	},
	Presets: []view.Preset{
		{Name: "equal", Title: "64 outcomes, two ways: the same", Query: "show=outcomes&epsilon=0.5&labels=6"},
		{Name: "half-the-cost", Title: "One label changed: e^(±ε) is reached, e^(±2ε) never", Query: "show=neighbours&epsilon=1.5&labels=6"},
		{Name: "one-label", Title: "A single label is a single coin", Query: "show=outcomes&epsilon=1&labels=1"},
		{Name: "thousand", Title: "All 1024 outcomes of ten records", Query: "show=outcomes&epsilon=0.5&labels=10"},
	},
})

// identity asks how every labelling of n records comes about.
type identity struct {
	published
	n    int
	all  labelling.Identity
	draw func(identity) engine.Sheet
}

func askIdentity(_ context.Context, v param.Values) (identity, error) {
	q := identity{n: int(v.Get(fewLabels))}
	var err error
	q.draw = identityPictures.Chosen(v)
	if q.published, err = askPublished(v); err != nil {
		return q, err
	}
	q.all, err = labelling.CompareLabellings(q.m, q.n)
	return q, err
}

// listing says what is listed.
func (q identity) listing() string {
	return fmt.Sprintf("over all 2^%d = %s outcomes", q.n, numeral.Count(float64(len(q.all.Labellings))))
}

// invisible is the relative difference that changes no displayed digit of a probability.
const invisible = 1e-12

var difference = view.Reading[identity]{Name: "difference", Label: "largest difference", Symbol: "max",
	Range: known.NotNegative, Level: view.Answering,
	ExactOf: "the two computations of this program: what is left is their rounding",
	Value:   view.Exactly(func(q identity) float64 { return q.all.Difference }),
	DisplayText: func(_ identity, v known.Value) string {
		if v.Value < invisible {
			return "0, but for rounding"
		}
		return ""
	},
	Remark: view.Remark(func(_ identity, v known.Value) string {
		if v.Value < invisible {
			return ""
		}
		return "rounding alone"
	}),
	Formula: "The largest relative difference of e^(εq) divided by the sum of all such weights, and of the product of coin flips, 1 - p where the label is kept " +
		"and p where it is flipped. They are the same: e^(εq) is a product over the records, and so is its sum, (1 + e^ε)^n. What is left is rounding.",
	With: view.Says(func(q identity) string {
		return fmt.Sprintf("The largest %s, at p = %s.", q.listing(), numeral.Short(q.m.Flip))
	}),
	Source: correction}

var mostLoss = view.Reading[identity]{Name: "loss-most", Label: "largest log-ratio", Symbol: "max ln",
	Range:   known.NotNegative,
	ExactOf: "all outcomes of these records and all neighbours",
	Value:   view.Exactly(func(q identity) float64 { return q.all.MostLoss }),
	Remark:  view.Says(func(q identity) string { return "general proof: " + numeral.Short(q.m.Stated()) }),
	Formula: "The largest ln[Pr(y″|y)/Pr(y″|y′)] over all outcomes y″ and all neighbours y′, enumerated: ε, attained.",
	With: view.Says(func(q identity) string {
		return fmt.Sprintf("The largest %s and all neighbours: ε = %s. The general proof of the exponential mechanism allows %s.",
			q.listing(), numeral.Short(q.m.Epsilon), numeral.Short(q.m.Stated()))
	})}

var leastLoss = view.Reading[identity]{Name: "loss-least", Label: "smallest log-ratio", Symbol: "min ln",
	Range:   known.NotPositive,
	ExactOf: "all outcomes of these records and all neighbours",
	Value:   view.Exactly(func(q identity) float64 { return q.all.LeastLoss }),
	Remark:  view.Says(func(q identity) string { return "general proof: " + numeral.Short(-q.m.Stated()) }),
	Formula: "The smallest ln[Pr(y″|y)/Pr(y″|y′)] over all outcomes y″ and all neighbours y′, enumerated: -ε, attained.",
	With: view.Says(func(q identity) string {
		return fmt.Sprintf("The smallest %s and all neighbours: -ε = %s.", q.listing(), numeral.Short(-q.m.Epsilon))
	})}

var listed = view.Reading[identity]{Name: "labellings", Label: "outcomes listed", Symbol: "2^n", Style: numeral.Whole,
	Range:   known.NotNegative,
	ExactOf: "the outcomes that are listed",
	Value:   view.Exactly(func(q identity) float64 { return float64(len(q.all.Labellings)) }),
	Formula: "2^n: every label kept or flipped.",
	With: view.Remark(func(q identity, v known.Value) string {
		return fmt.Sprintf("2^%d = %s.", q.n, numeral.Count(v.Value))
	})}
