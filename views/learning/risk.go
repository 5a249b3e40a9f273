package learning

import (
	"context"
	"math"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/engine/training"
	"dpscope/engine/work"
	"dpscope/learners/loss"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/publishing"
	"dpscope/views/view"
)

// modelsShown is the number of random models that are compared.
const modelsShown = 50

var (
	riskRecords = param.Param{Name: "n", Symbol: "n", Label: "records", Unit: "records",
		Help: "Simulated records that the risks are averaged over, half of each class.",
		Min:  2, Max: 500, Low: 2, High: 500, Default: 200, Scale: param.Count}
	scoreScale = param.Param{Name: "scale", Symbol: "s", Label: "score scale",
		Help: "Scale of the scores: the median |score| over the models.",
		Min:  1e-3, Max: 1e4, Low: 0.1, High: 100, Default: 1, Scale: param.Log}

	riskMenu = param.Menu[training.Risk]{Name: "objective", Label: "risk",
		Help: "How the loss is averaged; the share of positive records has no bearing on either.",
		Kinds: []param.Kind[training.Risk]{
			control.Option("auc", "AUC risk", "Mean over pairs of a positive and a negative record of the loss of their scores' difference.",
				paper+", section IV", training.AUC),
			control.Option("ber", "balanced error", "Half of the mean loss of the positive records, and half of that of the negative ones.",
				paper+", section IV", training.Balanced),
		}}
	flipsMenu = param.Menu[bool]{Name: "flips", Label: "flips",
		Help: "Whether the noisy risk is the mean over flips, or that of one draw.",
		Kinds: []param.Kind[bool]{
			control.Option("mean", "mean over flips", "What symmetry is about: the noisy risk in the mean over all flips that leave both labels.",
				"Charoenphakdee, Lee & Sugiyama 2019, Theorems 1 and 2", false),
			control.Option("drawn", "one draw", "The labels as they are published once: what training sees.", paper+", section II", true),
		}}
)

// modelRisks compares the risks of random models under true and flipped labels.
var modelRisks = view.Of(view.Declaration[risk]{
	Name:     "losses",
	NoPython: "models are drawn at random and judged on simulated records",
	Budget:   view.BudgetOfLabel,
	Model:    view.Locally,
	Runs:     "seed",
	Title:    "Noisy risk against clean risk",
	Question: "Do noisy labels still pick the best model?",
	About: "Fifty linear models, drawn at random, over two normal classes: the risk of each under the true labels, and under labels that the exponential " +
		"mechanism flips. Where the loss is symmetric at all their scores, one is a straight line of the other and the order of the models is kept; otherwise they are a cloud.",
	Source: paper + ", section IV; Charoenphakdee, Lee & Sugiyama 2019 (ICML), Theorems 1 and 2",
	Form: param.Form{
		Choices: []param.Choice{loss.All, riskMenu, flipsMenu},
		Params:  []param.Param{mechanisms.LabelEpsilon, scoreScale, riskRecords, control.Seed},
		Spelled: publishing.Spelled,
	},
	Ask:        askRisk,
	Provenance: func(_ context.Context, q risk) (engine.Note, error) { return q.whose(), nil },
	Lead:       riskLead,
	Filled:     risk.filled,
	Sees:       []view.Sees{publishing.Sees},
	Readings:   riskReadings,
	Draw:       drawRisk,
	Tries:      []view.Try{{On: "epsilon", Do: view.MuchLess, Called: "ε", Shows: "more flips; see whether the best model is still picked."}},
	Presets: []view.Preset{
		{Name: "risk-barrier", Title: "The barrier hinge: a straight line, and every model keeps its place",
			Query: "loss=barrier&objective=auc&flips=mean&b=200&r=50&epsilon=0.5&scale=1&n=200&seed=1"},
		{Name: "risk-logistic", Title: "The logistic loss: a cloud, and a worse model wins",
			Query: "loss=logistic&objective=auc&flips=mean&epsilon=0.5&scale=1&n=200&seed=1"},
		{Name: "risk-narrow", Title: "A barrier that is too narrow: scores run into its walls",
			Query: "loss=barrier&objective=auc&flips=mean&b=200&r=3&epsilon=0.5&scale=1&n=200&seed=1"},
		{Name: "drawn", Title: "One draw of flips: the line holds in the mean only",
			Query: "loss=sigmoid&objective=auc&flips=drawn&epsilon=0.5&scale=1&n=200&seed=1"},
		{Name: "risk-squared", Title: "The squared loss of the balanced error",
			Query: "loss=squared&objective=ber&flips=mean&epsilon=0.5&scale=1&n=200&seed=1"},
		{Name: "weak", Title: "At ε = 5 hardly a label flips, and any loss is good enough",
			Query: "loss=logistic&objective=auc&flips=mean&epsilon=5&scale=1&n=200&seed=1"},
	},
})

// risk asks what noisy risks tell about clean ones.
type risk struct {
	kind  param.Kind[loss.Loss]
	m     mechanisms.LabelFlip
	mean  training.MeanFlips
	limit training.MixedLabels
	drawn bool
	training.Scorers
	risks *work.Once[training.Comparison]
}

func askRisk(_ context.Context, v param.Values) (risk, error) {
	n := v.Get(riskRecords)
	q := risk{Scorers: training.Scorers{
		Positives: int(math.Ceil(n / 2)), Negatives: int(math.Floor(n / 2)), Count: modelsShown,
		Scale: v.Get(scoreScale), Seed: uint64(v.Get(control.Seed)),
	}}
	var err error
	if q.kind, err = loss.All.Picked(v); err != nil {
		return q, err
	}
	if q.Loss, err = q.kind.New(v); err != nil {
		return q, err
	}
	q.Risk = riskMenu.Chosen(v)
	q.drawn = flipsMenu.Chosen(v)
	if q.m, err = mechanisms.NewLabelFlip(v.Get(mechanisms.LabelEpsilon)); err != nil {
		return q, err
	}
	q.mean, q.limit = training.FlipAll(q.m, q.Positives, q.Negatives), training.Mix(q.m, float64(q.Positives)/n)
	q.risks = work.NewOnce(func(ctx context.Context) (training.Comparison, error) {
		return q.Compare(ctx, q.m, q.mean, q.drawn)
	})
	return q, nil
}

// Mechanism returns the mechanism that flips the labels.
func (q risk) Mechanism() mechanisms.LabelFlip { return q.m }

// flat returns up to which score, or difference of scores, the loss is symmetric.
func (q risk) flat() float64 { return q.Loss.Traits().Flat }
