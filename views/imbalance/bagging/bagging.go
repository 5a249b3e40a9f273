// Package bagging asks what a vote of learners on drawn records guarantees.
package bagging

import (
	"context"

	"dpscope/engine"
	"dpscope/engine/composition"
	"dpscope/engine/param"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/imbalance"
	"dpscope/views/view"
)

// Controls of a vote of models.
var (
	votingRecords = param.Param{Name: "n", Symbol: "n", Label: "records", Unit: "records",
		Help: "Records of which rows are drawn, declared public.",
		Min:  2, Max: 1e12, Low: 100, High: 1e6, Default: 11_183, Scale: param.Count}
	models = param.Param{Name: "models", Symbol: "m", Label: "models",
		Help: "How many models vote.",
		Min:  1, Max: 1e9, Low: 1, High: 1000, Default: 10, Scale: param.Count}
	drawnRows = param.Param{Name: "rows", Symbol: "k", Label: "rows each", Unit: "rows",
		Help: "How many rows are drawn for every model.",
		Min:  1, Max: 1e12, Low: 1, High: 1e5, Default: 100, Scale: param.Count}
	votingEpsilon = param.Param{Name: "epsilon", Symbol: "ε", Label: "of each learner",
		Help: "ε that a private learner guarantees for the rows that it is trained on.",
		Min:  1e-4, Max: 50, Low: 0.01, High: 10, Default: 1, Scale: param.Log, Least: true, Words: privacy.Words}
	votingSlack = param.Param{Name: "delta", Symbol: "δ′", Label: "δ′",
		Help: "δ that the composition theorems may spend besides ε, once for all learners.",
		Min:  1e-200, Max: 0.5, Low: 1e-12, High: 1e-2, Default: 1e-6, Scale: param.Log, Least: true}
	power = param.Param{Name: "power", Symbol: "c", Label: "asked δ = 1/n^c",
		Help: "The δ that is asked of bagging itself is 1/n^c, with n the number of records: a larger c asks for a smaller δ.",
		Min:  0.01, Max: 20, Low: 0.5, High: 3, Default: 2, Fine: 0.05, Coarse: 0.5}

	votePictures = param.Menu[votePicture]{Name: "drawn", Label: "show",
		Help: "What the picture shows.",
		Kinds: []param.Kind[votePicture]{
			control.Option[votePicture](byChance, "being drawn at all",
				"With which probability a record is picked at least once, against the rows drawn: the δ that bagging has at every ε.", imbalance.Derived,
				drawChance),
			control.Option[votePicture](byVote, "ε of private learners", "What the budgets of private learners add up to, against their number.",
				imbalance.Paper+", section on bagging", drawVote),
			control.Option[votePicture](byEach, "ε left for each", "How much every learner may spend so that the vote keeps ε*.",
				imbalance.Paper+", section on bagging", drawEach),
		}}
)

// votePicture is a way to draw the cost of a vote.
type votePicture func(context.Context, bagging) (engine.Sheet, error)

// View shows what a vote of models costs.
var View = view.Of(view.Declaration[bagging]{
	Name:     "bagging",
	Label:    "bagging",
	Also:     "ensemble, random forest, bootstrap",
	NoPython: "the budgets of many models are added up by several accountants",
	Budget:   imbalance.BudgetOfTraining,
	Model:    view.Centrally,
	Title:    "Bagging: a majority vote",
	Question: "Is bagging private by itself?",
	Lead:     baggingLead,
	Filled:   bagging.filled,
	Sees: append([]view.Sees{{When: view.Picked("drawn", byChance), Raw: view.Trainer, Protected: view.OneRecord, Neighbours: view.AnyOther,
		Instead: "No ε: a picked record is not protected."}},
		view.Sees{When: view.Picked("drawn", byEach), Raw: view.Trainer, Protected: view.OneRecord, Neighbours: view.LeftOut, Epsilon: "ε = {target}", Reasons: view.LessTelling("votes")},
		view.Sees{Raw: view.Trainer, Protected: view.OneRecord, Neighbours: view.LeftOut, Epsilon: "ε = {epsilon-optimal.bound}", Reasons: view.LessTelling("votes")}),
	About: "Bagging by itself is private only as far as a record is never drawn: the probability that it is, is a δ that no ε lowers. Private learners on random parts of the " +
		"records make a private vote; what their budgets add up to, exactly and by four theorems, and what is left for each of them.",
	Source: imbalance.Paper + ", Proposition 8 and the bound that it quotes of Liu & others 2021; our correction: ε and δ of different pairs of data, and a δ that no bagging reaches",
	Form: param.Form{Choices: []param.Choice{votePictures},
		Params: []param.Param{models, drawnRows, votingRecords, votingEpsilon, votingSlack, imbalance.Goal, power}},
	Ask:      askBagging,
	Readings: baggingReadings,
	Orders: []view.Inequality{
		{Less: "epsilon-optimal", More: "epsilon-basic", Told: true},
		{Less: "epsilon-optimal", More: "epsilon-advanced-tight", Told: true},
		{Less: "epsilon-optimal", More: "epsilon-zcdp", Told: true},
		{Less: "epsilon-advanced-tight", More: "epsilon-advanced", Told: true},
		{Less: "epsilon-as-printed", More: "epsilon-consistent", Told: true},
		{Less: "epsilon-allowed-basic", More: "epsilon-allowed", Told: true},
	},
	Draw: func(ctx context.Context, q bagging, _ view.Readings, _ func(engine.Sheet)) (engine.Sheet, error) {
		return q.draw(ctx, q)
	},
	Tries: []view.Try{{On: "drawn", Do: view.More, Called: "show", Shows: "what private learners add up to."}},
	Presets: []view.Preset{
		{Name: "start", Title: "Ten models of a hundred rows each: one record in twelve may be exposed",
			Query: "drawn=chance&models=10&rows=100&n=11183&epsilon=1&delta=1e-6"},
		{Name: "usual", Title: "Bagging as usual: as many rows as there are records",
			Query: "drawn=chance&models=10&rows=336&n=336&epsilon=1&delta=1e-6"},
		{Name: "few", Title: "Ten private learners: advanced composition costs more than adding up",
			Query: "drawn=vote&models=10&rows=336&n=336&epsilon=0.1&delta=1e-6"},
		{Name: "many", Title: "A thousand private learners: there advanced composition pays off",
			Query: "drawn=vote&models=1000&rows=336&n=336&epsilon=0.1&delta=1e-6"},
		{Name: "each", Title: "What is left for each of ten, on a tenth of the records",
			Query: "drawn=each&models=10&rows=1118&n=11183&epsilon=1&delta=1e-6&target=1"},
	},
})

// bagging is a question about a vote.
type bagging struct {
	composition.Bagging
	target, power float64
	picture       string
	draw          votePicture
}

func askBagging(_ context.Context, v param.Values) (bagging, error) {
	q := bagging{target: v.Get(imbalance.Goal), power: v.Get(power), picture: v.Picked(votePictures).Name,
		Bagging: composition.Bagging{Records: v.Get(votingRecords), Models: v.Get(models), Rows: v.Get(drawnRows),
			Epsilon: v.Get(votingEpsilon), Slack: v.Get(votingSlack)}}
	var err error
	q.draw, err = votePictures.New(v)
	return q, err
}
