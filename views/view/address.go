package view

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"dpscope/engine/param"
)

// Address names a setting of the view in full, so that it opens again after the opening changes.
func (v View) Address(values param.Values) string { return v.Name + "?" + v.Encode(values) }

// ShortAddress names a setting by its differences from the present opening, for people to read.
func (v View) ShortAddress(values param.Values) string {
	if query := v.Short(values, v.Opening()); query != "" {
		return v.Name + "?" + query
	}
	return v.Name
}

// Opening returns the setting that the view opens with: its first preset.
func (v View) Opening() param.Values { return v.opens }

// Preset returns the values of a preset: its query, laid over the opening.
func (v View) Preset(name string) (param.Values, error) {
	names := make([]string, len(v.Presets))
	for i, p := range v.Presets {
		if p.Name == name {
			return v.Over(v.Opening(), p.Query)
		}
		names[i] = p.Name
	}
	if len(names) == 0 {
		return param.Values{}, fmt.Errorf("%s has no presets", v.Name)
	}
	return param.Values{}, &param.UnknownError{What: "preset", Name: name, Known: names}
}

// Setting reads a query. Controls that it leaves out are as at the opening or, with preset=NAME, as in that preset. An empty
// query is the opening itself.
func (v View) Setting(query string) (param.Values, error) {
	presets, rest := cutPresets(query)
	from := v.Opening()
	switch len(presets) {
	case 0:
	case 1:
		var err error
		if from, err = v.Preset(presets[0]); err != nil {
			return param.Values{}, err
		}
	default:
		return param.Values{}, fmt.Errorf("preset is given twice; once would work")
	}
	return v.Over(from, rest)
}

// cutPresets removes preset=NAME from a query.
func cutPresets(query string) (names []string, rest string) {
	if !strings.Contains(query, "preset=") {
		return nil, query
	}
	var pairs []string
	for pair := range strings.SplitSeq(query, "&") {
		if name, found := strings.CutPrefix(pair, "preset="); found {
			names = append(names, name)
		} else {
			pairs = append(pairs, pair)
		}
	}
	return names, strings.Join(pairs, "&")
}

// Replacing returns a setting with another word for one control, and all others as they were.
func (v View) Replacing(values param.Values, key, word string) (param.Values, error) {
	pairs := slices.DeleteFunc(strings.Split(v.Encode(values), "&"), func(pair string) bool { return strings.HasPrefix(pair, key+"=") })
	return v.Setting(strings.Join(append(pairs, key+"="+url.QueryEscape(word)), "&"))
}
