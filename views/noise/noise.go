package noise

import (
	"context"

	"dpscope/engine/param"
	"dpscope/views/control"
	"dpscope/views/view"
)

// Noise shows which noise costs least: at one setting, or along ε, δ or a whole curve.
var Noise = view.OneOf{Key: "show", Label: "show", Help: "What is drawn: of the noise at this setting, or what it costs along one of the controls.",
	Sides: []view.Side{{View: leastNoise}, {View: alongBudget}}}.View()

// ofLeast picks the picture of the noise of least loss: what each noise costs, or its density.
var ofLeast = param.Menu[bool]{Name: "show", Label: "show",
	Help: "What is drawn of the optimised noise and of noise of fixed shapes.",
	Kinds: []param.Kind[bool]{
		control.Option("ranking", "errors, ranked", "What each noise costs on average, the least first, and the bound that no single noise gets below.", "", true),
		control.Option("density", "density", "How likely each error is, with the optimised noise and with noise of fixed shapes.", "", false),
	}}

// drawnBeside picks which other noise is drawn beside a density.
var drawnBeside = func() param.Menu[beside] {
	m := rivals
	m.Of = "show=density"
	return m
}()

// leastNoise shows the law of least loss beside noise of fixed shapes.
var leastNoise = ofQuery(view.Declaration[asked]{
	Name:     "noise",
	Label:    "which noise",
	Also:     "laplace noise, gaussian noise, add noise, count, sum, query, counting, counts, median, data release, additive noise, price of privacy, trade-off, tradeoff, cost, pareto, laplace mechanism, gaussian mechanism, noise level",
	Title:    "The noise of least loss",
	Question: "Which noise hurts my answer least?",
	Lead:     noiseLead,
	Sees:     seesQuery(fixedIsAsGood),
	Filled:   asked.filled,
	About: "The additive noise of least expected loss under (ε, δ)-differential privacy that a linear program finds on the cells of a grid, or, where no width of cells is asked for " +
		"and it costs less, a staircase that is cut off where δ allows; certified at every shift, beside Laplace, staircase, " +
		"truncated Laplace and Gaussian noise at the same setting, and a bound that no single noise for all answers can beat.",
	Source: paper + "; section 3 and Theorem 1, with a bound that holds on any support",
	Form: param.Form{Choices: append([]param.Choice{ofLeast, drawnBeside}, shared.Choices...), AsNeeded: shared.AsNeeded, Texts: shared.Texts,
		Params: shared.Params},
	Python: func(ctx context.Context, v param.Values, q asked) (view.Python, error) { return q.python(ctx, v), nil },
	Ask: func(_ context.Context, v param.Values) (asked, error) {
		q, err := ask(v)
		q.ranks, q.others = ofLeast.Chosen(v), rivals.Chosen(v)
		return q, err
	},
	Readings: noiseReadings,
	Orders:   []view.Inequality{{Less: "lower-bound", More: "loss"}},
	Draw:     drawNoise,
	Tries:    []view.Try{{On: "epsilon", Do: view.MuchMore, Called: "ε", Shows: "spend more, and see how small the error becomes."}},
	Presets: []view.Preset{
		{Name: "small-delta", Title: "At a δ that protects people the staircase is practically the best",
			Query: "show=ranking&loss=l1&epsilon=1&delta=1e-6&sensitivity=1"},
		{Name: "start", Title: "At ε = 1, δ = 0.2 the optimised noise has 8 % less error than any fixed shape",
			Query: "show=ranking&loss=l1&epsilon=1&delta=0.2&sensitivity=1"},
		{Name: "paper-example", Title: "The paper's ε = 3, δ = 0.3: less than its 0.1705",
			Query: "show=density&rivals=next&loss=l1&epsilon=3&delta=0.3&sensitivity=1&beta=0.04&support=2"},
		{Name: "truth-now-and-then", Title: "The same, if the exact answer is sometimes published",
			Query: "show=density&rivals=next&loss=l1&atom=on&epsilon=3&delta=0.3&sensitivity=1&beta=0.04&support=2"},
		{Name: "monotone", Title: "Decreasing away from 0: far below the paper's bound of 0.1830",
			Query: "show=density&rivals=next&loss=l1&shape=monotone&epsilon=3&delta=0.3&sensitivity=1&beta=0.02&support=3"},
		{Name: "size", Title: "The paper's Fig. 1: |x|, on cells of a twentieth",
			Query: "show=density&rivals=next&loss=l1&epsilon=1&delta=0.2&sensitivity=1&beta=0.05&support=2"},
		{Name: "lopsided", Title: "The paper's Fig. 1: too high costs twice as much, and the noise leans",
			Query: "show=density&rivals=next&loss=asymmetric&epsilon=1&delta=0.2&sensitivity=1&beta=0.05&support=2"},
		{Name: "tolerance", Title: "A loss of your own: errors below 1 cost nothing, too low twice as much as too high",
			Query: "show=density&rivals=next&loss=pieces&pieces=-2:2,-1:0,1:0,2:1&epsilon=1&delta=0.2&sensitivity=1&beta=0.05&support=2"},
		{Name: "square", Title: "The paper's Fig. 2: x² has another distribution than |x|",
			Query: "show=density&rivals=next&loss=l2&epsilon=1&delta=0.4&sensitivity=10&beta=0.5&support=2"},
		{Name: "size-of-ten", Title: "The paper's Fig. 2: |x|, where x² has another distribution",
			Query: "show=density&rivals=next&loss=l1&epsilon=1&delta=0.4&sensitivity=10&beta=0.5&support=2"},
		{Name: "count", Title: "A count needs less noise", Query: "show=density&rivals=next&loss=l1&query=count&epsilon=1&delta=0.1&sensitivity=1&support=6"},
		{Name: "pure", Title: "δ = 0: the staircase, in closed form", Query: "show=density&rivals=next&loss=l1&epsilon=1&delta=0&sensitivity=1"},
		{Name: "points", Title: "Several points at once: the advantage at most 0.3, and next to nothing beyond ε = 5",
			Query: "show=density&rivals=next&loss=l1&epsilon=1&delta=0.05&also=0:0.3,5:1e-6&sensitivity=1&beta=0.1"},
		{Name: "curve", Title: "Below a Gaussian's whole curve little is left to gain for |x|",
			Query: "show=ranking&loss=l1&below=normal:1:1e-6&sensitivity=1"},
		{Name: "curve-square", Title: "For x² the Gaussian itself is the best that is found: the cells cost more than is gained",
			Query: "show=ranking&loss=l2&below=normal:1:0&sensitivity=1"},
		{Name: "not-together", Title: "Points that this support cannot hold together",
			Query: "show=density&rivals=next&loss=l1&epsilon=3&delta=0.03&also=0:0.26&sensitivity=1&beta=0.25&support=2"},
		{Name: "too-short", Title: "A support on which no noise is private",
			Query: "show=density&rivals=next&loss=l1&epsilon=3&delta=0.3&sensitivity=1&beta=0.05&support=1"},
	},
})
