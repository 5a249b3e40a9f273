package run

import (
	"context"

	"dpscope/engine"
	"dpscope/engine/composition"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/views/control"
	"dpscope/views/imbalance"
	"dpscope/views/view"
)

// A run as it drew its batches has these controls.
var (
	claimed = param.Param{Name: "claimed", Symbol: "claim", Label: "ε", Zero: "nothing",
		Help: "The ε that was claimed for the run, which is held against both ends; 0: nothing is claimed.", Min: 0, Max: 1e6, Low: 0, High: 20, Default: 0, Fine: 0.1, Coarse: 1, Role: param.Aside}

	pictures = param.Menu[picture]{Name: "show", Label: "show",
		Help: "What is drawn.",
		Kinds: []param.Kind[picture]{
			control.Option[picture]("epochs", "ε by its length", "The ε of the same run by its length, shuffled, in a fixed order and as an accountant has it.", control.Rehash, drawLengths),
			control.Option[picture]("sigma", "ε by σ", "The ε of the same run by its noise, shuffled, in a fixed order and as an accountant has it.", control.Rehash, drawNoises),
			control.Option[picture]("claim", "claimed and held", "Both ends beside what an accountant says, and what was claimed.", control.Rehash, drawClaim),
		}}
)

// picture draws a run.
type picture func(context.Context, drawn, func(engine.Sheet)) (engine.Figure, error)

// asDrawn says what holds for a run as it drew its batches.
var asDrawn = view.Of(view.Declaration[drawn]{
	Name:     "run",
	Label:    "a training run",
	Also:     "dp-sgd, dpsgd, opacus, tensorflow privacy, noise multiplier, batch, batch size, epochs, accountant, rdp accountant, moments accountant, sgd, private training, train, training, shuffle, shuffled, jax, gradient descent, shuffling, opacus script",
	NoPython: "the privacy loss of many steps is enclosed by integrals",
	Budget:   imbalance.BudgetOfTraining,
	Model:    view.Centrally,
	Title:    "Is this training private?",
	Question: "Is this training run private?",
	About: "What ε a run of DP-SGD keeps by the way it really drew its batches: at least and at most, beside what an accountant says, which assumes a coin for every record in every step. " +
		"In a fixed order the run is a Gaussian mechanism; no order in which each record comes once an epoch is worse. From below, the largest sum of an epoch is looked at.",
	Source: control.Rehash + "; re-derived",
	Form: param.Form{Choices: []param.Choice{pictures, control.Drawings, control.Sizes, control.Lengths, control.Lasts, control.Relations},
		Params: []param.Param{control.Sigma, imbalance.Slack, claimed, imbalance.Goal}},
	Ask:    askDrawn,
	Orders: []view.Inequality{{Less: "epsilon-at-least", More: "epsilon-at-most"}, {Less: "attacker-right-at-least", More: "attacker-right", Told: true}},
	Lead:   drawnLead,
	Filled: drawn.filled,
	Sees: []view.Sees{
		{When: view.Lacks("epsilon-at-most"), Raw: view.Trainer, Protected: view.OneRecord, Instead: "No ε is known."},
		{When: view.Picked("neighbours", "left-out"), Raw: view.Trainer, Protected: view.OneRecord, Neighbours: view.LeftOut, Epsilon: "ε {epsilon-at-most}", Reasons: view.LessTelling("runs")},
		{When: view.Picked("neighbours", "replaced"), Raw: view.Trainer, Protected: view.OneRecord, Neighbours: view.AnyOther, Epsilon: "ε {epsilon-at-most}", Reasons: view.LessTelling("runs")},
		{Raw: view.Trainer, Protected: view.OneRecord, Neighbours: view.Zeroed, Epsilon: "ε {epsilon-at-most}", Reasons: view.LessTelling("runs")},
	},
	Readings: drawnReadings,
	Provenance: view.Stated(func(drawn) engine.Note {
		return engine.Note{Text: "n is public; continuous noise, on the sum of clipped gradients"}
	}),
	Moving: func(_ context.Context, q drawn) (less drawn, found bool) {
		q.bounds, q.moving = work.NewOnce(q.Coarse), true
		return q, true
	},
	Draw: func(ctx context.Context, q drawn, _ view.Readings, show func(engine.Sheet)) (engine.Sheet, error) {
		f, err := q.draw(ctx, q, show)
		return engine.Sheet{Figure: f}, err
	},
	Tries: []view.Try{
		{When: view.Picks(control.Drawings, "shuffled"), On: "drawn", Do: view.More, Called: "batches", Shows: "the same run in one order, or drawn by coins."},
		{On: "sigma", Do: view.MuchMore, Called: "σ", Shows: "more noise, and see both ends fall."},
	},
	Presets: []view.Preset{
		{Name: "shuffled", Title: "Shuffled batches: an accountant's 1.14 is between 6.00 and 20.6",
			Query: "show=epochs&drawn=shuffled&size=batch&records=60000&batch=256&length=epochs&epochs=15&last=kept&neighbours=zeroed&sigma=1.1&delta=1e-5&claimed=0&target=2"},
		{Name: "claim", Title: "A claim of 1.14 that does not hold",
			Query: "show=claim&drawn=shuffled&size=batch&records=60000&batch=256&length=epochs&epochs=15&last=kept&neighbours=zeroed&sigma=1.1&delta=1e-5&claimed=1.14&target=2"},
		{Name: "coins", Title: "The same run drawn by coins keeps it",
			Query: "show=epochs&drawn=poisson&size=batch&records=60000&batch=256&length=epochs&epochs=15&last=kept&neighbours=zeroed&sigma=1.1&delta=1e-5&claimed=1.14&target=2"},
		{Name: "one-epoch", Title: "One epoch of little noise: both ends are the same",
			Query: "show=sigma&drawn=shuffled&size=batch&records=10000&batch=100&length=epochs&epochs=1&last=kept&neighbours=zeroed&sigma=0.6&delta=1e-6&claimed=0&target=2"},
		{Name: "replaced", Title: "In a fixed order, between a record and any other",
			Query: "show=epochs&drawn=fixed-order&size=batch&records=60000&batch=256&length=steps&steps=3525&last=dropped&neighbours=replaced&sigma=1.1&delta=1e-5&claimed=0&target=2"},
		{Name: "rare", Title: "A rare class balanced by a weighted sampler",
			Query: "show=claim&drawn=weighted&chance=0.001&size=batch&records=10000&batch=100&length=epochs&epochs=5&last=kept&neighbours=zeroed&sigma=1.1&delta=1e-5&claimed=50&target=2"},
		{Name: "left-out", Title: "A record that is left out is not hidden where batches have a size",
			Query: "show=claim&drawn=shuffled&size=batch&records=60000&batch=256&length=epochs&epochs=15&last=kept&neighbours=left-out&sigma=1.1&delta=1e-5&claimed=2&target=2"},
	},
})

// drawn is a run with the work that its answers share.
type drawn struct {
	composition.Run
	target  float64
	bounds  *work.Once[composition.Bounds]
	assumed *work.Once[composition.Bounds] // by an accountant that assumes coins
	right   *work.Once[composition.Bounds]
	draw    picture
	moving  bool // bounds are coarse, and nothing is searched
}

func askDrawn(_ context.Context, v param.Values) (drawn, error) {
	r, err := control.Trained(v)
	if err != nil {
		return drawn{}, err
	}
	r.Delta, r.Claimed = v.Get(imbalance.Slack), v.Get(claimed)
	if err := r.Check(); err != nil {
		return drawn{}, err
	}
	q := drawn{Run: r, target: v.Get(imbalance.Goal), assumed: work.NewOnce(r.Poisson), right: work.NewOnce(r.Right)}
	q.bounds = work.NewOnce(q.Bounds)
	q.draw, err = pictures.New(v)
	return q, err
}

// end returns one end of an enclosure.
func end(of *work.Once[composition.Bounds], ctx context.Context, low bool) (known.Value, error) {
	b, err := of.Get(ctx)
	if low {
		return b.Low, err
	}
	return b.High, err
}
