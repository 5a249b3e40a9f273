package classifier

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/views/control"
	"dpscope/views/view"
)

// Map shows where the class changes, around one record.
var Map = view.Of(view.Declaration[prediction]{
	Name:     "map",
	Label:    "safe box",
	Takes:    takes,
	Also:     "robustness, robust, adversarial example",
	NoPython: "the regions are a classifier's, whose file a few lines do not repeat",
	Budget:   budgetOfFeatures,
	Model:    view.Locally,
	Title:    "Where the class changes, around one record",
	Question: "How far may my values move before the prediction changes?",
	About: "The classes over the two private features, all others as in the record: the largest ball and the box of most mass on which the class is proven constant, " +
		"the box that the paper's sampled search finds, and with all of them in the margins where noisy values fall.",
	Source: source,
	Form: param.Form{
		Choices:  []param.Choice{perturbing(), clamping, outlines, rawValues, sure},
		Texts:    []param.Text{classifierText, dataText, recordText, privateText, weightsText, idText},
		AsNeeded: append(slices.Clone(fromTable), weightsText.Name),
		Params:   []param.Param{control.Seed},
	},
	Defaults: words,
	Ask:      askMap,
	Lead:     mapLead,
	Filled:   prediction.mapFilled,
	Sees:     seesFeatures("{epsilon-total}", withDelta),
	Tries:    []view.Try{{On: "epsilon", Do: view.MuchMore, Called: "ε", Shows: "spend more, and see how much more lands in the safe box."}},
	Readings: slices.Concat([]view.Entry[prediction]{landsInBox(), leveled(view.Shown, totalBudget)}, geometry(view.Answering),
		[]view.Entry[prediction]{paperBoxRobust, leveled(view.Folded, agreementExact)}, attackers[prediction](view.Folded),
		[]view.Entry[prediction]{rangesOf[prediction]()}),
	Orders:     agreementOrders,
	Provenance: view.Stated(prediction.whose),
	Draw:       drawMap,
	Presets: []view.Preset{
		{Name: "stroke-forest", Title: "The forest on the stroke columns", Query: "mechanism=pm&classifier=stroke-forest&epsilon=4&outlines=box"},
		{Name: "stroke-logistic", Title: "The logistic regression: a half-plane", Query: "mechanism=pm&classifier=stroke-logistic&epsilon=4&outlines=box"},
		{Name: "circle", Title: "The paper's circle, its Example 4", Query: "mechanism=pm&classifier=circle-qda&epsilon=4&outlines=all"},
		{Name: "network", Title: "A network trained on a circle", Query: "mechanism=laplace-clamped&classifier=circle-network&epsilon=4&outlines=all"},
		{Name: "printed-network", Title: "The network as the paper prints it, a different one",
			Query: "mechanism=pm&classifier=example5-network&epsilon=4&outlines=all"},
	},
})

// outlines is the menu of outlines around the record.
var outlines = param.Menu[bool]{Name: "outlines", Label: "outline",
	Help: "What is outlined around the record; the answers are the same.",
	Kinds: []param.Kind[bool]{
		control.Option("all", "all three boxes", "The safe box, the box of the safe radius, and the box that the paper's sampled "+
			"search finds; at the edges how the noise spreads each value.", source, true),
		control.Option("box", "safe box", "The safe box alone: of all boxes on which the class is proven constant the one where most noisy records land.", source, false),
	}}

func askMap(ctx context.Context, v param.Values) (prediction, error) {
	q, err := askUtility(ctx, v)
	if err == nil {
		q.outlined, err = outlines.New(v)
	}
	if err == nil && len(q.Names) != 2 {
		way := "a classifier of two features would work"
		if two := q.someTwo(); len(two) == 2 {
			way = "private=" + strings.Join(two, ",") + " would work"
		}
		err = fmt.Errorf("private = %q: a map needs two private features, and not %d; %s", strings.Join(q.Names, ","), len(q.Names), way)
	}
	return q, err
}

// someTwo returns up to two features to make a map of: private ones first, then numbers, then words of a column.
func (q prediction) someTwo() []string {
	two := slices.Clone(q.Names)
	for _, word := range []bool{false, true} {
		for _, f := range q.Model.Features {
			if (f.Column != "") == word && !slices.Contains(two, f.Name) {
				two = append(two, f.Name)
			}
		}
	}
	return two[:min(2, len(two))]
}

// landsInBox declares the proven share, as the map calls it.
func landsInBox() reading {
	r := leveled(view.Shown, boxMass)
	r.Title = func(prediction) string { return "lands in safe box" }
	return r
}

// leveled returns a reading with the level of another page.
func leveled(level view.Level, r reading) reading {
	r.Level, r.LevelOf = level, nil
	return r
}

// paperBoxRobust declares whether the class is constant on the paper's box.
var paperBoxRobust = reading{Name: "paper-box-robust", Label: "paper's box",
	Value: func(ctx context.Context, q prediction) (known.Value, error) {
		if _, err := q.Paper.Get(ctx); err != nil {
			return agreement.OrRefused(ctx, known.Value{}, err)
		}
		verdict, err := q.Verdict.Get(ctx)
		v := known.Named("unknown", "not known")
		switch {
		case ctx.Err() != nil:
			return known.Value{}, ctx.Err()
		case err != nil:
		case verdict.Proven:
			v = known.Named("robust", "safe")
		case verdict.Counterexample != nil:
			v = known.Named("not robust", "not safe")
		}
		return v.As(known.AsPrinted), nil
	},
	Remark: func(ctx context.Context, q prediction, v known.Value) (string, error) {
		verdict, err := q.Verdict.Get(ctx)
		switch {
		case err != nil:
			return "", ctx.Err()
		case v.Word == "robust":
			return "proven", nil
		case v.Word == "not robust":
			return className(q.Model, q.Model.Classifier.Predict(verdict.Counterexample), classInUtility) + " at " +
				q.inUnits(verdict.Counterexample), nil
		}
		return "", nil
	},
	Cases: []view.Case[prediction]{{
		If:      "nothing is found",
		When:    func(_ prediction, v known.Value) bool { return v.Missing() },
		Formula: onPaperBox,
		Assumes: "The paper's search needs a ball to start from.",
	}},
	Formula: onPaperBox,
	With: func(ctx context.Context, q prediction, _ known.Value) (string, error) {
		box, err := q.Paper.Get(ctx)
		if err != nil {
			return "", err
		}
		return q.paperVerdict(ctx, box), ctx.Err()
	}}

// inUnits writes the private values of a point in their units, with their names.
func (q prediction) inUnits(x []float64) string {
	var texts []string
	for k, feature := range q.Region.Private {
		text := q.Raw(feature, x[feature])
		if text == "" {
			text = numeral.Short(x[feature])
		}
		texts = append(texts, cut(q.Names[k], namesInSentence)+" "+text)
	}
	return strings.Join(texts, ", ")
}

const onPaperBox = "Whether the class is constant on the box that the paper's sampled search finds."
