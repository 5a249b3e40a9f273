package noise

import (
	"context"

	"dpscope/engine/noise"
	"dpscope/engine/param"
	"dpscope/views/control"
	"dpscope/views/view"
)

// over is what runs along the frontier.
var over = param.Menu[param.Param]{Name: "over", Label: "x-axis",
	Help: "What runs along the horizontal axis.",
	Kinds: []param.Kind[param.Param]{
		control.Option("epsilon", "ε, the budget", "What every kind of noise costs as the budget grows.", paper+", Table 4 for truncated Laplace noise", epsilon),
		control.Option("delta", "δ", "What every kind of noise costs as a larger δ is allowed.", paper, delta),
	}}

// Frontier shows what privacy costs.
var Frontier = view.Of(view.Declaration[frontier]{
	Name:     "frontier",
	Group:    view.Noise,
	Title:    "Loss against privacy",
	Question: "What does privacy cost in accuracy?",
	Lead:     frontierLead,
	Filled:   func(q frontier) map[string]string { return q.filled() },
	About: "The least expected loss against ε or δ, at most what noise on about sixty cells and staircases has and at least a bound that no noise can beat, beside noise of fixed shapes. " +
		"How much more budget truncated Laplace noise would need for the same loss says what the optimum is worth.",
	Source:   paper + ", section 5.1; recomputed",
	Form:     param.Form{Choices: []param.Choice{over, losses, shapes, queries, atoms, rivals}, AsNeeded: []string{also.Name}, Texts: []param.Text{also, pieces}, Params: []param.Param{epsilon, delta, sensitivity}},
	Ask:      askFrontier,
	Readings: frontierReadings,
	Orders:   []view.Order{{Less: "lower-bound", More: "loss"}},
	Draw:     drawFrontier,
	Tries:    []view.Try{{On: "epsilon", Keys: "shift+right", Text: "⇧→ on ε: spend more, and read the least error there."}},
	Presets: []view.Preset{
		{Name: "small-delta", Title: "Over ε, at a δ that protects people", Query: "over=epsilon&loss=l1&epsilon=1&delta=1e-6&sensitivity=1"},
		{Name: "over-epsilon", Title: "Over ε, at δ = 0.2", Query: "over=epsilon&loss=l1&epsilon=1&delta=0.2&sensitivity=1"},
		{Name: "over-delta", Title: "Over δ, at ε = 1", Query: "over=delta&loss=l1&epsilon=1&delta=0.05&sensitivity=1"},
		{Name: "points", Title: "Over ε, with the advantage held to 0.3", Query: "over=epsilon&loss=l1&epsilon=1&delta=0.05&also=0:0.3&sensitivity=1"},
		{Name: "count", Title: "Counts: noise of whole numbers, over ε", Query: "over=epsilon&loss=l1&query=count&epsilon=1&delta=0.05&sensitivity=1"},
	},
})

// frontier asks for the loss along one of ε and δ.
type frontier struct {
	asked
	line noise.Frontier
	over param.Param
}

func askFrontier(_ context.Context, v param.Values) (frontier, error) {
	a, err := ask(v)
	q := frontier{asked: a}
	if err != nil {
		return q, err
	}
	if q.over, err = over.New(v); err != nil {
		return q, err
	}
	if q.all, err = rivals.New(v); err != nil {
		return q, err
	}
	q.line = noise.Frontier{Question: q.Question, OverDelta: q.over.Name == delta.Name, Low: q.over.Low, High: q.over.High}
	if q.line.OverDelta {
		q.line.Delta = 0
	} else {
		q.line.Epsilon = 0
	}
	q.asked = q.about(q.line.With(v.Get(q.over)))
	return q, nil
}
