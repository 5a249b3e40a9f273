package weights

import (
	"context"
	"fmt"
	"math"
	"slices"

	"dpscope/engine/known"
	"dpscope/views/imbalance"
	"dpscope/views/view"
)

// A tie of weights and the threshold may be where their order turns: these readings say which is ahead at other budgets.
var weightsCrossing = []view.Entry[weights]{
	aheadNearby("ahead-below", "ahead with less ε", "below", weights.below),
	clearNearby("clear-below", "… clear at ε", "below", weights.below),
	aheadNearby("ahead-above", "ahead with more ε", "above", weights.above),
	clearNearby("clear-above", "… clear at ε", "above", weights.above),
}

// below and above return the places of the tried budgets on one side of the chosen one, the nearest first.
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

// nearestClear returns the first of some budgets at which the verdict is for weights or for the threshold, and which of the
// two; NaN: there is none.
func (q weights) nearestClear(ctx context.Context, places []int) (epsilon float64, ahead string, err error) {
	for _, i := range places {
		v, err := q.verdictAt(ctx, i)
		if err != nil {
			return math.NaN(), "", err
		}
		if ahead, decided := map[string]string{"weights": weighted, "threshold": atThreshold}[v.Word]; decided {
			return budgets[i], ahead, nil
		}
	}
	return math.NaN(), "", nil
}

const nowhereClear = "at none of the ε tried there is the verdict for either"

func aheadNearby(name, label, side string, of func(weights) []int) view.Reading[weights] {
	return view.Reading[weights]{Name: name, Label: label, Expensive: true,
		ExactOf: "the verdict at that budget, of the paired differences",
		Value: func(ctx context.Context, q weights) (known.Value, error) {
			_, ahead, err := q.nearestClear(ctx, of(q))
			if err != nil || ahead == "" {
				return known.Nothing(nowhereClear), err
			}
			return known.Named(ahead, q.titleOf(ahead)), nil
		},
		Cases: []view.Case[weights]{crossingCase("Weights or threshold, whichever the verdict is for", side)}}
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
		Formula: fmt.Sprintf("%s, at the nearest of the %d budgets %s the chosen one at which the verdict is for one of both.",
			what, len(budgets), side),
		With:    view.Says(weights.trained),
		Source:  imbalance.RunHere,
		Assumes: "The measure that is drawn, and the budgets that the picture is drawn over: between two of them nothing is tried.",
	}
}
