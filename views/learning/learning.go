package learning

import (
	"context"
	"slices"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/engine/training"
	"dpscope/engine/trial"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/publishing"
	"dpscope/views/view"
)

var (
	measures = param.Menu[measure]{Name: "measure", Label: "show",
		Help: "What is shown against the budget.",
		Kinds: []param.Kind[measure]{
			control.Option("sure", "AUC, 95 % confidence", "The AUC on true labels that is reached with 95 % confidence: the lower end of its interval over trainings, "+
				"at each ε tried. Of one training the AUC itself.", runsOfOurOwn,
				measure{printed: "auc", title: "AUC on true labels", of: testAUC, sure: true}),
			control.Option("auc", "AUC, mean", "How well held-out records are ranked by their true labels: the mean over trainings, with its interval at 95 %.",
				paper+", Tables III to V, AUC", measure{printed: "auc", title: "AUC on true labels", of: testAUC}),
			control.Option("ber", "balanced accuracy", "Of the sign of the score, on held-out records.",
				paper+", Tables III to V, where it is called BER",
				measure{printed: "ber", title: "balanced accuracy", of: testBalanced}),
			control.Option("flipped", "AUC on flipped labels", "On the labels trained on: what is memorised.", runsOfOurOwn,
				measure{title: "training AUC, flipped labels", of: noisyAUC}),
		}}

	aucTarget = param.Param{Name: "target", Symbol: "target", Label: "AUC",
		Help: "The AUC on true labels that is to be reached: the smallest budget tried is sought whose interval lies above it.",
		Min:  0.5, Max: 1, Open: true, Low: 0.55, High: 0.99, Default: 0.9, Fine: 0.01, Coarse: 0.05, Role: param.Target}

	printedMenu = param.Menu[string]{Name: "printed", Label: "paper's table",
		Help:  "Which numbers of the paper to compare with: airplanes told from another class of CIFAR-10 by a convolutional network.",
		Kinds: printedKinds()}
)

// measure is a quantity to draw, with its name in the paper's tables; empty: they do not have it.
type measure struct {
	printed, title string
	of             training.Quantity
	sure           bool // the value reached with 95 % confidence is drawn
}

func printedKinds() []param.Kind[string] {
	kinds := []param.Kind[string]{control.Option("nothing", "none", "Our own runs alone.", "none", "")}
	for _, pair := range training.Pairs {
		kinds = append(kinds, control.Option(pair, "airplane, "+pair, "Airplanes against the class "+pair+", with about as many records.",
			paper+", Tables III to V", pair))
	}
	return kinds
}

// learningForm returns the controls of all views of trainings, and the target.
func learningForm() param.Form {
	f := trainingForm(measures, printedMenu)
	f.Params = slices.Insert(f.Params, 1, aucTarget)
	return f
}

// Learning trains at every budget, and asks how much of the truth is learned.
var Learning = view.Of(view.Declaration[learning]{
	Name:     "learning",
	Label:    "how private",
	Takes:    []view.Take{{File: view.Table, Control: "data"}},
	Also:     "private labels, equivalent labels",
	NoPython: "losses are trained here over budgets and seeds",
	Budget:   view.BudgetOfLabel,
	Model:    view.Locally,
	Title:    "What is learned against the budget",
	Question: "How private can labels be before learning stops?",
	About: "Scores are trained here on labels that the exponential mechanism flipped, at seven budgets and at the one chosen, over several seeds: the AUC " +
		"that is reached with 95 % confidence, or the mean with its interval. The paper's own numbers, of images, may stand beside.",
	Source:     runsOfOurOwn,
	Form:       learningForm(),
	Defaults:   fileWords,
	Ask:        askLearning,
	Lead:       learningLead,
	Filled:     learning.filled,
	Sees:       []view.Sees{publishing.Sees},
	Readings:   learningReadings,
	Provenance: func(ctx context.Context, q learning) (engine.Note, error) { return q.whose(ctx) },
	Draw:       drawLearning,
	Tries:      []view.Try{{On: "epsilon", Do: view.MuchLess, Called: "ε", Shows: "more flips, and see what is still learned."}},
	Presets: []view.Preset{
		{Name: "barrier", Title: "The barrier hinge beside the logistic loss, by a linear model",
			Query: "data=gauss2&loss=barrier&beside=logistic&measure=sure&printed=nothing&model=linear&objective=ber&optimiser=amsgrad&b=200&r=50&rate=0.01&epsilon=0.5&n=1000&epochs=20&decay=0.0001&seeds=3&target=0.9&seed=1"},
		{Name: "hidden", Title: "One hidden layer: at small ε the logistic loss memorises the flips",
			Query: "data=gauss2&loss=barrier&beside=logistic&measure=auc&printed=nothing&model=mlp&objective=ber&optimiser=amsgrad&b=200&r=50&hidden=64&rate=0.003&epsilon=0.5&n=1000&epochs=20&decay=0.0001&seeds=1&target=0.9&seed=1"},
		{Name: "heart", Title: "What the logistic loss memorises",
			Query: "data=gauss2&loss=logistic&beside=nothing&measure=flipped&printed=nothing&model=mlp&objective=ber&optimiser=amsgrad&hidden=64&rate=0.003&epsilon=0.5&n=1000&epochs=20&decay=0.0001&seeds=1&target=0.9&seed=1"},
		{Name: "cat", Title: "Compared with the paper's Table III: airplanes and cats",
			Query: "data=gauss2&loss=barrier&beside=nothing&measure=auc&printed=cat&model=linear&objective=ber&optimiser=amsgrad&b=200&r=50&rate=0.01&epsilon=0.5&n=1000&epochs=20&decay=0.0001&seeds=3&target=0.9&seed=1"},
		{Name: "accuracy", Title: "Balanced accuracy, which the paper calls BER, compared with its Table V",
			Query: "data=gauss2&loss=sigmoid&beside=nothing&measure=ber&printed=dog&model=linear&objective=ber&optimiser=amsgrad&rate=0.01&epsilon=0.5&n=1000&epochs=20&decay=0.0001&seeds=3&target=0.9&seed=1"},
	},
})

// learning asks how much is learned at one budget, and at those of the paper.
type learning struct {
	entrants
	measure measure
	pair    string // in the paper's tables; empty: none
	target  float64
}

func askLearning(_ context.Context, v param.Values) (learning, error) {
	e, err := entering(v)
	q := learning{entrants: e, target: v.Get(aucTarget)}
	if err != nil {
		return q, err
	}
	q.measure = measures.Chosen(v)
	if q.pair, err = printedMenu.New(v); err != nil {
		return q, err
	}
	var trials []training.Trial // losses by budgets, and the chosen trial at the end
	for i, t := range q.each {
		t.LastOnly = true
		q.each[i] = t
		for _, epsilon := range training.Budgets {
			if t.Flips, err = mechanisms.NewLabelFlip(epsilon); err != nil {
				return q, err
			}
			trials = append(trials, t)
		}
	}
	q.place = len(trials)
	q.runs = trial.NewExperiment[training.Repeats](append(trials, q.training()), q.seeds)
	return q, nil
}

// knowing returns the question with what has been run.
func (q learning) knowing(runs []training.Repeats) learning {
	q.runs, q.parts = q.runs.Knowing(runs), true
	return q
}
