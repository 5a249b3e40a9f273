// Package run holds the view about a training by noisy steps: what holds for it, by the way it drew its batches, and what its
// steps spend together by several theorems where coins draw the records.
package run

import (
	"fmt"

	"dpscope/engine/composition"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/view"
)

// Run says whether a training is private, given the way it drew its batches.
var Run = view.OneOf{Key: "show", Label: "show", Help: "What is drawn: of a run as it drew its batches, or of the ways to add up steps whose records are drawn by coins.",
	Sides: []view.Side{{View: asDrawn}, {View: byCoins}}}.View()

// These controls say how long a training is.
var (
	records = param.Param{Name: "records", Symbol: "n", Label: "records", Unit: "records",
		Help: "How many records are trained on; the number is public.", Min: 1, Max: 1e9, Low: 100, High: 1e6, Default: 60_000, Scale: param.Count}
	batch = param.Param{Name: "batch", Symbol: "b", Label: "batch", Unit: "records", Above: records.Name,
		Help: "How many records a step sees: about as many where coins draw them. Larger is less private.", Min: 1, Max: 1e9, Low: 1, High: 1e4, Default: 256, Scale: param.Count}
	rate = func() param.Param {
		p := control.Rate
		p.Name, p.OpenLow = "rate", true
		return p
	}()
	epochs = param.Param{Name: "epochs", Symbol: "E", Label: "epochs", Unit: "epochs",
		Help: "How often all records are gone through.", Min: 1, Max: composition.MostEpochs, Low: 1, High: 100, Default: 15, Scale: param.Count}

	sizes = param.Menu[bool]{Name: "size", Label: "batch by", Help: "What is known of the batches.",
		Kinds: []param.Kind[bool]{
			control.Option("batch", "records and batch", "The number of records, and of those in a batch.", "", false, records, batch),
			control.Option("rate", "a rate", "The batch over the records.", "", true, rate),
		}}
	lengths = param.Menu[bool]{Name: "length", Label: "length by", Help: "What is known of the length.",
		Kinds: []param.Kind[bool]{
			control.Option("epochs", "epochs", "How often all records are gone through.", "", false, epochs),
			control.Option("steps", "steps", "How many batches are learned from.", "", true, control.Steps),
		}}
	lasts = param.Menu[bool]{Name: "last", Label: "last batch", Help: "What becomes of the last batch of an epoch where it has fewer records.",
		Kinds: []param.Kind[bool]{
			control.Option("kept", "kept", "It is learned from.", "", false),
			control.Option("dropped", "dropped", "It is left out, and an epoch has a step less.", "", true),
		}}
)

// sized returns a run with its length.
func sized(v param.Values) (r composition.Run, err error) {
	r.Sigma = v.Get(control.Sigma)
	if sizes.Chosen(v) {
		r.Rate = v.Get(rate)
	} else {
		r.Records, r.Batch = v.Get(records), v.Get(batch)
	}
	if lengths.Chosen(v) {
		r.Steps = v.Get(control.Steps)
	} else {
		r.Epochs = v.Get(epochs)
	}
	r.Dropped, r.Neighbours = lasts.Chosen(v), privacy.OneZeroed
	if err := r.Check(); err != nil {
		return r, err
	}
	if all := r.AllSteps(); all > composition.MostSteps {
		return r, fmt.Errorf("these are %s steps in all; fewer epochs or larger batches, with up to %s steps, would work", numeral.Count(all), numeral.Count(composition.MostSteps))
	}
	return r, nil
}
