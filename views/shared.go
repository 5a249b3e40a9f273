package views

import (
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/views/control"
)

// What views that answer with whole figures share with those that declare.
var (
	target    = control.Target
	seed      = control.Seed
	anyBudget = control.AnyBudget
	option    = control.Option
)

func lawInWords(kind param.Kind[mechanisms.Mechanism], m mechanisms.Mechanism, x float64) string {
	return control.Sentences(control.LawInWords(m, x), "Source: "+kind.Source+".")
}
