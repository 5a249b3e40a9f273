// Package anatomy shows how the ε of a private logistic regression is divided between its ridge and its noise.
package anatomy

import (
	"context"
	"fmt"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/engine/rareclass"
	"dpscope/engine/work"
	"dpscope/learners/private"
	"dpscope/views/control"
	"dpscope/views/imbalance"
	"dpscope/views/view"
)

// Controls of objective perturbation, taken apart.
var (
	anatomyRecords = param.Param{Name: "n", Symbol: "n", Label: "records", Unit: "records",
		Help: "Records in the training data, public; every tenth is of the minority.",
		Min:  1, Max: 1e9, Low: 50, High: 1e5, Default: 1000, Scale: param.Count}
	weightMost = param.Param{Name: "weight-max", Symbol: "w", Label: "largest weight",
		Help: "Largest weight of a record, public and at most 1: a larger one needs more noise.",
		Min:  1e-6, Max: 1, Low: 0.01, High: 1, Default: 1, Scale: param.Log}
	anatomyClip = param.Param{Name: "clip", Symbol: "R", Label: "clip",
		Help: "Records are clipped to this norm, in the plane's own unit; public.",
		Min:  0.1, Max: 1000, Low: 1, High: 20, Default: 8, Fine: 0.1, Coarse: 1}

	anatomyPictures = param.Menu[string]{Name: "drawn", Label: "show",
		Help: "What the picture shows.",
		Kinds: []param.Kind[string]{
			control.Option("bar", "the split", "How much of ε each proof leaves for the noise, and how much covers that one record changes the curvature of the fit.",
				imbalance.Chaudhuri, "bar"),
			control.Option("lines", "decision lines", "What is learned with thirty draws of the noise, over the records of the mixture.",
				imbalance.Paper+", Fig. 2", "lines"),
			control.Option("split", "the split against ε", "The share of ε that is left for the noise, against ε.", imbalance.Chaudhuri, "split"),
			control.Option("norm", "norm of the noise", "The density of the noise's norm, by either split.", imbalance.Chaudhuri, "norm"),
		}}

	anatomyWeights = param.Menu[rareclass.Weighting]{Name: "weights", Label: "weights",
		Help: "What a record's loss counts by its class.",
		Kinds: []param.Kind[rareclass.Weighting]{
			control.Option("even", "all alike", "Every record counts the greatest weight.", imbalance.Chaudhuri, rareclass.Unweighted),
			control.Option("inverse", "public, 1 to 1/9", "The minority counts the greatest weight, the majority a ninth of that.",
				imbalance.Paper+", section 4.2.2, divided by the greatest", rareclass.Inverse),
			control.Option(normalisedWeights, "n₀/n and n₁/n, from the data", "One label moves every weight, so that the split is another.", imbalance.Derived,
				rareclass.Normalised),
		}}
)

// normalisedWeights is the option of weights from the data's own ratio.
const normalisedWeights = "normalised"

// idleWithOwnWeights reports that the rule of the split has no effect: weights from the data have one of their own.
func idleWithOwnWeights(key string, v param.Values) bool {
	return key == imbalance.Rules.Name && v.Picked(anatomyWeights).Name == normalisedWeights
}

// View takes objective perturbation apart.
var View = view.Of(view.Declaration[anatomy]{
	Name:     "anatomy",
	Label:    "where ε goes",
	Also:     "private fit, output perturbation",
	NoPython: "private models are fitted here to records",
	Budget:   imbalance.BudgetOfTraining,
	Model:    view.Centrally,
	Runs:     "seed",
	Title:    "Objective perturbation, taken apart",
	Question: "How much of ε is left for the noise of a private fit?",
	Lead:     anatomyLead,
	Filled:   anatomy.filled,
	Sees:     imbalance.SeesTraining(view.AnyOther),
	About: "A private logistic regression adds a random slope to what it minimises. Its budget is split between that noise and the " +
		"curvature of the fit, which one record changes (a change of variables), with an extra ridge where too little " +
		"would be left. Thirty draws on the mixture of the paper show how far the decision line scatters.",
	Source: imbalance.Chaudhuri + "; " + imbalance.Paper + ", Algorithm 3, with the ridge restored, public weights of at most 1, and a tighter change of variables",
	Form: param.Form{
		Choices: []param.Choice{anatomyPictures, imbalance.Rules, anatomyWeights},
		Params:  []param.Param{imbalance.FitEpsilon, anatomyRecords, imbalance.Ridge, weightMost, anatomyClip, control.Seed},
		Idle:    idleWithOwnWeights,
	},
	Ask:        askAnatomy,
	Readings:   anatomyReadings,
	Provenance: view.Stated(anatomy.public),
	Draw:       drawAnatomy,
	Tries: []view.Try{
		{When: view.Picks(anatomyPictures, "bar"), On: "drawn", Do: view.More, Called: "show", Shows: "how far such noise moves the decision line."},
		{On: "epsilon", Do: view.MuchLess, Called: "ε", Shows: "less budget, and the decision lines jitter more."}},
	Presets: []view.Preset{
		{Name: "start", Title: "A thousand records at ε = 1",
			Query: "drawn=bar&rule=rank1&weights=even&epsilon=1&n=1000&lambda=0.001&weight-max=1&clip=8&seed=1"},
		{Name: "lines", Title: "Thirty lines with such noise",
			Query: "drawn=lines&rule=rank1&weights=even&epsilon=1&n=1000&lambda=0.001&weight-max=1&clip=8&seed=1"},
		{Name: "weighted", Title: "Weights move the line, and it scatters more",
			Query: "drawn=lines&rule=rank1&weights=inverse&epsilon=1&n=1000&lambda=0.001&weight-max=1&clip=8&seed=1"},
		{Name: "branch", Title: "Where the published rule leaves next to nothing",
			Query: "drawn=split&rule=classic&weights=even&epsilon=0.5&n=1000&lambda=0.001&weight-max=1&clip=8&seed=1"},
		{Name: "enormous", Title: "And the noise that it draws there",
			Query: "drawn=lines&rule=classic&weights=even&epsilon=0.5&n=1000&lambda=0.001&weight-max=1&clip=8&seed=1"},
		{Name: "length", Title: "The norm of the noise",
			Query: "drawn=norm&rule=rank1&weights=even&epsilon=0.5&n=1000&lambda=0.001&weight-max=1&clip=8&seed=1"},
		{Name: "no-ridge", Title: "λ = 0: an extra ridge",
			Query: "drawn=lines&rule=rank1&weights=even&epsilon=1&n=1000&lambda=0&weight-max=1&clip=8&seed=1"},
	},
})

// anatomy asks how a budget is divided.
type anatomy struct {
	rareclass.Anatomy
	n       float64
	picture string
	own     private.Split // by the rule and the weights
	drawn   []drawnSplit  // by each bound
	lines   *work.Once[rareclass.Lines]
}

// mostDrawn limits the records that the lines are drawn for: they take a second then.
const mostDrawn = 20_000

func askAnatomy(_ context.Context, v param.Values) (anatomy, error) {
	q := anatomy{n: v.Get(anatomyRecords)}
	q.Anatomy = rareclass.Anatomy{Epsilon: v.Get(imbalance.FitEpsilon), Lambda: v.Get(imbalance.Ridge), Records: int(q.n), Most: v.Get(weightMost),
		Clip: v.Get(anatomyClip), Seed: uint64(v.Get(control.Seed))}
	var err error
	q.picture = anatomyPictures.Chosen(v)
	q.Rule = imbalance.Rules.Chosen(v)
	q.Weighting = anatomyWeights.Chosen(v)
	if q.drawn, err = q.split(); err != nil {
		return q, err
	}
	q.own = q.of(q.Fit().Rule)
	q.lines = work.NewOnce(func(ctx context.Context) (rareclass.Lines, error) { return q.Lines(ctx, nil) })
	return q, nil
}

// perturbation returns the perturbation that splits ε for public weights of at most w.
func (q anatomy) perturbation(rule private.Rule) private.Perturbation {
	return private.Perturbation{Epsilon: q.Epsilon, Records: q.n, Lambda: q.Lambda, Most: q.Most, Rule: rule}
}

// drawable reports whether lines are drawn for this number of records.
func (q anatomy) drawable() bool { return q.n <= mostDrawn }

func (q anatomy) settings() []engine.Setting {
	return []engine.Setting{{Name: "epsilon", Value: q.Epsilon}, {Name: "n", Value: q.n}, {Name: "lambda", Value: q.Lambda},
		{Name: "weight_max", Value: q.Most}, {Name: "clip", Value: q.Clip}}
}

func (q anatomy) with() string {
	if q.Weighting == rareclass.Normalised {
		return fmt.Sprintf("ε = %s, n = %s, λ = %s.", imbalance.FitEpsilon.Text(q.Epsilon), anatomyRecords.Text(q.n), imbalance.Ridge.Text(q.Lambda))
	}
	return fmt.Sprintf("ε = %s, n = %s, λ = %s, w = %s.", imbalance.FitEpsilon.Text(q.Epsilon), anatomyRecords.Text(q.n), imbalance.Ridge.Text(q.Lambda),
		weightMost.Text(q.Most))
}
