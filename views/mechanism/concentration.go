// Package mechanism holds the screens about one private value: where its answer lands, under one mechanism and under all of
// them.
package mechanism

import (
	"context"
	"fmt"
	"slices"

	"dpscope/engine/concentration"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/view"
)

// Controls of the views of one private value.
var (
	trueValue = param.Param{Name: "x", Symbol: "x", Label: "true value",
		Help: "The private value, scaled to [0, 1].", Min: 0, Max: 1, Default: 0.5, Fine: 0.01, Coarse: 0.1}
	neighbour = param.Param{Name: "neighbour", Symbol: "x′", Label: "neighbour",
		Help: "Another value that the answer might have come from.", Min: 0, Max: 1, Default: 0.7, Fine: 0.01, Coarse: 0.1}
	windowFrom = param.Param{Name: "from", Symbol: "from",
		Help: "Lower end of the window that the answer should land in.", Min: -5, Max: 6, Low: 0, High: 1, Default: 0.2, Fine: 0.01, Coarse: 0.1,
		Above: "to"}
	windowTo = param.Param{Name: "to", Symbol: "to",
		Help: "Upper end of the window.", Min: -5, Max: 6, Low: 0, High: 1, Default: 0.8, Fine: 0.01, Coarse: 0.1}
)

// Concentration shows the law of one answer.
var Concentration = view.Of(view.Declaration[window]{
	Name:     "concentration",
	Label:    "one answer",
	Also:     "single answer, plausible deniability, ldp mechanism",
	Budget:   localBudget,
	Model:    view.Locally,
	Title:    "One mechanism at one value",
	Question: "What does one private answer give away?",
	Asks:     asks,
	Lead:     concentrationLead,
	Filled:   window.filled,
	Sees: []view.Sees{
		{When: pair, Raw: view.Nobody, Protected: view.OneAnswer, Neighbours: view.AnyOther, Reasons: append([]view.Reason{
			{Kind: view.WhyClose, When: view.WrittenBelow(view.AttackerRight, "attacker-right-worst"), Text: "these two values are close"}}, tellsLess...)},
		{Raw: view.Nobody, Protected: view.OneAnswer, Neighbours: view.AnyOther, Right: "attacker-right-worst", Reasons: tellsLess},
	},
	About: "The distribution of the answer M(x) that one mechanism gives for the value x: its density, or its probability at each bin. " +
		"Beside the distribution of a neighbour x′ it shows privacy: how often an attacker guesses from one answer which of the two it was. " +
		"In a window it shows utility: the share of the answers that lands there, the first factor of a classifier's utility under local privacy.",
	Source:   "Quantifying Classifier Utility under LDP, section 4.1, with the corrections of each mechanism",
	Form:     param.Form{Choices: []param.Choice{mechanisms.All, shown}},
	Ask:      askConcentration,
	Python:   func(ctx context.Context, v param.Values, q window) (view.Python, error) { return q.python(ctx, v), nil },
	Readings: slices.Concat([]view.Entry[window]{attackerRight}, landing, attackerReadings, windowReadings),
	Orders: []view.Inequality{{Less: "delta-exact", More: "loss-tail"}, {Less: "plateau-low", More: "plateau-high"},
		{Less: "attacker-right", More: "attacker-right-worst"}, {Less: "attacker-right-worst", More: view.AttackerAllowed}},
	Tries: []view.Try{
		{When: func(v param.Values) bool {
			return view.Picks(shown, "neighbour")(v) && v.Get(trueValue) == v.Get(neighbour) && v.Get(neighbour) < 1
		}, On: "neighbour", Do: view.MuchMore, Called: "x′", Shows: "move the other value away, and see what an attacker can tell."},
		{When: func(v param.Values) bool {
			return view.Picks(shown, "neighbour")(v) && v.Get(trueValue) == v.Get(neighbour)
		}, On: "neighbour", Do: view.MuchLess, Called: "x′", Shows: "move the other value away, and see what an attacker can tell."},
		{When: view.Picks(shown, "neighbour"), On: "epsilon", Do: view.MuchMore,
			Called: "ε", Shows: "spend more, and see what that gives away."},
		{On: "epsilon", Do: view.Solve, Shows: "jump to the least ε that meets the target."},
	},
	Draws: drawAnswers,
	Draw:  drawConcentration,
	Presets: []view.Preset{
		{Name: "neighbour", Title: "Two values, and what an attacker can tell",
			Query: "mechanism=pm&show=neighbour&epsilon=1&x=0.3&neighbour=0.7"},
		{Name: "worst-pair", Title: "The two ends of the range are the hardest to hide",
			Query: "mechanism=laplace&show=neighbour&epsilon=1&x=0&neighbour=1"},
		{Name: "close-pair", Title: "Values that are close are hidden better than ε guarantees",
			Query: "mechanism=laplace-truncated&show=neighbour&epsilon=4&x=0.4&neighbour=0.5"},
		{Name: "paper-pm", Title: "The paper's example: PM at ε = 2 within 0.3 of x = 0.5 (it prints 0.86)",
			Query: "mechanism=pm&epsilon=2&x=0.5&from=0.2&to=0.8"},
		{Name: "paper-laplace", Title: "The paper's Laplace at ε = 5.2, said to reach 80 % (it misses)",
			Query: "mechanism=laplace&epsilon=5.2&x=0.5&from=0.2&to=0.8"},
		{Name: "paper-krr", Title: "The paper's k-RR at ε = 2: 61 of 101 bins, not 60", Query: "mechanism=krr&epsilon=2&x=0.5&from=0.2&to=0.8"},
		{Name: "edge", Title: "At x = 0 the same window holds less", Query: "mechanism=pm&epsilon=2&x=0&from=0&to=0.3"},
		{Name: "twice-the-budget", Title: "What a second unit of ε buys: ε = 2, with ε = 1 held beside it",
			Query: "mechanism=pm&epsilon=2&x=0.5&from=0.2&to=0.8&hold.epsilon=1"},
		{Name: "half-wasted", Title: "The exponential mechanism spends only half its budget",
			Query: "mechanism=exponential&epsilon=4&x=0.5&from=0.2&to=0.8"},
		{Name: "clamped", Title: "Clamping piles the tails up at 0 and 1", Query: "mechanism=laplace-clamped&epsilon=2&x=0.3&from=0.1&to=0.5"},
		{Name: "no-answer", Title: "A window beside x that no ε can fill", Query: "mechanism=sw&epsilon=3&x=0.2&from=0.5&to=0.9"},
	},
})

// shown picks what the law of one value is compared with.
var shown = param.Menu[string]{
	Name: "show", Label: "compare",
	Help: "What the distribution of the answer is compared with: a window that it should land in, or the answers of another value.",
	Kinds: []param.Kind[string]{
		beside("window", "a window", "Utility: the share of answers that land between from and to.", trueValue, windowFrom, windowTo,
			control.Target),
		beside("neighbour", "two values", "Privacy: the answers of another value beside those of x, and how well an attacker tells the two apart.", trueValue, neighbour),
	},
}

// beside returns an option with controls of its own.
func beside(name, title, help string, params ...param.Param) param.Kind[string] {
	return control.Option(name, title, help, "", name).With(params...)
}

// window asks how much of the answer for x lands in a window, or how well x is told from a neighbour.
type window struct {
	kind    param.Kind[mechanisms.Mechanism]
	m       mechanisms.Mechanism
	law     mechanisms.Law // of M(x)
	values  param.Values
	epsilon float64
	x       float64
	concentration.Window
	target float64
	pair   bool    // there is a neighbour, and no window
	other  float64 // x′
}

func askConcentration(_ context.Context, v param.Values) (window, error) {
	q := window{
		values:  v,
		epsilon: v.Get(mechanisms.Epsilon),
		x:       v.Get(trueValue),
		Window:  concentration.Window{From: v.Get(windowFrom), To: v.Get(windowTo)},
		target:  v.Get(control.Target),
		pair:    v.Picked(shown).Name == "neighbour",
		other:   v.Get(neighbour),
	}
	if q.From > q.To && !q.pair {
		return q, fmt.Errorf("from = %g is above to = %g; a window needs from ≤ to", q.From, q.To)
	}
	var err error
	if q.kind, err = mechanisms.All.Picked(v); err != nil {
		return q, err
	}
	if q.m, err = q.kind.New(v); err != nil {
		return q, err
	}
	q.law = q.m.At(q.x)
	return q, nil
}

// place returns the window in words.
func (q window) place() string { return control.Place(q.From, q.To) }
