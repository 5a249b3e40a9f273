package learning

import (
	"context"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/engine/training"
	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/view"
)

var (
	measures = param.Menu[measure]{Name: "measure", Label: "drawn",
		Help: "What is drawn against the budget.",
		Kinds: []param.Kind[measure]{
			control.Option("auc", "AUC on true labels", "How well true labels of records not seen are told apart.", paper+", Tables III to V, AUC", measure{"auc", "AUC on true labels, not seen", testAUC}),
			control.Option("ber", "balanced accuracy", "Of the sign of the score, on records not seen.", paper+", Tables III to V, where it is called BER",
				measure{"ber", "balanced accuracy, not seen", testBalanced}),
			control.Option("flipped", "AUC on flipped labels", "On the labels trained on: what is learnt by heart.", runsOfOurOwn, measure{"", "AUC on the flipped labels trained on", noisyAUC}),
		}}

	printedMenu = param.Menu[string]{Name: "printed", Label: "as printed",
		Help:  "Which numbers of the paper stand beside: airplanes told from another class of CIFAR-10 by a convolutional network.",
		Kinds: printedKinds()}
)

// measure is a quantity to draw, and what the paper's tables call it; empty:
// they have none.
type measure struct {
	printed, title string
	of             training.Quantity
}

func printedKinds() []param.Kind[string] {
	kinds := []param.Kind[string]{control.Option("nothing", "nothing", "Our own runs alone.", "none", "")}
	for _, pair := range training.Pairs {
		kinds = append(kinds, control.Option(pair, "airplane, "+pair, "Airplanes against the class "+pair+", with about as many records.", paper+", Tables III to V", pair))
	}
	return kinds
}

// Learning trains at every budget, and asks what is learnt of the truth.
var Learning = view.Of(view.Declaration[learning]{
	Name:     "learning",
	Group:    view.Learning,
	Title:    "What is learnt against the budget",
	Question: "How much privacy can my labels have before nothing is learnt?",
	About: "Scores are trained here on labels that the exponential mechanism flipped, at seven budgets and at the one chosen, over several seeds: the mean, and a band of " +
		"one standard deviation. The paper's own numbers, of images and as printed, may stand beside.",
	Source:   runsOfOurOwn,
	Form:     trainingForm(measures, printedMenu),
	Words:    fileWords,
	Ask:      askLearning,
	Readings: learningReadings,
	Whose:    func(ctx context.Context, q learning) (engine.Note, error) { return q.whose(ctx) },
	Draw:     drawLearning,
	Presets: []view.Preset{
		{Name: "barrier", Title: "The barrier hinge beside the logistic loss, by a linear score", Query: "data=gauss2&loss=barrier&beside=logistic&measure=auc&printed=nothing&model=linear&objective=ber&optimiser=amsgrad&b=200&r=50&rate=0.01&epsilon=1&n=1000&epochs=20&decay=0.0001&seeds=3&seed=1"},
		{Name: "hidden", Title: "One hidden layer: at small ε the logistic loss learns the flips", Query: "data=gauss2&loss=barrier&beside=logistic&measure=auc&printed=nothing&model=mlp&objective=ber&optimiser=amsgrad&b=200&r=50&hidden=64&rate=0.003&epsilon=1&n=1000&epochs=20&decay=0.0001&seeds=1&seed=1"},
		{Name: "heart", Title: "What the logistic loss learns by heart", Query: "data=gauss2&loss=logistic&beside=nothing&measure=flipped&printed=nothing&model=mlp&objective=ber&optimiser=amsgrad&hidden=64&rate=0.003&epsilon=1&n=1000&epochs=20&decay=0.0001&seeds=1&seed=1"},
		{Name: "cat", Title: "Beside the paper's Table III: airplanes and cats", Query: "data=gauss2&loss=barrier&beside=nothing&measure=auc&printed=cat&model=linear&objective=ber&optimiser=amsgrad&b=200&r=50&rate=0.01&epsilon=1&n=1000&epochs=20&decay=0.0001&seeds=3&seed=1"},
		{Name: "accuracy", Title: "Balanced accuracy, which the paper calls BER, beside its Table V", Query: "data=gauss2&loss=sigmoid&beside=nothing&measure=ber&printed=dog&model=linear&objective=ber&optimiser=amsgrad&rate=0.01&epsilon=1&n=1000&epochs=20&decay=0.0001&seeds=3&seed=1"},
	},
})

// learning asks what is learnt at one budget, and at those of the paper.
type learning struct {
	entrants
	trials  []training.Trial // losses by budgets, and the chosen trial at the end
	measure measure
	pair    string // of the paper's tables; empty: none
}

func askLearning(_ context.Context, v param.Values) (learning, error) {
	e, err := entering(v)
	q := learning{entrants: e}
	if err != nil {
		return q, err
	}
	if q.measure, err = measures.New(v); err != nil {
		return q, err
	}
	if q.pair, err = printedMenu.New(v); err != nil {
		return q, err
	}
	for i, t := range q.each {
		t.LastOnly = true
		q.each[i] = t
		for _, epsilon := range training.PrintedBudgets {
			if t.Flips, err = mechanisms.NewLabelExponential(epsilon); err != nil {
				return q, err
			}
			q.trials = append(q.trials, t)
		}
	}
	q.trials = append(q.trials, q.training())
	q.own = work.NewOnce(func(ctx context.Context) (training.Repeats, error) {
		return trial.Repeat[training.Repeats](ctx, q.training(), q.seeds)
	})
	return q, nil
}

// knowing is the question with what has been run.
func (q learning) knowing(runs []training.Repeats) learning {
	q.own = work.Given(runs[len(runs)-1])
	return q
}
