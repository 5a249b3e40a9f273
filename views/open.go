package views

import (
	"context"
	"fmt"
	"strings"

	"dpscope/engine"
	"dpscope/engine/param"
)

// Open finds the view and the values of an address such as
// "concentration?mechanism=pm&epsilon=2". An empty address opens the first
// view, and a bare name its first preset; otherwise a missing control has its
// default. preset=NAME starts from a preset, whose values the other keys then
// change.
func Open(address string) (View, param.Values, error) {
	name, query, _ := strings.Cut(address, "?")
	if name == "" && query == "" {
		view := All[0]
		return view, view.Opening(), nil
	}
	view, err := Find(name)
	if err != nil {
		return View{}, param.Values{}, err
	}
	if query == "" {
		return view, view.Opening(), nil
	}
	if query, err = view.expand(query); err != nil {
		return View{}, param.Values{}, err
	}
	values, err := view.Parse(query)
	return view, values, err
}

// Find returns the view called name.
func Find(name string) (View, error) {
	names := make([]string, len(All))
	for i, v := range All {
		if v.Name == name {
			return v, nil
		}
		names[i] = v.Name
	}
	return View{}, &param.UnknownError{What: "view", Name: name, Known: names}
}

// Address names a setting of the view, so that Open gives it back.
func (v View) Address(values param.Values) string { return v.Name + "?" + v.Encode(values) }

// Opening is the setting that the view opens with.
func (v View) Opening() param.Values {
	if len(v.Presets) == 0 {
		return param.Values{}
	}
	values, err := v.Parse(v.Presets[0].Query)
	if err != nil {
		panic("views: the first preset of " + v.Name + ": " + err.Error())
	}
	return values
}

// Preset returns the values of a preset.
func (v View) Preset(name string) (param.Values, error) {
	names := make([]string, len(v.Presets))
	for i, p := range v.Presets {
		if p.Name == name {
			return v.Parse(p.Query)
		}
		names[i] = p.Name
	}
	if len(names) == 0 {
		return param.Values{}, fmt.Errorf("%s has no presets", v.Name)
	}
	return param.Values{}, &param.UnknownError{What: "preset", Name: name, Known: names}
}

// expand replaces preset=NAME in a query by the preset's pairs, leaving out
// those that the query sets itself.
func (v View) expand(query string) (string, error) {
	if !strings.HasPrefix(query, "preset=") && !strings.Contains(query, "&preset=") {
		return query, nil
	}
	var pairs []string
	name, given := "", map[string]bool{}
	for pair := range strings.SplitSeq(query, "&") {
		key, word, _ := strings.Cut(pair, "=")
		if key != "preset" {
			given[key] = true
			pairs = append(pairs, pair)
			continue
		}
		if name != "" {
			return "", fmt.Errorf("preset is given twice; once would do")
		}
		name = word
	}
	if _, err := v.Preset(name); err != nil {
		return "", err
	}
	for _, p := range v.Presets {
		if p.Name != name {
			continue
		}
		for pair := range strings.SplitSeq(p.Query, "&") {
			if key, _, _ := strings.Cut(pair, "="); !given[key] {
				pairs = append(pairs, pair)
			}
		}
	}
	return strings.Join(pairs, "&"), nil
}

// Answers returns the readings at one setting, without the picture where the
// view can do without.
func (v View) Answers(ctx context.Context, values param.Values) ([]engine.Reading, error) {
	if v.Readings != nil {
		return v.Readings(ctx, values)
	}
	figure, err := v.Figure(ctx, values)
	return figure.Readings, err
}

// Groups lists the groups that have views, in tab order.
func Groups() []Group {
	var groups []Group
	for _, g := range []Group{Mechanisms, Labels, Classifier} {
		if len(In(g)) > 0 {
			groups = append(groups, g)
		}
	}
	return groups
}

// In lists the views of a group, in menu order.
func In(g Group) []View {
	var views []View
	for _, v := range All {
		if v.Group == g {
			views = append(views, v)
		}
	}
	return views
}
