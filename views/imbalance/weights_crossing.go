package imbalance

import (
	"context"
	"math"
	"slices"

	"dpscope/engine/known"
	"dpscope/engine/rareclass"
	"dpscope/views/view"
)

// A tie of weights and the threshold may be where their order turns: these readings say who is ahead at other budgets.
var weightsCrossing = []view.Entry[weights]{
	aheadNearby("ahead-below", "ahead with less ε", "below", weights.below),
	clearNearby("clear-below", "… clear at ε", "below", weights.below),
	aheadNearby("ahead-above", "ahead with more ε", "above", weights.above),
	clearNearby("clear-above", "… clear at ε", "above", weights.above),
}

// below and above are the places of the tried budgets on one side of the chosen one, the nearest first.
func (q weights) below() (places []int) {
	for i := len(budgets) - 1; i >= 0; i-- {
		if budgets[i] < q.trial.Epsilon {
			places = append(places, i)
		}
	}
	return places
}

func (q weights) above() (places []int) {
	for i, epsilon := range budgets {
		if epsilon > q.trial.Epsilon {
			places = append(places, i)
		}
	}
	return places
}

// nearestClear is the first of some budgets at which the splits tell weights from the threshold, and who is ahead there; NaN: they
// do so at none.
func (q weights) nearestClear(ctx context.Context, places []int) (epsilon float64, ahead string, err error) {
	w, _ := q.entrantOf(weighted)
	t, _ := q.entrantOf(atThreshold)
	for _, i := range places {
		with, err := q.tried.Of(ctx, w.series*lanes+i)
		if err != nil {
			return math.NaN(), "", err
		}
		without, err := q.tried.Of(ctx, t.series*lanes+i)
		if err != nil {
			return math.NaN(), "", err
		}
		d := rareclass.Paired(with, without, func(r rareclass.Result) float64 { return q.measure.of(r, w.public) },
			func(r rareclass.Result) float64 { return q.measure.of(r, t.public) })
		switch {
		case clearly(d) && d.Mean > 0:
			return budgets[i], weighted, nil
		case clearly(d):
			return budgets[i], atThreshold, nil
		}
	}
	return math.NaN(), "", nil
}

const nowhereClear = "splits tell weights from the threshold at none of the ε tried there"

func aheadNearby(name, label, side string, of func(weights) []int) view.Reading[weights] {
	return view.Reading[weights]{Name: name, Label: label, Expensive: true,
		ExactOf: "the paired differences, by the limits of the verdict",
		Value: func(ctx context.Context, q weights) (known.Value, error) {
			_, ahead, err := q.nearestClear(ctx, of(q))
			if err != nil || ahead == "" {
				return known.Nothing(nowhereClear), err
			}
			return known.Named(ahead, q.titleOf(ahead)), nil
		},
		Cases: []view.Case[weights]{crossingCase("Weights or threshold, whichever is ahead by the limits of the verdict", side)}}
}

func clearNearby(name, label, side string, of func(weights) []int) view.Reading[weights] {
	return view.Reading[weights]{Name: name, Label: label, Expensive: true,
		Range: known.Range{Low: slices.Min(budgets[:]), High: slices.Max(budgets[:])},
		Value: func(ctx context.Context, q weights) (known.Value, error) {
			epsilon, _, err := q.nearestClear(ctx, of(q))
			if err != nil || math.IsNaN(epsilon) {
				return known.Nothing(nowhereClear), err
			}
			return known.Approximated(epsilon), nil
		},
		Cases: []view.Case[weights]{crossingCase("That budget itself", side)}}
}

func crossingCase(what, side string) view.Case[weights] {
	return view.Case[weights]{
		Formula: what + ", at the nearest of the eight budgets " + side + " the chosen one at which one of both is.",
		With:    view.Remark(func(q weights, _ known.Value) string { return q.trained() }),
		Source:  runHere,
		Assumes: "The measure that is drawn, and the budgets that the picture is drawn over: between two of them nothing is tried.",
	}
}
