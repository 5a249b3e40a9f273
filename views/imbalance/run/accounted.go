package run

import (
	"context"
	"sync"

	"dpscope/engine"
	"dpscope/engine/composition"
	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/views/control"
	"dpscope/views/imbalance"
	"dpscope/views/view"
)

// The sum of a training's budget has these controls.
var (
	sums = param.Menu[budgetPicture]{Name: "show", Label: "show",
		Help: "What the picture shows.",
		Kinds: []param.Kind[budgetPicture]{
			control.Option[budgetPicture]("steps", "ε against steps", "The total ε after every number of steps.", control.DPSGD, drawCourse),
			control.Option[budgetPicture]("bars", "methods side by side", "The total ε by every method of accounting.", control.DPSGD, drawTheorems),
			control.Option[budgetPicture]("orders", "Rényi orders", "The ε that every order of the Rényi divergence gives, and the best order.",
				control.DPSGD, drawOrders),
		}}
)

// budgetPicture draws the sum of a budget.
type budgetPicture func(context.Context, budget, view.Readings, func(engine.Sheet)) (engine.Sheet, error)

// byCoins adds up the privacy of a training whose records are drawn by coins.
var byCoins = view.Of(view.Declaration[budget]{
	Name:     "run",
	Label:    "a training run",
	NoPython: "the privacy loss of many steps is enclosed by integrals",
	Budget:   imbalance.BudgetOfTraining,
	Model:    view.Centrally,
	Title:    "The total cost of DP-SGD",
	Question: "What does training with DP-SGD cost in total?",
	About: "The total ε of T steps of DP-SGD, each on a random part of the records: by the privacy loss distribution, which is proven from above and from " +
		"below, by Rényi divergences, and by the composition theorems; with the noise and the steps that a limit allows. Neighbours: add or remove one record. " +
		"Poisson sampling: each record joins each batch with probability q. The worse of the two directions counts.",
	Source: control.DPSGD + "; " + imbalance.Paper + ", Algorithm 4 and Proposition 12, corrected: one noise a step, and Poisson sampling",
	Form:   param.Form{Choices: []param.Choice{sums, control.Sizes, control.Lengths, control.Lasts}, Params: []param.Param{control.Sigma, imbalance.Goal, imbalance.Slack}},
	Ask:    askBudget,
	Orders: []view.Inequality{
		{Less: "epsilon-at-least", More: "epsilon-at-most"},
		{Less: "epsilon-at-least", More: "epsilon-basic"},
		{Less: "epsilon-at-least", More: "epsilon-advanced-tight"},
		{Less: "epsilon-at-least", More: "epsilon-optimal"},
		{Less: "epsilon-at-most", More: "epsilon-rdp", Told: true},
		{Less: "epsilon-at-most", More: "epsilon-optimal", Told: true},
		{Less: "epsilon-rdp", More: "epsilon-rdp-integer", Told: true},
		{Less: "epsilon-rdp-integer", More: "epsilon-rdp-classic", Told: true},
		{Less: "epsilon-advanced-tight", More: "epsilon-advanced", Told: true},
		{Less: "epsilon-optimal", More: "epsilon-advanced-tight", Told: true},
		{Less: "epsilon-optimal", More: "epsilon-basic", Told: true},
	},
	Lead:   budgetSumLead,
	Filled: budget.filled,
	Sees: []view.Sees{
		{When: view.Lacks("epsilon-at-most"), Raw: view.Trainer, Protected: view.OneRecord, Neighbours: view.LeftOut, Instead: "No ε is known."},
		{Raw: view.Trainer, Protected: view.OneRecord, Neighbours: view.LeftOut, Epsilon: "ε = {epsilon-at-most.bound}", Reasons: view.LessTelling("runs")},
	},
	Readings: budgetSumReadings,
	Provenance: view.Stated(func(budget) engine.Note {
		return engine.Note{Text: "Poisson sampling; continuous noise"}
	}),
	Draw: func(ctx context.Context, q budget, answer view.Readings, show func(engine.Sheet)) (engine.Sheet, error) {
		return q.draw(ctx, q, answer, show)
	},
	Tries: []view.Try{
		{On: "steps", Do: view.Solve, Called: "T", Shows: "jump to the last step within your limit."},
		{Do: view.ListPresets, Shows: "other runs, each with its numbers."},
	},
	Presets: []view.Preset{
		{Name: "start", Title: "10,000 steps at a sampling rate of 1 %: thousands by one method, five by another",
			Query: "show=steps&size=rate&length=steps&rate=0.01&sigma=1.1&steps=10000&delta=1e-5"},
		{Name: "bars", Title: "Eight ways to account for the same thousand steps", Query: "show=bars&size=rate&length=steps&rate=0.01&sigma=1&steps=1000&delta=1e-5"},
		{Name: "order", Title: "The best Rényi order: too low wastes, too high explodes",
			Query: "show=orders&size=rate&length=steps&rate=0.01&sigma=1.1&steps=10000&delta=1e-5"},
		{Name: "mammography", Title: "8,946 training records, batches of 256, 20 epochs",
			Query: "show=steps&size=rate&length=steps&rate=0.0286&sigma=2&steps=700&delta=8e-9"},
		{Name: "all-records", Title: "Every step sees all records: a closed form", Query: "show=steps&size=rate&length=steps&rate=1&sigma=10&steps=20&delta=1e-5"},
		{Name: "little-noise", Title: "Little noise on few records: Rényi orders overstate ε by two fifths",
			Query: "show=bars&size=rate&length=steps&rate=0.005&sigma=0.7&steps=400&delta=1e-5"},
	},
})

// budget is a question with what its answers share.
type budget struct {
	composition.Budget
	target float64
	law    *work.Once[composition.Bounds]
	stated func() composition.Stated // once
	moving bool                      // noise and steps are not searched, and the bounds are coarse
	draw   budgetPicture
}

// bounds returns what the steps spend.
func (q budget) bounds(ctx context.Context) (composition.Bounds, error) { return q.law.Get(ctx) }

func askBudget(_ context.Context, v param.Values) (budget, error) {
	r, err := control.Sized(v)
	if err != nil {
		return budget{}, err
	}
	q := budget{Budget: composition.Budget{Rate: r.Share(), Sigma: r.Sigma, Steps: r.AllSteps(), Delta: v.Get(imbalance.Slack)}, target: v.Get(imbalance.Goal)}
	q.law, q.stated = work.NewOnce(q.Bounds), sync.OnceValue(q.Stated)
	q.draw, err = sums.New(v)
	return q, err
}
