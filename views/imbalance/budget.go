package imbalance

import (
	"context"

	"dpscope/engine"
	"dpscope/engine/accounting"
	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/views/control"
	"dpscope/views/view"
)

// Controls of the sum of a training's budget.
var (
	rate = param.Param{Name: "q", Symbol: "q", Label: "part drawn",
		Help: "With which probability a record takes part in a step: batch over records, for batches drawn by tossing a coin for every record.",
		Min:  0, Max: 1, Low: 1e-4, High: 1, Default: 0.01, Scale: param.Log}
	sigma = param.Param{Name: "sigma", Symbol: "σ", Label: "noise",
		Help: "Standard deviation of the noise of a step, in units of what a record moves its sum by at most (the clip).",
		Min:  accounting.LeastSigma, Max: accounting.MostSigma, Low: 0.3, High: 30, Default: 1.1, Scale: param.Log, Least: true}
	steps = param.Param{Name: "steps", Symbol: "T", Label: "steps", Unit: "steps",
		Help: "How many steps are taken; every one sees the data anew.",
		Min:  1, Max: accounting.MostSteps, Low: 1, High: 1e6, Default: 10_000, Scale: param.Count}
	slack = param.Param{Name: "delta", Symbol: "δ", Label: "slack",
		Help: "The chance with which the promise may break; far below 1 over the number of records. At 0 normal noise promises nothing.",
		Min:  0, Max: 0.999, Low: 1e-12, High: 1e-2, Default: 1e-5, Scale: param.Log, Least: true}
	goal = param.Param{Name: "target", Symbol: "ε*", Label: "ε to keep",
		Help: "The budget that all steps together are to keep: noise and steps for it stand among the answers.",
		Min:  1e-3, Max: 1000, Low: 0.1, High: 20, Default: 2, Scale: param.Log, Role: param.Target}

	sums = param.Menu[budgetPicture]{Name: "drawn", Label: "drawn",
		Help: "What the picture shows.",
		Kinds: []param.Kind[budgetPicture]{
			control.Option[budgetPicture]("steps", "ε against steps", "What every theorem says after every number of steps.", dpsgd, drawCourse),
			control.Option[budgetPicture]("bars", "theorems side by side", "What every theorem says of all steps.", dpsgd, drawTheorems),
			control.Option[budgetPicture]("orders", "Rényi orders", "What every order of Rényi's divergence says, and the order that says most.", dpsgd, drawOrders),
		}}
)

const dpsgd = "Abadi & others 2016; Mironov, Talwar & Zhang 2019"

// budgetPicture is a way to draw the sum of a budget.
type budgetPicture func(context.Context, budgetSum, view.Answers, func(engine.Sheet)) (engine.Sheet, error)

// BudgetSum adds up the privacy of a training.
var BudgetSum = view.Of(view.Declaration[budgetSum]{
	Name:     "budget-sum",
	Group:    view.Imbalance,
	Title:    "The budget of many steps",
	Question: "How much privacy do many noisy steps cost?",
	About: "The total ε of T steps of private gradient descent, each on a random part of the records: by the law of the privacy loss, which is proven from above and from " +
		"below, by Rényi divergences, and by the composition theorems; with the noise and the steps that a total allows. Neighbours have one record more or less, " +
		"every record takes part in a step with probability q for itself, and the worse of the two directions counts.",
	Source: dpsgd + "; " + paper + ", Algorithm 4 and Proposition 12, corrected: one noise a step, and records drawn one by one",
	Form:   param.Form{Choices: []param.Choice{sums}, Params: []param.Param{rate, sigma, steps, slack, goal}},
	Ask:    askBudgetSum,
	Orders: []view.Order{
		{Less: "epsilon-pld-optimistic", More: "epsilon-pld"},
		{Less: "epsilon-pld-optimistic", More: "epsilon-basic"},
		{Less: "epsilon-pld-optimistic", More: "epsilon-advanced-tight"},
		{Less: "epsilon-pld-optimistic", More: "epsilon-optimal"},
		{Less: "epsilon-pld", More: "epsilon-rdp", Told: true},
		{Less: "epsilon-pld", More: "epsilon-optimal", Told: true},
		{Less: "epsilon-rdp", More: "epsilon-rdp-integer", Told: true},
		{Less: "epsilon-rdp-integer", More: "epsilon-rdp-classic", Told: true},
		{Less: "epsilon-advanced-tight", More: "epsilon-advanced", Told: true},
		{Less: "epsilon-optimal", More: "epsilon-advanced-tight", Told: true},
	},
	Readings: budgetSumReadings,
	Whose: view.Stated(func(budgetSum) engine.Note {
		return engine.Note{Text: "Neighbours: one record more or less; records are drawn one by one, noise is of real numbers"}
	}),
	Draw: func(ctx context.Context, q budgetSum, answer view.Answers, show func(engine.Sheet)) (engine.Sheet, error) {
		return q.draw(ctx, q, answer, show)
	},
	Tries: []view.Try{
		{On: "steps", Keys: "s", Text: "s on T, then enter: jump to the last step within your limit."},
		{Keys: "p", Text: "p: other runs, each with its numbers."},
	},
	Presets: []view.Preset{
		{Name: "start", Title: "10,000 steps on a hundredth of the records: thousands by one theorem, five by another", Query: "drawn=steps&q=0.01&sigma=1.1&steps=10000&delta=1e-5"},
		{Name: "bars", Title: "Seven theorems about the same thousand steps", Query: "drawn=bars&q=0.01&sigma=1&steps=1000&delta=1e-5"},
		{Name: "order", Title: "Which order says most: below it too little, above it everything", Query: "drawn=orders&q=0.01&sigma=1.1&steps=10000&delta=1e-5"},
		{Name: "mammography", Title: "8,946 records of a training half, batches of 256, 20 times through", Query: "drawn=steps&q=0.0286&sigma=2&steps=700&delta=8e-9"},
		{Name: "all-records", Title: "Every step sees all records: a closed form", Query: "drawn=steps&q=1&sigma=10&steps=20&delta=1e-5"},
		{Name: "little-noise", Title: "Little noise on few records: orders say two fifths too much", Query: "drawn=bars&q=0.005&sigma=0.7&steps=400&delta=1e-5"},
	},
})

// budgetSum is a question with what its answers share.
type budgetSum struct {
	accounting.Budget
	target float64
	law    *work.Once[accounting.Bounds]
	moving bool // noise and steps are not looked for, and the bounds are coarse
	draw   budgetPicture
}

func askBudgetSum(_ context.Context, v param.Values) (budgetSum, error) {
	q := budgetSum{Budget: accounting.Budget{Rate: v.Get(rate), Sigma: v.Get(sigma), Steps: v.Get(steps), Delta: v.Get(slack)}, target: v.Get(goal)}
	q.law = work.NewOnce(q.Bounds)
	var err error
	q.draw, err = sums.New(v)
	return q, err
}
