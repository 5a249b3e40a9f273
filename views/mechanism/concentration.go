// Package mechanism holds the screens about one private value: where its answer
// lands, under one mechanism and under all of them.
package mechanism

import (
	"context"
	"fmt"

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
	windowFrom = param.Param{Name: "from", Symbol: "from",
		Help: "Lower end of the window that the answer should land in.", Min: -5, Max: 6, Low: 0, High: 1, Default: 0.2, Fine: 0.01, Coarse: 0.1, Above: "to"}
	windowTo = param.Param{Name: "to", Symbol: "to",
		Help: "Upper end of the window.", Min: -5, Max: 6, Low: 0, High: 1, Default: 0.8, Fine: 0.01, Coarse: 0.1}
)

// Concentration shows the law of one answer.
var Concentration = view.Of(view.Declaration[window]{
	Name:     "concentration",
	Group:    view.Mechanisms,
	Title:    "One mechanism at one value",
	Question: "Where does a private answer land?",
	About: "The law of the answer M(x) that one mechanism gives for the value x: its density, or its probability at each bin, " +
		"and the share that lands in a window. It is the first factor of a classifier's utility under local privacy.",
	Source: "Quantifying Classifier Utility under LDP, section 4.1, with the corrections of each mechanism",
	Form: param.Form{
		Choices: []param.Choice{mechanisms.All},
		Params:  []param.Param{trueValue, windowFrom, windowTo, control.Target},
	},
	Ask:      askWindow,
	Readings: windowReadings,
	Orders:   []view.Order{{Less: "delta-exact", More: "loss-tail"}, {Less: "plateau-low", More: "plateau-high"}},
	Draw:     drawLaw,
	Presets: []view.Preset{
		{Name: "paper-pm", Title: "The paper's example: PM at ε = 2 within 0.3 of x = 0.5 (it prints 0.86)", Query: "mechanism=pm&epsilon=2&x=0.5&from=0.2&to=0.8"},
		{Name: "paper-laplace", Title: "The paper's Laplace at ε = 5.2, said to reach 80 % (it misses)", Query: "mechanism=laplace&epsilon=5.2&x=0.5&from=0.2&to=0.8"},
		{Name: "paper-krr", Title: "The paper's k-RR at ε = 2: 61 of 101 bins, not 60", Query: "mechanism=krr&epsilon=2&x=0.5&from=0.2&to=0.8"},
		{Name: "edge", Title: "At x = 0 the same window holds less", Query: "mechanism=pm&epsilon=2&x=0&from=0&to=0.3"},
		{Name: "half-wasted", Title: "The exponential mechanism spends only half its budget", Query: "mechanism=exponential&epsilon=4&x=0.5&from=0.2&to=0.8"},
		{Name: "clamped", Title: "Clamping piles the tails up at 0 and 1", Query: "mechanism=laplace-clamped&epsilon=2&x=0.3&from=0.1&to=0.5"},
		{Name: "no-answer", Title: "A window beside x that no ε fills", Query: "mechanism=sw&epsilon=3&x=0.2&from=0.5&to=0.9"},
	},
})

// window asks how much of the answer for x lands in a window.
type window struct {
	kind    param.Kind[mechanisms.Mechanism]
	m       mechanisms.Mechanism
	law     mechanisms.Law // of M(x)
	values  param.Values
	epsilon float64
	x       float64
	concentration.Window
	target float64
}

func askWindow(_ context.Context, v param.Values) (window, error) {
	q := window{
		values:  v,
		epsilon: v.Get(mechanisms.Epsilon),
		x:       v.Get(trueValue),
		Window:  concentration.Window{From: v.Get(windowFrom), To: v.Get(windowTo)},
		target:  v.Get(control.Target),
	}
	if q.From > q.To {
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

// place is the window in words.
func (q window) place() string { return control.Place(q.From, q.To) }
