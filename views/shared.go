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
	trueValue = param.Param{Name: "x", Symbol: "x", Label: "true value",
		Help: "The private value, scaled to [0, 1].", Min: 0, Max: 1, Default: 0.5, Fine: 0.01, Coarse: 0.1}
)

func lawInWords(kind param.Kind[mechanisms.Mechanism], m mechanisms.Mechanism, x float64) string {
	return control.Sentences(control.LawInWords(m, x), "Source: "+kind.Source+".")
}
