package view

import (
	"slices"

	"dpscope/assets"
	"dpscope/engine"
	"dpscope/engine/param"
)

// Works returns the works that the answers of a setting rest on: those named by the answers, by the view, and by the picked
// options.
func (v View) Works(values param.Values, answers []engine.Reading) []assets.Source {
	texts := v.sources(values)
	for _, a := range answers {
		texts = append(texts, a.Why.Source)
	}
	return assets.Cited(texts...)
}

// WorksOf returns the works that chosen answers may rest on at any of several settings, given some known answers: it includes
// works named by cases that none of these meets.
func (v View) WorksOf(settings []param.Values, only Chosen, known []engine.Reading) []assets.Source {
	var texts []string
	for _, a := range known {
		texts = append(texts, a.Why.Source)
	}
	for _, values := range settings {
		texts = append(texts, v.sources(values)...)
	}
	for _, i := range only.entries {
		for _, c := range v.Declared[i].Cases {
			texts = append(texts, c.Source)
		}
	}
	return assets.Cited(texts...)
}

// sources returns the sources that the view and the picked options name.
func (v View) sources(values param.Values) []string {
	texts := []string{v.At(values).Source}
	choices, _ := v.Needed(values)
	for _, c := range choices {
		texts = append(texts, values.Picked(c).Source)
	}
	return texts
}

// Among reports whether a work is one of several.
func Among(works []assets.Source, s assets.Source) bool {
	return slices.ContainsFunc(works, func(w assets.Source) bool { return w.Key == s.Key })
}

// Titled returns works as a list of references shows them.
func Titled(works []assets.Source) (list []string) {
	for _, w := range works {
		list = append(list, w.Titled())
	}
	return list
}

// Origin says where the answers of a setting come from, without the program itself.
func (v View) Origin(values param.Values, answers []engine.Reading) engine.Origin {
	return engine.Origin{Address: v.Address(values), Title: v.Asked(values), Source: v.At(values).Source, Rests: Titled(v.Works(values, answers))}
}
