package label

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/labelling"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/views/control"
	"dpscope/views/publishing"
	"dpscope/views/view"
)

var (
	flipShare = param.Param{Name: "flip", Symbol: "flip", Label: "allowed", Style: numeral.Percent,
		Help: "At most this share of the labels may be flipped.", Min: 0, Max: 1, Open: true, Low: 0.01, High: 0.99, Default: 0.2, Fine: 0.01,
		Coarse: 0.05}
	flipConfidence = param.Param{Name: "confidence", Symbol: "P", Label: "certainty", Style: numeral.Percent,
		Help: "Probability with which the limit must hold.", Min: 0, Max: 1, Open: true, Low: 0.5, High: 0.999, Default: 0.999, Fine: 0.001,
		Coarse: 0.05}

	budgetPictures = param.Menu[budgetPicture]{Name: "over", Label: "show",
		Help: "What the budgets are drawn against.",
		Kinds: []param.Kind[budgetPicture]{
			control.Option[budgetPicture]("records", "ε against records", "The least budgets at this share and probability for every number of records.",
				paper+", Tables I and II, by columns", drawOverRecords),
			control.Option[budgetPicture]("share", "ε against flips", "The least budgets at this number of records and probability for every share.",
				paper+", Tables I and II, by rows", drawOverShares),
			control.Option[budgetPicture]("table", "the paper's table", "Records by shares, at this probability, every cell in every way.",
				paper+", Tables I (confidence 0.999) and II (0.95)", drawTable),
		}}
)

// limitOfFlips answers which budget a promise about flips takes.
var limitOfFlips = view.Of(view.Declaration[budget]{
	Name:     "success",
	Budget:   view.BudgetOfLabel,
	Title:    "The least budget for a limit on flips",
	Question: "What ε keeps flips within my limit?",
	About: "The least ε at which at most a share of the labels is flipped, with a probability: exactly, by Chernoff's and by Hoeffding's bound, which the paper " +
		"uses, and by the normal approximation, which guarantees nothing. The paper names twice each.",
	Source: paper + ", Proposition 2, Corollary 3, Tables I and II; our correction: the paper's budgets are sufficient, not necessary, and its six empty cells have answers",
	Form: param.Form{
		Choices: []param.Choice{budgetPictures},
		Params:  []param.Param{records, flipShare, flipConfidence},
	},
	Ask:    askBudget,
	Python: func(ctx context.Context, v param.Values, q budget) (view.Python, error) { return q.python(ctx, v), nil },
	Orders: []view.Inequality{
		{Less: "epsilon-least", More: "epsilon-kl"},
		{Less: "epsilon-least", More: "epsilon-hoeffding"},
		{Less: "epsilon-kl", More: "epsilon-hoeffding", Told: true},
		{Less: "epsilon-least", More: "epsilon-stated"},
	},
	Lead:   budgetLead,
	Filled: budget.filled,
	Sees:   []view.Sees{{Raw: view.Labeller, Protected: view.OneLabel, Epsilon: "ε = {epsilon-least.bound}"}},
	Readings: slices.Concat([]view.Entry[budget]{leastBudget}, publishing.Attackers[budget](view.Shown),
		[]view.Entry[budget]{hoeffdingBudget, statedBudget, printedBudget, saved, chernoffBudget, chernoffAtJ, normalBudget, normalCorrected, flipsAllowed}),
	Tries: []view.Try{{On: "n", Do: view.MuchMore, Called: "n", Shows: "see what ε many more labels need."}},
	Draw: func(ctx context.Context, q budget, _ view.Readings, _ func(engine.Sheet)) (engine.Sheet, error) {
		return q.draw(ctx, q)
	},
	Presets: []view.Preset{
		{Name: "budget-start", Title: "100 labels, at most 20 flipped, with probability 99.9 %: the paper asks for nearly twice as much",
			Query: "over=records&n=100&flip=0.2&confidence=0.999"},
		{Name: "table-1", Title: "The paper's Table I: probability 99.9 %", Query: "over=table&n=100&flip=0.15&confidence=0.999"},
		{Name: "table-2", Title: "The paper's Table II: probability 95 %", Query: "over=table&n=1000&flip=0.05&confidence=0.95"},
		{Name: "empty-cell", Title: "A cell that the paper leaves empty: 100 labels, at most 5 flipped",
			Query: "over=share&n=100&flip=0.05&confidence=0.999"},
		{Name: "half", Title: "Corollary 3: at most half flipped, a million labels", Query: "over=records&n=1e6&flip=0.5&confidence=0.999"},
		{Name: "budget-coins", Title: "At most 60 % flipped of 1000: ε = 0 is enough", Query: "over=share&n=1000&flip=0.6&confidence=0.999"},
	},
})

// budget asks which budget keeps a promise about flips.
type budget struct {
	labelling.Promise
	exact, hoeffding, normal func() known.Value // computed once

	draw budgetPicture
}

// budgetPicture draws the budgets of a promise.
type budgetPicture func(context.Context, budget) (engine.Sheet, error)

func askBudget(_ context.Context, v param.Values) (budget, error) {
	q := budget{Promise: labelling.Promise{Records: v.Get(records), Flip: v.Get(flipShare), Confidence: v.Get(flipConfidence)}}
	q.exact, q.hoeffding, q.normal = sync.OnceValue(q.Exact), sync.OnceValue(q.Hoeffding), sync.OnceValue(q.Normal)
	var err error
	q.draw, err = budgetPictures.New(v)
	return q, err
}

// words says what is promised.
func (q budget) words() string {
	return fmt.Sprintf("at most j = %s of n = %s labels flipped with probability at least %s",
		numeral.Count(q.Allowed()), numeral.Count(q.Records), numeral.Chance(q.Confidence))
}

// numbers lists the values that the bounds are computed from.
func (q budget) numbers() string {
	return fmt.Sprintf("n = %s, flip = %s, P = %s", numeral.Count(q.Records), numeral.Short(q.Flip), numeral.Chance(q.Confidence))
}

// times writes by how much a bound exceeds the exact budget: "1.95 times".
func times(bound, exact known.Value) string { return numeral.Short(bound.Value/exact.Value) + " times" }
