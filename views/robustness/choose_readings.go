package robustness

import (
	"context"
	"fmt"
	"slices"

	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/view"
)

var choiceReadings = []view.Entry[choice]{
	view.Reading[choice]{Name: "best", ExactOf: "this record and the least budgets that were found", Label: "least ε found with", Coarse: true,
		Level: view.Answering,
		Value: func(ctx context.Context, q choice) (known.Value, error) {
			ranked, err := q.ranks(ctx)
			switch {
			case err != nil || !ranked[0].Reached():
				return q.unmetValue(ranked), err
			case q.Nearly: // another may need less still
				return known.Named(ranked[0].Name, title(ranked[0].Name)).As(known.Estimate), nil
			}
			return known.Named(ranked[0].Name, title(ranked[0].Name)), nil
		},
		Beside: func(ctx context.Context, q choice, v known.Value) (string, error) {
			ranked, err := q.ranks(ctx)
			if err != nil || v.Missing() || q.Nearly {
				return "", err
			}
			if alike := agreement.Alike(ranked); alike > 1 {
				return "and " + others(alike-1) + " alike", nil
			}
			return "", nil
		},
		Cases: []view.Case[choice]{{
			Formula: "The mechanism that reaches the target with the least ε per feature.",
			With:    view.Remark(func(q choice, _ known.Value) string { return "The target is " + control.Target.Text(q.Target) + "." }),
		}}},
	bestSplit(splitReading(view.Shown, "split-value", "best split found", func(s agreement.Split) float64 { return s.Value },
		"With two private features 241 splits of the total are tried and the best three places refined; with more, box and shares are improved in turns from equal ones. "+
			"Another split may be better still.")),
	splitReading(view.Folded, "split-equal", "shared equally", func(s agreement.Split) float64 { return s.Equal }, "Every feature gets the same."),
	view.Family[choice]{Name: "split", Of: "feature", Label: "ε of the feature",
		Members: func(_ context.Context, q choice) ([]string, error) { return q.Names, nil },
		Each:    shareOf},
	needsOf(ofPureOnes, "epsilon-required", "least ε found, per feature", requiredBy),
	rangesOf[choice](),
}

// ofPureOnes has on top what mechanisms of ε alone need: what others promise is not to be
// compared with that.
func ofPureOnes(mechanism string) view.Level {
	if control.Notion(mechanism) == control.PureNotion {
		return view.Shown
	}
	return view.Folded
}

// splitReading is the agreement with the total shared out in one way.
func splitReading(level view.Level, name, label string, of func(agreement.Split) float64, how string) view.Reading[choice] {
	return view.Reading[choice]{Name: name, ExactOf: "this record with this split of the total", Label: label, Style: numeral.Percent, Goal: known.Higher, Coarse: true,
		Range: known.Probability, Level: level,
		Value: func(ctx context.Context, q choice) (known.Value, error) {
			s, err := q.split.Get(ctx)
			return agreement.OrRefused(ctx, known.Exactly(of(s)).As(q.SplitBasis()), err)
		},
		Cases: []view.Case[choice]{{
			Formula: how,
			With:    view.Remark(func(q choice, _ known.Value) string { return q.shares() }),
		}}}
}

// bestSplit says of how few splits it is the best, where they are few.
func bestSplit(r view.Reading[choice]) view.Reading[choice] {
	r.Title = func(q choice) string {
		if q.Nearly && len(q.Names) == 2 {
			return fmt.Sprintf("best of %d splits", agreement.FewSplits)
		}
		return r.Label
	}
	return r
}

// shareOf is the share of one feature.
func shareOf(feature string) view.Reading[choice] {
	return view.Reading[choice]{Coarse: true, Range: known.NotNegative, ExactOf: "the split that was found",
		Title: func(choice) string { return "ε of " + feature },
		Value: func(ctx context.Context, q choice) (known.Value, error) {
			s, err := q.split.Get(ctx)
			if err != nil {
				return agreement.OrRefused(ctx, known.Value{}, err)
			}
			k := slices.Index(q.Names, feature)
			if k < 0 {
				return known.Value{}, fmt.Errorf("%s is not private; %s would do", feature, q.Names[0])
			}
			return known.Exactly(s.Epsilons[k]), nil
		},
		Cases: []view.Case[choice]{{
			Formula: "The share of this feature.",
			With:    view.Remark(func(q choice, _ known.Value) string { return q.shares() }),
		}}}
}

// requiredBy says what goes with the least budget per feature of one mechanism.
func requiredBy(name string) view.Reading[choice] {
	kind, _ := mechanisms.All.Find(name)
	return view.Reading[choice]{
		Beside: func(ctx context.Context, q choice, v known.Value) (string, error) {
			need, err := q.needs[name].Get(ctx)
			switch {
			case v.Missing() || need.Any || err != nil:
				return "", ctx.Err()
			case need.Missed == 0:
				return "the least of all", nil
			case len(q.Names) > 1:
				return numeral.Up.Short(float64(len(q.Names))*need.Epsilon) + " in total", nil
			}
			return "", nil
		},
		Opens: view.Opening(func(_ choice, v known.Value) string { return withBudget("utility", name, v) }),
		Cases: []view.Case[choice]{{
			Formula: "The least ε per feature found at which the agreement reaches the target, rounded up.",
			With: view.Remark(func(q choice, _ known.Value) string {
				return fmt.Sprintf("%s reaches %s.", map[string]string{"exact": "The exact agreement", "certified": "The mass of the largest proven box"}[q.by],
					control.Target.Text(q.Target))
			}),
			SourceOf: func(choice) string { return kind.Source },
		}}}
}
