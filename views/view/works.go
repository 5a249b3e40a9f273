package view

import (
	"slices"

	"dpscope/assets"
	"dpscope/engine"
	"dpscope/engine/param"
)

// Works are what the answers of a setting rest on: works that they name, that the view names, and that
// the options name which are picked.
func (v View) Works(values param.Values, answers []engine.Reading) []assets.Source {
	texts := v.sources(values)
	for _, a := range answers {
		texts = append(texts, a.Why.Source)
	}
	return assets.Cited(texts...)
}

// WorksOf are what chosen answers may rest on at any of several settings, of which some answers are known: what a case names that none
// of them meets is among them.
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

// sources are those that the view names, and the options that are picked.
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

// Titled are works as a list of references has them.
func Titled(works []assets.Source) (list []string) {
	for _, w := range works {
		list = append(list, w.Titled())
	}
	return list
}

// Origin says where the answers of a setting come from, but for the program that gave them.
func (v View) Origin(values param.Values, answers []engine.Reading) engine.Origin {
	return engine.Origin{Address: v.Address(values), Title: v.Asked(values), Source: v.At(values).Source, Rests: Titled(v.Works(values, answers))}
}
