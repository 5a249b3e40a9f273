package noise

import (
	"context"

	"dpscope/engine/param"
	"dpscope/engine/querynoise"
	"dpscope/mechanisms/optimal"
	"dpscope/views/control"
	"dpscope/views/view"
)

// running is the parameter that runs along a frontier, with its number.
type running struct {
	param.Param
	number querynoise.Number
}

// over picks the axis of the frontier.
var over = param.Menu[running]{Name: "show", Label: "show",
	Help: "What runs along the horizontal axis.",
	Kinds: []param.Kind[running]{
		control.Option("epsilon", "error over ε", "What every kind of noise costs as the budget grows.", paper+", Table 4 for truncated Laplace noise",
			running{epsilon, querynoise.Epsilon}, epsilon, delta),
		control.Option("delta", "error over δ", "What every kind of noise costs as a larger δ is allowed.", paper, running{delta, querynoise.Delta}, epsilon, delta),
		control.Option("mu", "error over μ", "What noise costs that stays below a Gaussian's whole curve, as the curve allows more.",
			"our extension",
			running{mu, querynoise.Mu}, mu, curveFloor),
	}}

// A frontier of whole curves has these controls.
var (
	mu = param.Param{Name: "mu", Symbol: "μ", Label: "curve",
		Help: "The noise stays below the whole curve of Gaussian noise, whose attacker finds Φ(Φ⁻¹(FPR) + μ): the smaller, the more private. Beyond 2.2 a linear program keeps no floor of a millionth.",
		Min:  optimal.LeastMu, Max: 2.2, Low: 0.2, High: 2.2, Default: 1, Scale: param.Log, Least: true}
	curveFloor = param.Param{Name: "floor", Symbol: "floor", Label: "allowed excess", Role: param.Aside,
		Help: "By how much the curve may be exceeded; without any the noise has tails.",
		Min:  0, Max: optimal.MostFloor, Low: 1e-9, High: 0.1, Default: 1e-6, Scale: param.Log}
)

// parts holds the groups of a range.
var parts = param.Text{Name: groupsText.Name, Label: groupsText.Label,
	Help: "Noise by parts of the range besides, on cells of a quarter of the sensitivity: how many cells share a distribution, such as 3,1,1,3, or 1x8 for eight parts of one cell, as in the view “ranges”."}

// alongBudget shows what privacy costs.
var alongBudget = ofQuery(view.Declaration[frontier]{
	Name:     "noise",
	Title:    "Loss against privacy",
	Question: "What does privacy cost in accuracy?",
	Lead:     frontierLead,
	Sees:     seesQuery(fixedIsBetter),
	Filled:   func(q frontier) map[string]string { return q.filled() },
	About: "The least expected loss against ε or δ, at most what noise on about sixty cells and staircases has and at least a bound that no single noise for all answers can beat, beside noise of fixed shapes. " +
		"How much more budget truncated Laplace noise would need for the same loss says what the optimum is worth.",
	Source: paper + ", section 5.1; recomputed",
	Form: param.Form{Choices: []param.Choice{over, losses, shapes, queries, atoms, rivals}, AsNeeded: []string{also.Name, parts.Name},
		Texts: []param.Text{also, pieces, parts}, Params: []param.Param{sensitivity}},
	Ask:      askFrontier,
	Readings: frontierReadings,
	Orders:   []view.Inequality{{Less: "lower-bound", More: "loss"}},
	Draw:     drawFrontier,
	Tries: []view.Try{
		{On: "epsilon", Do: view.MuchMore, Called: "ε", Shows: "spend more, and read the least error there."},
		{On: "mu", Do: view.MuchMore, Called: "μ", Shows: "allow a higher curve, and see what is gained on the Gaussian."},
	},
	Presets: []view.Preset{
		{Name: "frontier-small-delta", Title: "Over ε, at a δ that protects people", Query: "show=epsilon&rivals=none&loss=l1&epsilon=1&delta=1e-6&sensitivity=1"},
		{Name: "over-epsilon", Title: "Over ε, at δ = 0.2", Query: "show=epsilon&rivals=next&loss=l1&epsilon=1&delta=0.2&sensitivity=1"},
		{Name: "over-delta", Title: "Over δ, at ε = 1", Query: "show=delta&rivals=next&loss=l1&epsilon=1&delta=0.05&sensitivity=1"},
		{Name: "frontier-points", Title: "Over ε, with the advantage held to 0.3",
			Query: "show=epsilon&rivals=next&loss=l1&epsilon=1&delta=0.05&also=0:0.3&sensitivity=1"},
		{Name: "frontier-curve", Title: "Over μ, below a Gaussian's whole curve", Query: "show=mu&rivals=next&mu=2&floor=1e-6&loss=l1&sensitivity=1"},
		{Name: "ranges", Title: "With noise that knows where in a range of twice the sensitivity the answer lies",
			Query: "show=epsilon&rivals=next&loss=l1&epsilon=1&delta=0.2&sensitivity=1&groups=3,1,1,3"},
		{Name: "frontier-count", Title: "Counts: noise of whole numbers, over ε",
			Query: "show=epsilon&rivals=next&loss=l1&query=count&epsilon=1&delta=0.05&sensitivity=1"},
	},
})

// frontier asks for the loss along ε, δ or μ.
type frontier struct {
	asked
	line querynoise.Frontier
	over running
	at   float64 // the present value along the axis

	groups string // of the family drawn beside; empty: none
}

func askFrontier(_ context.Context, v param.Values) (q frontier, err error) {
	if q.over, err = over.New(v); err != nil {
		return q, err
	}
	if q.asked, err = ask(v); err != nil {
		return q, err
	}
	if q.over.number == querynoise.Mu {
		if q.Below, err = optimal.Below(v.Get(mu), v.Get(curveFloor)); err != nil {
			return q, err
		}
	}
	q.others = rivals.Chosen(v)
	if word := v.Word(parts); word != "" {
		sizes, err := optimal.ReadGroups(word)
		if err != nil {
			return q, err
		}
		q.groups = optimal.WriteGroups(sizes)
	}
	q.at = v.Get(q.over.Param)
	q.line = querynoise.Frontier{Groups: q.groups, Question: q.Question, Over: q.over.number, Low: q.over.Low, High: q.over.High}
	q.line.Question = q.line.With(0)
	q.asked = q.about(q.line.With(q.at))
	return q, nil
}
