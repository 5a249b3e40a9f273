package network

import (
	"context"

	"dpscope/engine/composition"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/rareclass"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/imbalance"
	"dpscope/views/view"
)

// ahead returns the lead of the chosen training over the linear one beside it, on the same splits.
func (q network) ahead(ctx context.Context) (known.Summary, []rareclass.Trainings, error) {
	runs, err := q.runs.All(ctx)
	if err != nil {
		return known.Summary{}, nil, err
	}
	return rareclass.PairedTrainings(runs[0], runs[1]), runs, nil
}

// networkVerdict answers the title's question, by the paired difference.
var networkVerdict = view.Reading[network]{Name: "verdict", Label: "verdict", Expensive: true,
	ExactOf: "the paired difference, by the limits that stand in the explanation",
	Value: func(ctx context.Context, q network) (known.Value, error) {
		ahead, runs, err := q.ahead(ctx)
		if err != nil {
			return known.Value{}, err
		}
		switch {
		case ahead.Seeds == 0:
			return known.Nothing(imbalance.OfOneClass), nil
		case ahead.Seeds < 2:
			return known.Named("undecided", "Undecided"), nil
		case q.summary(runs[0]).Mean < 0.5:
			return known.Named("no", "No"), nil
		case !(q.summary(runs[0]).Value().Low > 0.5):
			return known.Named("unclear", "Nobody can say for certain"), nil
		case q.same():
			return known.Named("same", "This is the linear model"), nil
		case rareclass.Ahead(ahead):
			return known.Named("better", "Yes, and better"), nil
		case rareclass.Clearly(ahead):
			return known.Named("worse", "Yes, but worse"), nil
		}
		return known.Named("alike", "Yes, but no clear gain"), nil
	},
	Formula: "No where its G-mean is below guessing, uncertain where its interval reaches there; else better or worse than the linear model where the paired difference is a point and more and its interval holds no 0; " +
		"else no clear gain. One split decides nothing.",
	Assumes: owners}

var networkDifference = view.Reading[network]{Name: "difference", Label: "ahead of linear", Style: numeral.Points, Goal: known.Higher,
	Expensive: true,
	Range:     known.Range{Low: -2, High: 2},
	Value: func(ctx context.Context, q network) (known.Value, error) {
		s, _, err := q.ahead(ctx)
		if err != nil || s.Seeds == 0 {
			return known.Nothing(imbalance.OfOneClass), err
		}
		return s.Value(), nil
	},
	Formula: "The mean over splits of its G-mean less that of the linear model with a public threshold, each pair on the same split, with the same noise multiplier and guarantee.",
	Assumes: imbalance.ManySplits + owners}

// guess returns the success of an attacker who sees the network after every step.
func (q network) guess(ctx context.Context) (composition.Guess, error) {
	b, err := q.budget(ctx)
	if err != nil {
		return composition.Guess{}, err
	}
	return b.Guess(ctx)
}

// networkAttackers declares how often an attacker is right about a record.
var networkAttackers = append(imbalance.Guesses(view.Reading[network]{Expensive: true,
	Title:   func(q network) string { return imbalance.RightTitle(q.taken()) },
	ExactOf: "the whole run of noisy steps",
	Opens:   view.Tells(network.budget, func(_ network, b composition.Budget) string { return control.AttackOnSteps(b) }),
	Formula: "(1 + δ(0))/2, δ(0) by the privacy loss distribution of all steps.",
	With:    view.Says(network.trained),
	Source:  imbalance.LawOfLoss,
	Assumes: "Whether the record took part was as likely as not beforehand. " + imbalance.PoissonOnly}, network.guess),
	imbalance.AllowedByPair("the stated pair, with and without one record",
		func(q network) privacy.Claim { return privacy.Claim{Epsilon: q.trial.Epsilon, Delta: q.trial.Slack} }))

// filled returns the words of the lead that are no readings.
func (q network) filled() map[string]string {
	words := imbalance.OfRecords(q.records)
	imbalance.FillTaken(words, q.taken())
	imbalance.FillSlack(words, q.trial.Slack, q.records.Len())
	return words
}

// Sentences on a network that finds the rare class.
const (
	found        = "Yes: G-mean {g-mean} at ε = {epsilon} after {steps} steps"
	besideLinear = "a linear model with a public threshold ({g-mean-threshold})."
)

var networkLead = view.Lead{
	Trials: true,
	Answers: []view.Variant{
		{When: view.Lacks("verdict"),
			Text: "Nobody can say: no held-out records of one class, so G-mean has no value; use more records."},
		{When: view.Decides("undecided"),
			Text: "{verdict}, from one split: G-mean {g-mean} at ε = {epsilon}; a linear model with a public threshold has {g-mean-threshold}."},
		{When: view.Decides("unclear"),
			Text: "{verdict}: G-mean {g-mean} at ε = {epsilon}, not clearly above guessing (50 %); a linear model with a public threshold has {g-mean-threshold}."},
		{When: view.Decides("no"),
			Text: "{verdict}: G-mean {g-mean} at ε = {epsilon} lies below guessing (50 %); a linear model with a public threshold has {g-mean-threshold}."},
		{When: view.Decides("same"),
			Text: "{verdict} with a public threshold: G-mean {g-mean} at ε = {epsilon} after {steps} steps."},
		{When: view.Decides("better"), Text: found + "; better than " + besideLinear},
		{When: view.Decides("worse"), Text: found + "; worse than " + besideLinear},
		{Text: found + "; no clear gain over " + besideLinear},
	},
	Prices: view.Either(imbalance.OfNoise, view.Branch{Variants: view.TaskPart.Price()}),
	Warnings: []view.Variant{
		view.LargeDelta,
		imbalance.WarnsFew, imbalance.WarnsUnlike, imbalance.WarnsSlack,
		view.HardlyAny,
		imbalance.WarnsTaken,
	},
}
