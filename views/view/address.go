package view

import (
	"fmt"
	"strings"

	"dpscope/engine/param"
)

// Address names a setting of the view, so that it opens again.
func (v View) Address(values param.Values) string { return v.Name + "?" + v.Encode(values) }

// Opening is the setting that the view opens with: its first preset, which a
// test opens like the others.
func (v View) Opening() param.Values {
	if len(v.Presets) == 0 {
		return param.Values{}
	}
	values, _ := v.Parse(v.Presets[0].Query)
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

// Setting reads a query: preset=NAME in it starts from a preset, whose values
// the other keys then change; a control that is not named has its default. An empty query is
// the opening setting.
func (v View) Setting(query string) (param.Values, error) {
	if query == "" {
		return v.Opening(), nil
	}
	query, err := v.expand(query)
	if err != nil {
		return param.Values{}, err
	}
	return v.Parse(query)
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
