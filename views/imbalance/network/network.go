// Package network trains small networks by noisy steps.
package network

import (
	"context"
	"errors"

	"dpscope/engine"
	"dpscope/engine/composition"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/engine/rareclass"
	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/imbalance"
	"dpscope/views/view"
)

// Controls of a network that is trained here.
var (
	netEpsilon = param.Param{Name: "epsilon", Symbol: "ε", Label: "budget",
		Help: "Privacy budget of the whole training, where one record may be added or removed.",
		Min:  1e-2, Max: 50, Low: 0.05, High: 10, Default: 1, Scale: param.Log, Least: true, Words: privacy.Words}
	netClip = param.Param{Name: "gradient-clip", Symbol: "C", Label: "gradient clip",
		Help: "A gradient over all layers is clipped to this norm before it is weighted; the noise of a step is σ times as large.",
		Min:  1e-3, Max: 100, Low: 0.01, High: 10, Default: 1, Scale: param.Log}
	netRate, netSteps = imbalance.Opening(imbalance.DescentRate, 0.05), imbalance.Opening(imbalance.DescentSteps, 500)

	netPace = param.Param{Name: "pace", Symbol: "η", Label: "rate",
		Help: "Learning rate: how far a step goes along the noisy mean gradient.",
		Min:  1e-4, Max: 100, Low: 0.01, High: 10, Default: 0.1, Scale: param.Log}
	netUnits = param.Param{Name: "hidden", Symbol: "h", Label: "hidden units",
		Help: "Units of the hidden layer, with ReLU. More weights get more noise in all.",
		Min:  1, Max: 256, Low: 4, High: 64, Default: 16, Scale: param.Count}

	netLearners = param.Menu[bool]{Name: "learner", Label: "learner",
		Help: "What is trained, by the same noisy steps.",
		Kinds: []param.Kind[bool]{
			{Name: "mlp", Title: "network", Help: "One hidden layer with ReLU.", Source: "Abadi & others 2016", Params: []param.Param{netUnits},
				New: func(param.Values) (bool, error) { return true, nil }},
			control.Option("linear", "linear", "A linear score: logistic regression.", "Abadi & others 2016", false),
		}}
	netBalances = param.Menu[bool]{Name: "balance", Label: "balance",
		Help: "What makes up for the rare class, by the declared ratio alone.",
		Kinds: []param.Kind[bool]{
			control.Option("weights", "public weights", "After its gradient is clipped, a record of the rare class counts 1 and another 1/r.",
				imbalance.Paper+", Algorithm 4, made sound", true),
			control.Option("threshold", "public threshold", "All count alike; positive from probability 1/(1+r) on, which costs no privacy.",
				imbalance.Derived, false),
		}}
	netPictures = param.Menu[netPicture]{Name: "drawn", Label: "show",
		Help: "What the picture shows of the steps.",
		Kinds: []param.Kind[netPicture]{
			control.Option[netPicture]("course", "G-mean and loss",
				"How well a step finds both classes of held-out records, the mean over splits. Only the records' owner may see it.", imbalance.RunHere, drawTraining),
			control.Option[netPicture]("norms", "gradient norms",
				"The norms of a step's gradients before they are clipped, on the first split. Only the records' owner may see them.", imbalance.RunHere, drawNorms),
			control.Option[netPicture]("spent", "ε spent", "What the steps so far have spent, by the privacy loss distribution. Anyone may see it.",
				imbalance.LawOfLoss, drawSpent),
		}}
)

// netPicture is a way to draw a training.
type netPicture func(context.Context, network, func(engine.Sheet)) (engine.Sheet, error)

// View trains a network by DP-SGD, live, and asks whether it finds a rare class.
var View = view.Of(view.Declaration[network]{
	Name:     "network",
	Label:    "network",
	Takes:    []view.Take{{File: view.Table, Control: "data"}},
	Also:     "neural network, deep learning, pytorch, tensorflow",
	NoPython: "a network is trained here, step by step",
	NoteRows: 2,
	Budget:   imbalance.BudgetOfTraining,
	Model:    view.Centrally,
	Title:    "A private network, step by step",
	Question: "Does a network trained with DP-SGD find the rare class?",
	About: "A network of a CSV file, or of a simulated mixture, trained here by noisy gradients on seeded splits, beside a linear model of the same steps, noise and guarantee with a public threshold; " +
		"20 % of each class is held out. One record may be missing; in “approaches” it may be replaced, which takes more noise, " +
		"and features are as they are: its numbers differ.",
	Source: imbalance.Paper + ", Algorithm 4, made sound: clipped, then weighted by public weights, noise once a step; run here",
	Form: param.Form{
		Choices:  []param.Choice{netPictures, netLearners, netBalances, imbalance.Scalings},
		Texts:    []param.Text{imbalance.RecordsText, imbalance.LabelText, imbalance.PositiveText},
		Params:   []param.Param{netEpsilon, imbalance.FitSlack, netClip, netRate, netSteps, netPace, imbalance.DeclaredRatio, imbalance.Fits, control.Seed},
		AsNeeded: []string{imbalance.LabelText.Name, imbalance.PositiveText.Name},
	},
	Defaults: imbalance.WeightsWords,
	Ask:      askNetwork,
	Lead:     networkLead,
	Filled:   network.filled,
	Sees:     imbalance.SeesTraining(view.LeftOut),
	Readings: networkReadings,
	Provenance: view.Stated(func(q network) engine.Note {
		return q.sourced().Whose("clip", imbalance.Unkept(q.taken()))
	}),
	Draw: func(ctx context.Context, q network, _ view.Readings, show func(engine.Sheet)) (engine.Sheet, error) {
		return q.draw(ctx, q, show)
	},
	Tries: []view.Try{
		{When: view.Picks(netPictures, "course"), On: "drawn", Do: view.More, Called: "show", Shows: "the gradient norms, and how many the clip cuts."},
		{On: "epsilon", Do: view.MuchLess, Called: "ε", Shows: "less budget, and see what noise leaves of it."},
	},
	Presets: []view.Preset{
		{Name: "start", Title: "The mixture: a network beside a linear model, at the same guarantee",
			Query: "drawn=course&learner=mlp&hidden=16&balance=weights&scaling=asis&epsilon=1&delta=1e-6&gradient-clip=1&q=0.05&steps=500&pace=0.1&imbalance=9&seeds=10&seed=1"},
		{Name: "norms", Title: "What the clip cuts of the gradients",
			Query: "drawn=norms&learner=mlp&hidden=16&balance=weights&scaling=asis&epsilon=1&delta=1e-6&gradient-clip=1&q=0.05&steps=500&pace=0.1&imbalance=9&seeds=10&seed=1"},
		{Name: "spent", Title: "ε, step by step", Query: "drawn=spent&learner=mlp&hidden=16&balance=weights&scaling=asis&epsilon=1&delta=1e-6&gradient-clip=1&q=0.05&steps=500&pace=0.1&imbalance=9&seeds=10&seed=1"},
		{Name: "little", Title: "Little budget: the noise has the last word",
			Query: "drawn=course&learner=mlp&hidden=64&balance=weights&scaling=asis&epsilon=0.1&delta=1e-6&gradient-clip=1&q=0.05&steps=500&pace=0.1&imbalance=9&seeds=10&seed=1"},
		{Name: "linear", Title: "The linear model itself, with a public threshold",
			Query: "drawn=course&learner=linear&balance=threshold&scaling=asis&epsilon=1&delta=1e-6&gradient-clip=1&q=0.05&steps=500&pace=0.1&imbalance=9&seeds=10&seed=1"},
	},
})

// network asks how a network trained with noise does.
type network struct {
	records rareclass.Records
	trial   rareclass.NetworkTrial
	own     bool // the ratio is the records' own
	seeds   int
	picture string
	draw    netPicture
	runs    trial.Experiment[rareclass.Trainings] // the chosen one and the linear one beside it
	spent   *work.Once[composition.Bounds]
}

// bounds returns what the steps spend.
func (q network) bounds(ctx context.Context) (composition.Bounds, error) { return q.spent.Get(ctx) }

func askNetwork(ctx context.Context, v param.Values) (network, error) {
	q := network{seeds: int(v.Get(imbalance.Fits)), picture: v.Picked(netPictures).Name}
	var err error
	if q.trial.Source, err = imbalance.SourceOf(v); err != nil {
		return q, err
	}
	if q.records, err = q.trial.Source.Open(ctx); err != nil {
		return q, err
	}
	if q.draw, err = netPictures.New(v); err != nil {
		return q, err
	}
	q.trial.Weighted = netBalances.Chosen(v)
	deep, err := netLearners.New(v)
	if err != nil {
		return q, err
	}
	if deep {
		q.trial.Hidden = int(v.Get(netUnits))
	}
	if v.Get(imbalance.FitSlack) == 0 {
		return q, errors.New("delta = 0: Gaussian noise gives no guarantee without a δ; 1e-6 is enough")
	}
	q.trial.Descent = rareclass.Descent{Rate: v.Get(netRate), Steps: int(v.Get(netSteps)), Clip: v.Get(netClip), Pace: v.Get(netPace)}
	q.trial.Epsilon, q.trial.Slack, q.trial.Seed = v.Get(netEpsilon), v.Get(imbalance.FitSlack), uint64(v.Get(control.Seed))
	q.trial.Ratio, q.own = imbalance.RatioOf(v, q.records)
	q.runs = trial.NewExperiment[rareclass.Trainings]([]rareclass.NetworkTrial{q.trial, q.trial.Linear()}, q.seeds)
	q.spent = work.NewOnce(func(ctx context.Context) (composition.Bounds, error) {
		b, err := q.budget(ctx)
		if err != nil {
			return composition.Bounds{}, err
		}
		return b.Bounds(ctx)
	})
	return q, nil
}

// budget returns the whole training as an accountant sees it.
func (q network) budget(ctx context.Context) (composition.Budget, error) {
	sigma, err := q.trial.Deviation(ctx)
	return composition.Budget{Rate: q.trial.Rate, Sigma: sigma, Steps: float64(q.trial.Steps), Delta: q.trial.Slack}, err
}

// knowing returns the question with what has been run.
func (q network) knowing(runs []rareclass.Trainings) network {
	if q.summary(runs[0]).Seeds == 0 || q.summary(runs[1]).Seeds == 0 {
		q.runs = q.runs.Later()
		return q
	}
	q.runs = q.runs.Knowing(runs)
	return q
}

// summary returns a summary of the G-mean, over the splits that have ended.
func (q network) summary(t rareclass.Trainings) known.Summary {
	return t.Summary(func(r rareclass.Trained) float64 { return r.GMean })
}

// sourced returns the records with what is declared about them.
func (q network) sourced() imbalance.Sourced {
	return imbalance.Sourced{Records: q.records, Scaling: q.trial.Source.Scaling, Ratio: q.trial.Ratio, Own: q.own}
}

// taken names what is taken from the records: weights and the threshold need the ratio.
func (q network) taken() []string { return q.sourced().Taken(true) }

// same reports whether the chosen training is the linear one beside it.
func (q network) same() bool { return q.trial == q.trial.Linear() }
