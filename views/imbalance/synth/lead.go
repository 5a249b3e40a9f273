package synth

import (
	"fmt"
	"strings"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/engine/synthesis"
	"dpscope/learners/synth"
	"dpscope/views/control"
	"dpscope/views/imbalance"
	"dpscope/views/view"
)

// filled returns the words of the lead that are no readings.
func (q synthetic) filled() map[string]string {
	words := map[string]string{"n": numeral.Count(float64(q.records.Len()))}
	if q.plan.Deviation >= float64(q.records.Few) {
		words["drowned"] = "drowned"
	}
	if q.balanced {
		words["balanced"] = "balanced"
	}
	imbalance.FillTaken(words, q.taken())
	if q.fit.Method == synth.GEM && q.fit.Workload == synth.Labels {
		words["naive"] = "naive"
	}
	imbalance.FillSlack(words, q.plan.Delta, q.records.Len())
	return words
}

// nobody reports whether the rows contain none of the rare class.
func nobody(f view.Facts) bool { return f.Of("minority-share").Value == 0 }

// Sentences on the share of rows to change, and the same share for rows without a model.
const (
	meanChange = "on average over attributes {marginal-error}"
	drawnAnew  = "(a fresh sample of mine: {chance-error})."
)

var synthLead = view.Lead{
	Answers: []view.Variant{
		{When: view.All(view.Fills("drowned"), view.Fills("balanced")),
			Text: "Not for the rare class: noise per count, {minority-noise}, exceeds its {minority-size} records; weighted as fitted, " +
				"{marginal-error} would have to change, on average over attributes."},
		{When: view.All(nobody, view.Fills("balanced")),
			Text: "Not for the rare class: no row is of it; weighted as fitted, " + meanChange + " would have to change " + drawnAnew},
		{When: nobody,
			Text: "Not for the rare class: no row is of it, {minority-share-real} of mine; " + meanChange + " would have to change " + drawnAnew},
		{When: view.Fills("drowned"),
			Text: "Not for the rare class ({minority-share} of rows, {minority-share-real} of mine): " + meanChange + " would have to change " + drawnAnew},
		{When: view.Fills("balanced"),
			Text: "{marginal-error} of rows, weighted as fitted ({minority-share-fitted} rare), would have to change, on average over attributes " + drawnAnew},
		{Text: "{marginal-error} of rows would have to change to match mine, on average over attributes " + strings.TrimSuffix(drawnAnew, ".") +
			"; rare class: {minority-share}, mine {minority-share-real}."},
	},
	Prices: view.Either(imbalance.OfNoise, view.Branch{Variants: view.TaskRecords.Price()}),
	Warnings: []view.Variant{
		view.LargeDelta,
		imbalance.WarnsSlack,
		view.HardlyAny,
		imbalance.WarnsTaken,
	},
}

// taken names what is taken from the records; nil: all of it is declared.
func (q synthetic) taken() []string {
	if q.guaranteed() {
		return nil
	}
	return []string{"value names", "bounds", "bins"}
}

// whose says which records these are, what of them is public, and what no ε covers.
func (q synthetic) whose() engine.Note {
	name := q.records.Name
	for _, set := range synthesis.Sets {
		if q.fit.Source.Made == set.Name {
			name = set.Title
		}
	}
	label := q.records.Schema.Attributes[q.records.Schema.Label]
	text := control.Records(q.records.Len())
	text += fmt.Sprintf("; %s with %s = “%s”", numeral.Count(float64(q.records.Few)), label.Name, label.Words[q.records.Rare])
	switch origin := q.records.Schema.Origin; {
	case !q.guaranteed():
		text += "; value names, bounds and bins are " + origin + ", so that nothing is guaranteed: schema=FILE declares them. Public: n, columns"
	case origin != "":
		text += ". Public: n, columns, value names, bounds, bins (" + origin + ")"
	default:
		text += ". Public: n, columns, value names, bounds, bins"
	}
	text += fmt.Sprintf(" (%s)", name)
	for _, note := range q.records.Notes {
		text += "; " + note
	}
	return engine.Note{Text: text, Warning: !q.guaranteed()}
}
