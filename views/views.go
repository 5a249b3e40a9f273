// Package views declares the screens of the explorer. A view is one value:
// the shell shows it, the exporter writes it, the reference documents it.
package views

import (
	"context"

	"dpscope/engine"
	"dpscope/engine/param"
)

// View is one screen: a question, the controls that vary it, and the figure
// that answers it.
type View struct {
	Name     string // address, file name and anchor: "concentration"
	Group    Group
	Title    string // "Concentration of one mechanism"
	Question string // the headline, and what the palette finds
	About    string // a paragraph for the reference
	Source   string // papers, theorems, corrections
	param.Form

	// Figure answers the question at one setting.
	Figure func(context.Context, param.Values) (engine.Figure, error)

	// Readings gives the figure's readings alone, where the picture costs more
	// than the answer; nil: Figure's.
	Readings func(context.Context, param.Values) ([]engine.Reading, error)

	// Answer gives one reading alone, where all of them cost much more; nil:
	// Readings'.
	Answer func(ctx context.Context, v param.Values, key string) (float64, error)

	// Slow says that an answer takes long enough that solving had better ask for
	// few.
	Slow bool

	Presets []Preset // the first is what the view opens with
}

// Preset is a named setting: a thing worth looking at.
type Preset struct {
	Name  string // "paper-example"
	Title string // "The paper's example: PM at ε = 2"
	Query string // "mechanism=pm&epsilon=2"
}

// Group is a tab.
type Group string

// The groups, in tab order.
const (
	Mechanisms Group = "Mechanisms"
	Labels     Group = "Labels"
	Classifier Group = "Classifier"
)

// All lists the views in menu order.
var All = append([]View{concentrationView, compare, winner}, append(labelViews, utility, regionsMap, populationView, choose)...)
