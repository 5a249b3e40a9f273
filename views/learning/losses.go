package learning

import (
	"context"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/learners/loss"
	"dpscope/views/control"
	"dpscope/views/view"
)

var (
	margin = param.Param{Name: "z", Symbol: "z", Label: "margin",
		Help: "The label, ±1, times the score: positive where the sign of the score is right.",
		Min:  -1e6, Max: 1e6, Low: -100, High: 100, Default: 3, Fine: 0.1, Coarse: 5}

	lossPictures = param.Menu[func(losses) engine.Sheet]{Name: "show", Label: "show",
		Help: "What is drawn of the loss.",
		Kinds: []param.Kind[func(losses) engine.Sheet]{
			control.Option("value", "loss and sum", "The loss of a record with its right label, loss(z), with its label flipped, loss(-z), and the sum of both.", paper+", section IV", losses.values),
			control.Option("slope", "derivative", "The gradient of a record, and the slope of the sum.", "the derivative of each loss",
				losses.slopes),
		}}
)

// Losses shows one loss, and whether its symmetric sum is flat, or the risks of models by it.
var Losses = view.OneOf{Key: "show", Label: "show", Help: "What is drawn: of the loss itself, or of models that it judges.",
	Sides: []view.Side{{View: oneLoss}, {View: modelRisks, Is: param.Option{Name: "models", Title: "models", Source: paper + ", section II",
		Help: "The risk of fifty models under true and under flipped labels."}}}}.View()

// oneLoss asks about one loss.
var oneLoss = view.Of(view.Declaration[losses]{
	Name:     "losses",
	Label:    "which loss",
	Also:     "loss functions, symmetric loss, hinge, cross entropy",
	NoPython: "how far a loss is from symmetric is found by a search along z",
	Budget:   "Nothing: no privacy is spent here. The page is about losses alone.",
	Model:    view.Locally,
	Title:    "A loss and its symmetric sum",
	Question: "Does this loss survive flipped labels?",
	About: "The loss of a margin z, its mirror image loss(-z), which a flipped label is charged, and their sum. Where the sum is the " +
		"same at every z the loss is " +
		"symmetric: on average over the flips the risks of all scores then change by one factor and one constant, and the best score stays the best.",
	Source:   paper + ", section IV; Charoenphakdee, Lee & Sugiyama 2019 (ICML); each loss names its own",
	Form:     param.Form{Choices: []param.Choice{loss.All, lossPictures}, Params: []param.Param{margin}},
	Ask:      askLosses,
	Lead:     lossLead,
	Sees:     []view.Sees{{Instead: view.NothingSpent}},
	Filled:   losses.filled,
	Readings: lossReadings,
	Draw: func(_ context.Context, q losses, _ view.Readings, _ func(engine.Sheet)) (engine.Sheet, error) {
		return q.draw(q), nil
	},
	Tries: []view.Try{{On: "loss", Do: view.More, Called: "loss", Shows: "see which other losses survive flips, and where."}},
	Presets: []view.Preset{
		{Name: "barrier", Title: "The barrier hinge of the paper: symmetric between its walls", Query: "loss=barrier&show=value&b=200&r=50&z=20"},
		{Name: "wall", Title: "Beyond the wall the gradient is 200 times as large", Query: "loss=barrier&show=slope&b=200&r=50&z=-52"},
		{Name: "narrow", Title: "A narrow barrier: symmetric from -1 to 1 only", Query: "loss=barrier&show=value&b=4&r=1&z=1.2"},
		{Name: "sigmoid", Title: "The sigmoid: symmetric everywhere, and not convex", Query: "loss=sigmoid&show=value&z=1"},
		{Name: "unhinged", Title: "The unhinged loss: symmetric and convex, and without a lower bound", Query: "loss=unhinged&show=value&z=1"},
		{Name: "logistic", Title: "The logistic loss: its sum grows away from z = 0", Query: "loss=logistic&show=value&z=-3"},
		{Name: "savage", Title: "The savage loss: its sum dips at z = 0", Query: "loss=savage&show=value&z=0"},
		{Name: "squared", Title: "Squared loss: confident mistakes dominate", Query: "loss=squared&show=slope&z=-3"},
	},
})

// losses asks about a loss at one margin.
type losses struct {
	kind    param.Kind[loss.Loss]
	setting param.Values // of its parameters
	loss    loss.Loss
	loss.Traits
	z    float64
	draw func(losses) engine.Sheet
}

func askLosses(_ context.Context, v param.Values) (losses, error) {
	q := losses{setting: v, z: v.Get(margin)}
	var err error
	if q.kind, err = loss.All.Picked(v); err != nil {
		return q, err
	}
	if q.loss, err = q.kind.New(v); err != nil {
		return q, err
	}
	q.Traits = q.loss.Traits()
	q.draw, err = lossPictures.New(v)
	return q, err
}
