package network

import (
	"context"
	"fmt"
	"slices"

	"dpscope/engine/composition"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/rareclass"
	"dpscope/views/imbalance"
	"dpscope/views/view"
)

const (
	owners = "The owner of the records alone may look at it: no ε covers it, nor a choice that is made by looking."
	// lessAsked says why the view approaches has another number of the same network.
	lessAsked = "The view “approaches” protects a record that is replaced, which takes more noise, and has features as they are: its " +
		"number differs. "
	netOneAdded = "Neighbours: add or remove one record; n is public, and batches are drawn by coins nobody sees."
)

// trainings is what the answers about trainings say alike.
var trainings = view.Reading[network]{With: view.Says(network.trained), Source: imbalance.RunHere, Expensive: true}

var networkReadings = slices.Concat(view.Alike(trainings,
	ofTraining("g-mean", "G-mean", numeral.Percent, view.Answering, 0, func(r rareclass.Trained) float64 { return r.GMean },
		"√(recall · specificity) of the network after its last step."),
	ofTraining("auc", "AUC", numeral.Plain, view.Shown, 0, func(r rareclass.Trained) float64 { return r.AUC },
		"How often a positive record scores higher than a negative one; no threshold changes it."),
	ofTraining("g-mean-threshold", "G-mean, linear", numeral.Percent, view.Shown, 1, func(r rareclass.Trained) float64 { return r.GMean },
		"√(recall · specificity) of a linear model by the same steps, noise and guarantee, all records alike, positive from probability 1/(1+r) on."),
	spentEpsilon,
), networkAttackers, view.Alike(trainings,
	networkVerdict, networkDifference,
	ofTraining("clipped-share", "gradients clipped", numeral.Percent, view.Folded, 0, func(r rareclass.Trained) float64 { return r.Clipped },
		"How many of all gradients were longer than C, over all steps."),
	networkSigma,
))

// ofTraining declares a number of one of the two trainings, the mean over splits.
func ofTraining(name, label string, style numeral.Style, level view.Level, which int,
	of func(rareclass.Trained) float64, formula string) view.Reading[network] {
	goal := known.Higher
	if name == "clipped-share" {
		goal = known.Lower
	}
	return view.Reading[network]{Name: name, Label: label, Style: style, Goal: goal, Expensive: true, Range: known.Probability, Level: level,
		Value: func(ctx context.Context, q network) (known.Value, error) {
			runs, err := q.runs.All(ctx)
			if err != nil {
				return known.Value{}, err
			}
			s := runs[which].Summary(of)
			if s.Seeds == 0 {
				return known.Nothing(imbalance.OfOneClass), nil
			}
			return s.In(known.Probability), nil
		},
		Formula: formula,
		Assumes: imbalance.ManySplits + lessAsked + owners}
}

var spentEpsilon = view.Reading[network]{Name: "epsilon-spent", Label: "ε spent", Title: func(q network) string { return imbalance.SpentTitle(q.taken()) }, Symbol: "ε", Goal: known.Lower, Expensive: true,
	Range: known.NotNegative, Level: view.Shown, ExactOf: "steps that all records take part in, which are one normal noise",
	Value:   view.Gets(network.bounds, func(_ network, b composition.Bounds) known.Value { return b.High }),
	Opens:   func(ctx context.Context, q network, _ known.Value) (string, error) { return q.budgetSum(ctx) },
	Formula: "The ε of T steps at rate q with noise σ·C, by the privacy loss distribution.",
	Source:  imbalance.LawOfLoss + "; see the view “run”",
	Assumes: netOneAdded + " It is of the network after any step; what the owner looks at besides is not covered."}

var networkSigma = view.Reading[network]{Name: "sigma", Label: "noise multiplier σ", Symbol: "σ", Goal: known.Lower, Expensive: true,
	Range: known.NotNegative,
	Value: func(ctx context.Context, q network) (known.Value, error) {
		sigma, err := q.trial.Deviation(ctx)
		return known.OrLess(sigma), err
	},
	Opens:   func(ctx context.Context, q network, _ known.Value) (string, error) { return q.budgetSum(ctx) },
	Formula: imbalance.LeastSigma,
	Source:  imbalance.LawOfLoss + "; see the view “run”",
	Assumes: netOneAdded}

// budgetSum returns the address of the sum of the steps.
func (q network) budgetSum(ctx context.Context) (string, error) {
	b, err := q.budget(ctx)
	return imbalance.SumOfSteps(b.Rate, b.Sigma, q.trial.Steps, b.Delta), err
}

// trained says what a number was computed from.
func (q network) trained() string {
	of := "A linear model"
	if q.trial.Hidden > 0 {
		of = numeral.Things(q.trial.Hidden, "hidden unit")
	}
	return fmt.Sprintf("%s, ε = %s, δ = %s, C = %s, q = %s, T = %s, r = %s, %s.", of, netEpsilon.Text(q.trial.Epsilon),
		imbalance.FitSlack.Text(q.trial.Slack), netClip.Text(q.trial.Clip),
		netRate.Text(q.trial.Rate), numeral.Count(float64(q.trial.Steps)), numeral.Short(q.trial.Ratio), numeral.Things(q.seeds, "split"))
}
