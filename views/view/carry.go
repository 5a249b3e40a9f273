package view

import (
	"slices"

	"dpscope/engine/param"
)

// Carried returns a setting of the view with the values that it shares with another view: of every control that applies there
// and that both declare identically, whatever options it belongs to. A word that another one resets is carried only together
// with that one: a record with its classifier.
func (v View) Carried(to param.Values, from View, at param.Values) param.Values {
	for range 2 { // an option may fit only once a later choice is made
		for _, c := range from.Choices {
			picked := at.Picked(c)
			for _, d := range v.Choices {
				if sameChoice(c, d) && slices.ContainsFunc(param.Offered(d, to), func(o param.Option) bool { return o.Name == picked.Name }) {
					to = to.Picking(d, picked.Name)
				}
			}
		}
	}
	for _, t := range v.Texts {
		if shared(from.Texts, t) && !slices.ContainsFunc(slices.Concat(from.Texts, v.Texts), func(of param.Text) bool {
			return slices.Contains(of.Resets, t.Name) && !(shared(from.Texts, of) && shared(v.Texts, of))
		}) {
			to = to.Writing(t, at.Word(t))
		}
	}
	declared := v.All()
	for _, p := range from.Sliders(at) {
		if slices.ContainsFunc(declared, func(q param.Param) bool { q.Of = p.Of; return q == p }) {
			to = to.With(p, at.Get(p))
		}
	}
	return to
}

func sameChoice(c, d param.Choice) bool {
	return c.Key() == d.Key() && c.Title() == d.Title() && c.About() == d.About()
}

// shared reports whether a text is declared identically among others.
func shared(texts []param.Text, t param.Text) bool {
	return slices.ContainsFunc(texts, func(u param.Text) bool {
		return u.Name == t.Name && u.Label == t.Label && u.Help == t.Help && u.Default == t.Default
	})
}
