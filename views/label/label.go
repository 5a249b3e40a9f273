// Package label holds the views about private labels: how many are flipped, what that costs, and which budget keeps a promise
// about it.
package label

import (
	"context"

	"dpscope/engine"
	"dpscope/engine/num/binomial"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/publishing"
	"dpscope/views/view"
)

const (
	paper      = publishing.Paper
	correction = publishing.Correction
)

// Several views of labels share these controls.
var (
	records = param.Param{Name: "n", Symbol: "n", Label: "records", Unit: "records",
		Help: "Number of records whose labels are published.",
		Min:  1, Max: binomial.MaxTrials, Low: 1, High: 1e9, Default: 100, Scale: param.Count}

	ties = param.Menu[bool]{Name: "ties", Label: "at half",
		Help: "Whether exactly half of the labels correct is a success; it matters for even n only.",
		Kinds: []param.Kind[bool]{
			control.Option("count", "counts as success", "Success is at least half correct, as in the paper.", paper+", section III", true),
			control.Option("strict", "counts as failure", "Success is more than half correct.", "the strict majority", false),
		}}
)

// published is the part of a question about how the labels are published.
type published struct{ m mechanisms.LabelFlip }

func askPublished(v param.Values) (published, error) {
	m, err := mechanisms.NewLabelFlip(v.Get(mechanisms.LabelEpsilon))
	return published{m}, err
}

func (p published) Mechanism() mechanisms.LabelFlip { return p.m }

// sheetOf makes a Draw of a picture that needs no answer and no time.
func sheetOf[Q any](picture func(Q) engine.Sheet) func(context.Context, Q, view.Readings, func(engine.Sheet)) (engine.Sheet, error) {
	return func(_ context.Context, q Q, _ view.Readings, _ func(engine.Sheet)) (engine.Sheet, error) {
		return picture(q), nil
	}
}

// steps returns count places with distance one.
func steps(first float64, count int) []float64 {
	places := make([]float64, count)
	for i := range places {
		places[i] = first + float64(i)
	}
	return places
}
