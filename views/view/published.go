package view

import (
	"dpscope/assets"
	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
)

// Locally and Centrally are the models of pages that have one whatever their setting.
func Locally(param.Values) string   { return assets.Local }
func Centrally(param.Values) string { return assets.Central }

// Model says where noise is added at a setting, in the word of published uses; empty: nothing is spent.
func (v View) Model(values param.Values) string {
	if v.model == nil {
		return ""
	}
	return v.model(values)
}

// UnitsDiffer warns of comparing what others spend.
const UnitsDiffer = "ε of different units do not compare."

// Published lists the two published uses of the page's model whose ε is nearest to the one that is set, as rows after the answers.
func (v View) Published(values param.Values) (rows []engine.Reading) {
	model := v.Model(values)
	for _, p := range v.Sliders(values) {
		if p.Words == nil || model == "" {
			continue
		}
		for i, d := range assets.DeploymentsNear(model, values.Get(p), 2) {
			why := engine.Why{Formula: "Of the published uses with " + model + " noise, the two whose ε is nearest by ratio. " + UnitsDiffer,
				With: d.Note, Source: d.Source + ", " + d.Address}
			if why.With != "" {
				why.With = "The list adds: " + why.With + "."
			}
			rows = append(rows, engine.Reading{Key: engine.Key{Name: "published", Member: [...]string{"nearest", "next"}[i]}, Label: d.Named(),
				Group: "published, " + model + "; units differ", Style: numeral.Plain, Known: known.Printed(d.Epsilon), DisplayText: d.Spent(), Why: why})
		}
		return rows
	}
	return nil
}
