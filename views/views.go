// Package views lists the screens of the explorer: the shell shows them, the
// exporter writes them, the reference documents them.
//
// A tab is a word in its package; tabs stand in the order of the list.
package views

import (
	"slices"
	"strings"

	"dpscope/engine/param"
	"dpscope/views/claims"
	"dpscope/views/classifier"
	"dpscope/views/imbalance/anatomy"
	"dpscope/views/imbalance/approaches"
	"dpscope/views/imbalance/bagging"
	"dpscope/views/imbalance/budget"
	"dpscope/views/imbalance/copies"
	"dpscope/views/imbalance/network"
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

// All lists the views in menu order.
var All = []view.View{
	survey.View,
	mechanism.Concentration, mechanism.Compare, mechanism.Winner,
	label.Flips, label.Identity, label.Score, label.Success, label.Budget,
	classifier.Utility, classifier.Map, classifier.Choose, classifier.Population, classifier.Recommend,
	learning.Losses, learning.Risk, learning.Race, learning.Learning, learning.Boundary,
	noise.Noise, noise.Ranges, noise.Frontier, noise.Shifts, noise.Rounds, noise.Bayes, noise.Coordinates,
	threshold.View, weights.View, approaches.View, network.View, synth.View, copies.View,
	bagging.View, anatomy.View,
	risk.Attack,
	budget.View,
	risk.Profile,
	risk.Digits,
	claims.Claims,
	claims.Class,
}

// Open finds the view and the values of an address such as
// "concentration?mechanism=pm&epsilon=2". An empty address opens the first
// view. What an address leaves out is as the view opens with it: as in its first
// preset, or in the one that preset=NAME names.
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
		return view.View{}, param.Values{}, err
	}
	return v, values, nil
}

// Follow finds what an address of another view's answer or place means: what it
// names, and besides what the two views share, as it is there.
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

// Groups lists the groups in tab order, which is that of their first views.
func Groups() []view.Group {
	var groups []view.Group
	for _, v := range All {
		if !slices.Contains(groups, v.Group) {
			groups = append(groups, v.Group)
		}
	}
	return groups
}

// In lists the views of a group, in menu order.
func In(g view.Group) []view.View {
	var list []view.View
	for _, v := range All {
		if v.Group == g {
			list = append(list, v)
		}
	}
	return list
}
