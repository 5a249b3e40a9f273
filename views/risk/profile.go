package risk

import (
	"context"

	"dpscope/engine/matching"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/view"
)

// Controls of the risk that is held equal, and of the noise that is compared.
var (
	equalValue = param.Param{Name: "value", Symbol: "level", Label: "equal at",
		Help: "What all kinds of noise have in common, for one release: the advantage or the share found, in (0, 1), the Gaussian number, or the expected loss at a sensitivity of 1.",
		Min:  0, Max: 20, Open: true, Low: 0.02, High: 0.95, Default: 0.3, Scale: param.Log, Least: true}
	equalRight = param.Param{Name: "right", Symbol: "right", Label: "guesses", Style: numeral.Percent,
		Help: "How often an attacker who sees one answer is right about which of two tables it came from; a coin toss is 50 %.",
		Min:  0.5, Max: 1, Open: true, Low: 0.51, High: 0.95, Default: 0.65, Fine: 0.01, Coarse: 0.05, Least: true}
	releases = param.Param{Name: "times", Symbol: "releases",
		Help: "How many answers are released about the same person, each with noise of its own; what is equal is so for one.",
		Min:  1, Max: 1e4, Low: 1, High: 100, Default: 1, Scale: param.Count}
	readAt = param.Param{Name: "at", Symbol: "ε′", Label: "where δ is read",
		Help: "At this ε the readings say how large δ is, for all releases together.",
		Min:  0, Max: 500, Low: 0, High: 30, Default: 1, Fine: 0.1, Coarse: 1}
	byRecord = param.Param{Name: "sensitivity", Symbol: "Δ", Label: "sensitivity",
		Help: "The most that one record can move the true answer.",
		Min:  1e-6, Max: 1e6, Low: 0.1, High: 100, Default: 1, Scale: param.Log}

	equal = param.Menu[matching.Risk]{Name: "equal", Label: "equal",
		Help: "What is the same of all kinds of noise.",
		Kinds: []param.Kind[matching.Risk]{
			risked("advantage", "advantage", "The most by which an attacker finds more than are named wrongly.", dong, matching.Advantage,
				equalValue),
			risked(byGuesses, "right guesses", "An attacker is as often right with each; what each noise costs then is drawn.", "Neyman & Pearson 1933",
				matching.Advantage, equalRight),
			risked("budget", "one pair (ε, δ)", "Each keeps the same pair, as in the tables of papers: one point of the whole curve.",
				"Kaissis & others 2024", matching.Budget, mechanisms.Epsilon, mechanisms.Delta),
			risked("tpr", "found at the FPR", "How much an attacker finds at the false positive rate.", carlini, matching.Found, equalValue),
			risked("mu", "Gaussian number", "The number of the normal noise that tells no less, above the floor; the optimised noise is below the whole curve.", dong, matching.Gaussian, equalValue),
			risked("loss", "expected loss", "All cost the same, and the advantage is compared.", dong, matching.Loss, equalValue),
		}}

	costs = param.Menu[central.Loss]{Name: "loss", Label: "loss",
		Help: "What an error x of the answer costs.",
		Kinds: []param.Kind[central.Loss]{
			control.Option[central.Loss]("l1", "|x|", "The size of the error.", shapesPaper, central.Slopes{Below: 1, Above: 1}),
			control.Option[central.Loss]("l2", "x²", "The square of the error.", shapesPaper, central.Square{}),
		}}
)

// byGuesses is the option that an attacker is right equally often: the advantage, as people count it, with a picture of the
// costs.
const byGuesses = "right"

const shapesPaper = "Selvi, Liu & Wiesemann, Differential Privacy via Distributionally Robust Optimization"

// risked is an option with its sliders.
func risked(name, title, help, source string, risk matching.Risk, params ...param.Param) param.Kind[matching.Risk] {
	return control.Option(name, title, help, source, risk).With(params...)
}

// Profile compares kinds of noise at equal risk.
var Profile = view.Of(view.Declaration[profile]{
	Name:     "profile",
	Label:    "equal risk",
	Also:     "risk, same risk",
	NoPython: "every noise is sized by a search for equal risk",
	Budget:   view.BudgetOfQuery,
	Model:    view.Centrally,
	Title:    "Noise at equal risk",
	Question: "Which noise is best at equal risk?",
	About: "Noise of several shapes for a query, each sized so that one thing is the same of all: a pair (ε, δ), the advantage, what an attacker finds at a false positive rate, the Gaussian number, or the loss. " +
		"Beside one another stand what they cost, and what an attacker could do after one release and after many: the noise of least loss at one pair is nearly the most exposed everywhere else.",
	Source: "Kaissis & others 2024, Beyond the Calibration Point; " + dong,
	Form:   param.Form{Choices: []param.Choice{equal, costs}, Params: []param.Param{byRecord, releases, readAt, fpr, floor}},
	Ask:    askProfile,
	Lead:   profileLead,
	Filled: profile.filled,
	Sees: []view.Sees{
		{When: view.All(view.Picked("equal", "budget"), repeated), Raw: view.Office, Protected: view.OneRecord, Neighbours: view.AnyOther,
			Instead: "Each of {again} keeps ε = {epsilon} and δ = {delta}."},
		{When: view.Picked("equal", "budget"), Raw: view.Office, Protected: view.OneRecord, Neighbours: view.AnyOther, Instead: "Each noise keeps ε = {epsilon} and δ = {delta}."},
		{When: repeated, Raw: view.Office, Protected: view.OneRecord, Neighbours: view.AnyOther, Instead: "No ε: each noise has its own, over {again}."},
		{Raw: view.Office, Protected: view.OneRecord, Neighbours: view.AnyOther, Instead: "No ε: each noise has its own."},
	},
	Readings: profileReadings,
	Moving: func(ctx context.Context, q profile) (less profile, found bool) {
		if q.Known(ctx) {
			return q, false
		}
		q.Coarse = true
		return q, true
	},
	Tries: []view.Try{
		{On: "right", Do: view.MuchMore, Called: "right guesses", Shows: "allow more, and see how much less noise is enough."},
		{On: "value", Do: view.MuchMore, Called: "level", Shows: "allow more risk, and see how much less noise is enough."},
		{On: "epsilon", Do: view.MuchMore, Called: "ε", Shows: "spend more, and see which noise gains most."},
		{On: "times", Do: view.MuchMore, Called: "releases", Shows: "release more often, and see whose risk grows fastest."},
	},
	Draw: drawProfile,
	Presets: []view.Preset{
		{Name: "right", Title: "Where an attacker is right 65 % of the time with each, the Gaussian is the cheapest that exposes nobody",
			Query: "equal=right&right=0.65&loss=l1&sensitivity=1&times=1"},
		{Name: "small-delta", Title: "At one pair (1, 1e-5) the cheapest noise gives away most",
			Query: "equal=budget&epsilon=1&delta=1e-5&loss=l1&sensitivity=1&times=1&at=1"},
		{Name: "advantage", Title: "At an equal advantage of 0.3 noise without long tails costs least",
			Query: "equal=advantage&value=0.3&loss=l1&sensitivity=1&times=1"},
		{Name: "pair", Title: "At one pair (1, 0.05) the cheapest noise is nearly the most exposed",
			Query: "equal=budget&epsilon=1&delta=0.05&loss=l1&sensitivity=1&times=1&at=1"},
		{Name: "twenty", Title: "After twenty releases δ at ε = 20 is 0.63 for the cheapest, and 4 in a million for the Gaussian",
			Query: "equal=budget&epsilon=1&delta=0.05&loss=l1&sensitivity=1&times=20&at=20"},
		{Name: "months", Title: "Equal for one month is not equal for 24: then Gaussian noise may cost least",
			Query: "equal=advantage&value=0.2212&loss=l1&sensitivity=1&times=24&at=4"},
		{Name: "rare", Title: "As many found at a false positive rate of 1 %",
			Query: "equal=tpr&value=0.1&fpr=0.01&loss=l1&sensitivity=1&times=1"},
		{Name: "curve", Title: "At an equal Gaussian number the Gaussian is hardly beaten",
			Query: "equal=mu&value=1&loss=l1&sensitivity=1&times=1"},
		{Name: "loss", Title: "At equal loss: whose advantage is least", Query: "equal=loss&value=0.8&loss=l1&sensitivity=1&times=1"},
		{Name: "square", Title: "The same order for the squared error", Query: "equal=advantage&value=0.3&loss=l2&sensitivity=1&times=1"},
	},
})

// profile is a question with its words.
type profile struct {
	matching.Question
	what  string // the equal risk, in words
	costs bool   // the costs of each noise are drawn, and no profile
	cost  string // mean cost of an error
}

func askProfile(_ context.Context, v param.Values) (profile, error) {
	q := profile{Question: matching.Question{Sensitivity: v.Get(byRecord), Times: v.Get(releases), At: v.Get(readAt)}}
	var err error
	q.Terms = matching.Terms{Value: v.Get(equalValue), FPR: v.Get(fpr), Floor: v.Get(floor)}
	if q.By, err = equal.New(v); err != nil {
		return q, err
	}
	if q.By == matching.Budget {
		q.Epsilon, q.Terms.Delta, q.Value = v.Get(mechanisms.Epsilon), v.Get(mechanisms.Delta), 0
	}
	if q.costs = v.Picked(equal).Name == byGuesses; q.costs {
		q.Value = privacy.TotalVariation(v.Get(equalRight))
	}
	if q.Terms.Loss, err = costs.New(v); err != nil {
		return q, err
	}
	q.cost = map[string]string{"l1": "mean error", "l2": "mean squared error"}[v.Picked(costs).Name]
	q.what = q.inWords(v)
	return q, q.Check()
}
