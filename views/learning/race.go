package learning

import (
	"context"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/engine/training"
	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/learners/loss"
	"dpscope/views/control"
	"dpscope/views/publishing"
	"dpscope/views/view"
)

var raceMenu = param.Menu[func(race, []training.Repeats) engine.Figure]{Name: "curve", Label: "show",
	Help: "What is shown after every epoch.",
	Kinds: []param.Kind[func(race, []training.Repeats) engine.Figure]{
		control.Option("both", "both labels",
			"AUC on true labels of held-out records, and that on the flipped labels trained on, which rises where flips are "+
				"memorised.", runsOfOurOwn, race.both),
		control.Option("true", "on true labels", "AUC on true labels of held-out records, of every loss.", runsOfOurOwn, race.onTrue),
		control.Option("flipped", "on flipped labels", "AUC on the flipped labels that were trained on, of every loss: what is memorised.",
			runsOfOurOwn, race.onFlipped),
	}}

// Race trains the losses side by side on flipped labels.
var Race = view.Of(view.Declaration[race]{
	Name:     "race",
	Label:    "memorising",
	Takes:    []view.Take{{File: view.Table, Control: "data"}},
	Also:     "memorize, memorise, memorizing, memorisation, memorization, overfitting, early stopping",
	NoPython: "losses are trained here, epoch by epoch",
	Budget:   view.BudgetOfLabel,
	Model:    view.Locally,
	Runs:     "seed",
	Title:    "Losses trained on flipped labels, epoch by epoch",
	Question: "Which loss learns the truth, and which memorises flips?",
	About: "Scores are trained here, on labels that the exponential mechanism flipped, once by each loss on the same records. After every epoch: AUC on the true labels of " +
		"held-out records, and AUC on the flipped labels trained on. Where the second rises above what it would be without memorising, flips are memorised.",
	Source:     runsOfOurOwn,
	Form:       trainingForm(raceMenu),
	Defaults:   fileWords,
	Ask:        askRace,
	Lead:       raceLead,
	Filled:     race.filled,
	Sees:       []view.Sees{publishing.Sees},
	Readings:   raceReadings,
	Provenance: func(ctx context.Context, q race) (engine.Note, error) { return q.whose(ctx) },
	Draw:       drawRace,
	Tries:      []view.Try{{On: "epsilon", Do: view.MuchLess, Called: "ε", Shows: "more flips, and see which loss still finds the truth."}},
	Presets: []view.Preset{
		{Name: "barrier", Title: "The barrier hinge learns the truth, where the logistic loss learns the flips",
			Query: "loss=barrier&beside=logistic&curve=both&model=mlp&objective=ber&optimiser=amsgrad&b=200&r=50&hidden=64&rate=0.001&epsilon=0.5&n=1000&epochs=50&decay=0.0001&seeds=1&seed=1"},
		{Name: "logistic", Title: "The logistic loss: what it memorises of the flips it loses of the truth",
			Query: "loss=logistic&beside=nothing&curve=both&model=mlp&objective=ber&optimiser=amsgrad&hidden=64&rate=0.001&epsilon=0.5&n=1000&epochs=50&decay=0.0001&seeds=1&seed=1"},
		{Name: "all", Title: "All seven losses on true labels",
			Query: "loss=barrier&beside=all&curve=true&model=mlp&objective=ber&optimiser=amsgrad&b=200&r=50&hidden=64&rate=0.001&epsilon=0.5&n=1000&epochs=50&decay=0.0001&seeds=1&seed=1"},
		{Name: "heart", Title: "All seven on the flipped labels: what is memorised",
			Query: "loss=squared&beside=all&curve=flipped&model=mlp&objective=ber&optimiser=amsgrad&hidden=64&rate=0.001&epsilon=0.5&n=1000&epochs=50&decay=0.0001&seeds=1&seed=1"},
		{Name: "decay", Title: "Weight decay undoes most of it",
			Query: "loss=logistic&beside=nothing&curve=both&model=mlp&objective=ber&optimiser=amsgrad&hidden=64&rate=0.001&epsilon=0.5&n=1000&epochs=50&decay=0.1&seeds=1&seed=1"},
		{Name: "patience", Title: "So does early stopping, which sees only flipped labels",
			Query: "loss=logistic&beside=nothing&curve=both&model=mlp&objective=ber&optimiser=amsgrad&hidden=64&rate=0.001&epsilon=0.5&n=1000&epochs=50&patience=5&decay=0.0001&seeds=1&seed=1"},
		{Name: "linear", Title: "A linear model has little room for flips",
			Query: "loss=barrier&beside=all&curve=true&model=linear&objective=ber&optimiser=amsgrad&b=200&r=50&rate=0.01&epsilon=0.5&n=1000&epochs=50&decay=0.0001&seeds=1&seed=1"},
		{Name: "pairs", Title: "Trained by pairs, for AUC",
			Query: "loss=sigmoid&beside=nothing&curve=both&model=mlp&objective=auc&optimiser=amsgrad&hidden=64&rate=0.001&epsilon=0.5&n=1000&epochs=50&decay=0.0001&seeds=1&seed=1"},
		{Name: "runaway", Title: "A learning rate at which training diverges",
			Query: "loss=squared&beside=nothing&curve=both&model=mlp&objective=ber&optimiser=sgd&hidden=64&rate=0.2&epsilon=1.5&n=1000&epochs=50&decay=0.0001&seeds=1&seed=1"},
	},
})

// race asks how some losses fare, epoch by epoch.
type race struct {
	entrants
	draw func(race, []training.Repeats) engine.Figure
}

func askRace(_ context.Context, v param.Values) (race, error) {
	e, err := entering(v)
	q := race{entrants: e}
	if err != nil {
		return q, err
	}
	q.place = q.focus
	q.runs = trial.NewExperiment[training.Repeats](q.each, q.seeds)
	q.draw, err = raceMenu.New(v)
	return q, err
}

// ended returns the trainings by the chosen loss; a single answer needs no others.
func (q race) ended(ctx context.Context) (training.Repeats, error) {
	if work.Alone(ctx) {
		return q.entrants.ended(ctx)
	}
	all, err := q.runs.All(ctx)
	if err != nil {
		return nil, err
	}
	return all[q.focus], nil
}

// knowing returns the question with what has been run; all answers are read from it.
func (q race) knowing(runs []training.Repeats) race {
	q.runs, q.parts = q.runs.Knowing(runs), true
	return q
}

// titleOf returns the title of a loss.
func titleOf(name string) string {
	kind, _ := loss.All.Find(name)
	return kind.Title
}
