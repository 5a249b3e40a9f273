package view

import (
	"dpscope/assets"
	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
)

// Locally and Centrally return the models of pages with the same model at every setting.
func Locally(param.Values) string   { return assets.Local }
func Centrally(param.Values) string { return assets.Central }

// Model returns where noise is added at a setting, in the word of published uses; empty: nothing is spent.
func (v View) Model(values param.Values) string {
	if v.model == nil {
		return ""
	}
	return v.model(values)
}

// UnitsDiffer warns of comparing published uses.
const UnitsDiffer = "ε of different units do not compare."

// Published lists, as rows after the answers, the two published uses of the page's model with the nearest ε.
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
