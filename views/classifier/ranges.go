package classifier

import (
	"context"
	"slices"

	"dpscope/engine/known"
	"dpscope/learners/model"
	"dpscope/learners/table"
	"dpscope/views/view"
)

// private is a question about private features of a classifier.
type private interface {
	features() []string
	classifier() *model.Model
}

func (q subjects) classifier() *model.Model { return q.Model }

// features returns the names of the private features.
func (q subjects) features() []string {
	var names []string
	for _, f := range q.Private {
		names = append(names, q.Model.Features[f].Name)
	}
	return names
}

func (q prediction) classifier() *model.Model   { return q.Model }
func (q prediction) features() []string         { return q.Names }
func (q recordAdvice) classifier() *model.Model { return q.Model }
func (q recordAdvice) features() []string       { return q.Names }

// rangesOf declares the raw ends of each private feature, which the mechanisms, answering on [0, 1], use as its range.
func rangesOf[Q private]() view.Family[Q] {
	return view.Family[Q]{Name: "private-range", Of: "feature", Label: "range of a private feature",
		Members: func(_ context.Context, q Q) ([]string, error) {
			const few = 6 // the pixels of an image have one range
			return q.features()[:min(few, len(q.features()))], nil
		},
		Each: rangeOf[Q]}
}

const ofRawValues = "The mechanisms answer on [0, 1], of which 0 and 1 stand for these raw values."

func rangeOf[Q private](feature string) view.Reading[Q] {
	of := func(q Q) table.Feature {
		all := q.classifier().Features
		return all[max(slices.Index(q.classifier().FeatureNames(), feature), 0)]
	}
	return view.Reading[Q]{ExactOf: "what the classifier's file declares",
		Title: func(Q) string { return "range of " + feature },
		Value: view.Known(func(q Q) known.Value { return known.Said(of(q).Ends()) }),
		Remark: view.Says(func(q Q) string {
			if of(q).Scale.FromData {
				return "the data's own"
			}
			return "public"
		}),
		Cases: []view.Case[Q]{{
			If:      "they are taken from the data",
			When:    view.Whenever(func(q Q) bool { return of(q).Scale.FromData }),
			Formula: ofRawValues,
			Assumes: "They are the least and the greatest value of the data, which are those of single people, and no mechanism protects them. " +
				"Declared ones would work: dpscope train --scale.",
		}},
		Formula: ofRawValues,
		Assumes: "They are public: declared, and not taken from the data.",
	}
}
