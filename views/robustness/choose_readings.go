package robustness

import (
	"context"
	"fmt"
	"slices"

	"dpscope/engine"
	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/view"
)

var choiceReadings = []view.Entry[choice]{
	view.Reading[choice]{Name: "best", ExactOf: "this record and the least budgets that were found", Label: "least ε found with", Coarse: true,
		Value: func(ctx context.Context, q choice) (known.Value, error) {
			ranked, err := q.ranks(ctx)
			if err != nil || !ranked[0].Reached() {
				return q.unmetValue(ranked), err
			}
			return known.Named(ranked[0].Name, title(ranked[0].Name)), nil
		},
		Beside: func(ctx context.Context, q choice, v known.Value) (string, error) {
			ranked, err := q.ranks(ctx)
			if err != nil || v.Missing() {
				return "", err
			}
			if alike := agreement.Alike(ranked); alike > 1 {
				return "and " + others(alike-1) + " alike", nil
			}
			return "", nil
		},
		Why: view.Because(func(q choice, _ known.Value) engine.Why {
			return engine.Why{Formula: "The mechanism that reaches the target with the least ε per feature.", With: "The target is " + control.Target.Text(q.target) + "."}
		})},
	splitReading("split-value", "best split found", func(s agreement.Split) float64 { return s.Value },
		"With two private features 241 splits of the total are tried and the best three places refined; with more, box and shares are improved in turns from equal ones. "+
			"Another split may be better still."),
	splitReading("split-equal", "shared equally", func(s agreement.Split) float64 { return s.Equal }, "Every feature gets the same."),
	view.Family[choice]{Name: "split", Of: "feature", Label: "ε of the feature",
		Members: func(_ context.Context, q choice) ([]string, error) { return q.Names, nil },
		Each:    shareOf},
	needsOf("epsilon-required", "least ε found, per feature", requiredBy),
	rangesOf[choice](),
}

// splitReading is the agreement with the total shared out in one way.
func splitReading(name, label string, of func(agreement.Split) float64, how string) view.Reading[choice] {
	return view.Reading[choice]{Name: name, ExactOf: "this record with this split of the total", Label: label, Style: numeral.Percent, Goal: known.Higher, Coarse: true,
		Value: func(ctx context.Context, q choice) (known.Value, error) {
			s, err := q.split.Get(ctx)
			v := known.Exactly(of(s))
			if q.by == "certified" {
				v.Basis = known.AtLeast
			}
			return orNothing(ctx, v, err)
		},
		Why: view.Because(func(q choice, _ known.Value) engine.Why { return engine.Why{Formula: how, With: q.shares()} })}
}

// shareOf is the share of one feature.
func shareOf(feature string) view.Reading[choice] {
	return view.Reading[choice]{Coarse: true, ExactOf: "the split that was found",
		Title: func(choice) string { return "ε of " + feature },
		Value: func(ctx context.Context, q choice) (known.Value, error) {
			s, err := q.split.Get(ctx)
			if err != nil {
				return orNothing(ctx, known.Value{}, err)
			}
			k := slices.Index(q.Names, feature)
			if k < 0 {
				return known.Value{}, fmt.Errorf("%s is not private; %s would do", feature, q.Names[0])
			}
			return known.Exactly(s.Epsilons[k]), nil
		},
		Why: view.Because(func(q choice, _ known.Value) engine.Why {
			return engine.Why{Formula: "The share of this feature.", With: q.shares()}
		})}
}

// requiredBy says what goes with the least budget per feature of one mechanism.
func requiredBy(name string) view.Reading[choice] {
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
		Why: view.Because(func(q choice, _ known.Value) engine.Why {
			kind, _ := mechanisms.All.Find(name)
			return engine.Why{
				Formula: "The least ε per feature found at which the agreement reaches the target, rounded up.",
				With: fmt.Sprintf("%s reaches %s.", map[string]string{"exact": "The exact agreement", "certified": "The mass of the largest proven box"}[q.by],
					control.Target.Text(q.target)),
				Source: kind.Source,
			}
		})}
}
