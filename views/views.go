// Package views lists the screens of the explorer: the shell shows them, the exporter writes them, the reference documents
// them.
//
// A view is declared in its package, and placed here: in the row of a tab, or behind "more".
package views

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"dpscope/engine/param"
	"dpscope/views/claims"
	"dpscope/views/classifier"
	"dpscope/views/imbalance/anatomy"
	"dpscope/views/imbalance/approaches"
	"dpscope/views/imbalance/bagging"
	"dpscope/views/imbalance/copies"
	"dpscope/views/imbalance/network"
	"dpscope/views/imbalance/run"
	"dpscope/views/imbalance/synth"
	"dpscope/views/imbalance/threshold"
	"dpscope/views/imbalance/weights"
	"dpscope/views/label"
	"dpscope/views/learning"
	"dpscope/views/mechanism"
	"dpscope/views/noise"
	"dpscope/views/risk"
	"dpscope/views/survey"
	"dpscope/views/view"
)

// Tab is a task, with the views in its row and those behind them.
type Tab struct {
	Name       view.Group
	main, more []view.View
}

// Tabs lists the tasks: the only place that says where a view stands.
var Tabs = []Tab{
	{People, []view.View{survey.View, mechanism.Concentration, mechanism.Compare}, nil},
	{Labels, []view.View{label.Flips, label.Success, learning.Learning, learning.Boundary},
		[]view.View{learning.Losses, learning.Race}},
	{Model, []view.View{classifier.Utility, classifier.Map, classifier.Recommend, classifier.Population}, nil},
	{Numbers, []view.View{noise.Noise, synth.View},
		[]view.View{noise.Proof, noise.Ranges, noise.Bayes, noise.Coordinates}},
	{RareClass, []view.View{approaches.View, weights.View, threshold.View, copies.View}, []view.View{network.View, bagging.View, anatomy.View}},
	{Attacker, []view.View{risk.Attack, run.Run, risk.Profile, risk.Digits}, nil},
	{Learn, []view.View{claims.Claims}, []view.View{claims.Class}},
}

// The names of the tabs.
const (
	People    view.Group = "People"
	Labels    view.Group = "Labels"
	Model     view.Group = "Model"
	Numbers   view.Group = "Numbers"
	RareClass view.Group = "Rare class"
	Attacker  view.Group = "Attacker"
	Learn     view.Group = "Learn"
)

// All lists the views in the order of the tabs.
var All = placed()

func placed() (all []view.View) {
	for _, t := range Tabs {
		for i, v := range slices.Concat(t.main, t.more) {
			v.Group, v.More = t.Name, i >= len(t.main)
			all = append(all, v)
		}
	}
	return all
}

// Open returns the view and the values of an address such as "concentration?mechanism=pm&epsilon=2". An empty address opens the
// first view. Controls that an address leaves out are as at the view's opening, which is its first preset, or as in the preset
// that preset=NAME names.
func Open(address string) (view.View, param.Values, error) {
	v, values, err := open(address)
	if err != nil {
		err = orMoved(address, err)
	}
	return v, values, err
}

func open(address string) (view.View, param.Values, error) {
	name, query, _ := strings.Cut(address, "?")
	if name == "" && query == "" {
		name = All[0].Name
	}
	v, err := Find(name)
	if err != nil {
		return view.View{}, param.Values{}, err
	}
	values, err := v.Setting(query)
	if err != nil {
		return view.View{}, param.Values{}, orNearest(name, query, err)
	}
	return v, values, nil
}

// orNearest adds to the error of a control with nothing to do the nearest address that opens, where there is one.
func orNearest(name, query string, err error) error {
	const most = 4 // what gives one control something to do may take it from another
	var stray *param.StrayError
	for still, times := err, 0; times < most && errors.As(still, &stray); times++ {
		query = stray.Mend(query)
		v, _ := Find(name)
		if _, still = v.Setting(query); still == nil {
			return fmt.Errorf("%w: %s", err, strings.TrimSuffix(name+"?"+query, "?"))
		}
	}
	return err
}

// Follow opens the address of another view's answer or place, with the values that the two views share.
func Follow(address string, from view.View, at param.Values) (view.View, param.Values, error) {
	name, query, _ := strings.Cut(address, "?")
	v, err := Find(name)
	if err != nil {
		return view.View{}, param.Values{}, err
	}
	values, err := v.Over(v.Carried(v.Opening(), from, at), query)
	if err != nil {
		return view.View{}, param.Values{}, err
	}
	return v, values, nil
}

// Find returns the view called name.
func Find(name string) (view.View, error) {
	names := make([]string, len(All))
	for i, v := range All {
		if v.Name == name {
			return v, nil
		}
		names[i] = v.Name
	}
	return view.View{}, &param.UnknownError{What: "view", Name: name, Known: names}
}

// In lists the views of a tab, the main ones first.
func In(g view.Group) []view.View {
	var list []view.View
	for _, v := range All {
		if v.Group == g {
			list = append(list, v)
		}
	}
	return list
}
