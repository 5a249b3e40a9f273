package classifier

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

var recordReadings = slices.Concat(leastReadings, []view.Entry[recordAdvice]{
	bestSplit(splitReading(view.Folded, "split-value", "best split found", func(s agreement.Split) float64 { return s.Value },
		"With two private features 241 splits of the total are tried and the best three places refined; with more, box and shares are improved in turns from equal ones. "+
			"Another split may be better still.")),
	splitReading(view.Folded, "split-equal", "split equally", func(s agreement.Split) float64 { return s.Equal },
		"Every feature gets the same."),
	view.Family[recordAdvice]{Name: "total-split", Of: "feature", Label: "ε of the feature",
		Members: func(_ context.Context, q recordAdvice) ([]string, error) { return q.Names, nil },
		Each:    shareOf},
	needsOf("epsilon", leastWithIt, requiredBy),
}, attackers[recordAdvice](view.Folded), []view.Entry[recordAdvice]{rangesOf[recordAdvice]()})

// splitReading declares the agreement with the total shared out in one way.
func splitReading(level view.Level, name, label string, of func(agreement.Split) float64, how string) view.Reading[recordAdvice] {
	return view.Reading[recordAdvice]{Name: name, ExactOf: "this record with this split of the total", Label: label, Style: numeral.Percent,
		Goal: known.Higher, Expensive: true,
		Range: known.Probability, Level: level,
		Value: func(ctx context.Context, q recordAdvice) (known.Value, error) {
			s, err := q.Shares.Get(ctx)
			return agreement.OrRefused(ctx, known.Exactly(of(s)).As(q.SplitBasis()), err)
		},
		Formula: how,
		With:    view.Says(recordAdvice.shares)}
}

// bestSplit says among how many splits it is the best, where they are few.
func bestSplit(r view.Reading[recordAdvice]) view.Reading[recordAdvice] {
	r.Title = func(q recordAdvice) string {
		if q.Nearly && len(q.Names) == 2 {
			return fmt.Sprintf("best of %d splits", agreement.FewSplits)
		}
		return r.Label
	}
	r.Remark = func(ctx context.Context, q recordAdvice, v known.Value) (string, error) {
		s, err := q.Shares.Get(ctx)
		if v.Missing() || err != nil || len(q.Names) != 2 {
			return "", ctx.Err()
		}
		equal := known.Exactly(s.Equal).As(q.SplitBasis()).Written(numeral.Percent, numeral.Nearest)
		return fmt.Sprintf("%s / %s with %s, equal %s", shareText(s.Epsilons[0]), shareText(s.Epsilons[1]), q.kind.Title, equal), nil
	}
	return r
}

// shareText writes a share of a total; the least possible one counts as nothing.
func shareText(epsilon float64) string {
	if control.IsLeastBudget(known.Exactly(epsilon)) {
		return "0"
	}
	return numeral.Short(epsilon)
}

// shareOf declares the share of one feature.
func shareOf(feature string) view.Reading[recordAdvice] {
	return view.Reading[recordAdvice]{Expensive: true, Range: known.NotNegative, ExactOf: "the split that was found",
		Title: func(recordAdvice) string { return "ε of " + feature },
		Value: func(ctx context.Context, q recordAdvice) (known.Value, error) {
			s, err := q.Shares.Get(ctx)
			if err != nil {
				return agreement.OrRefused(ctx, known.Value{}, err)
			}
			k := slices.Index(q.Names, feature)
			if k < 0 {
				return known.Value{}, fmt.Errorf("%s is not private; %s would work", feature, q.Names[0])
			}
			return known.Exactly(s.Epsilons[k]), nil
		},
		DisplayText: func(_ recordAdvice, v known.Value) string {
			if control.IsLeastBudget(v) {
				return "next to nothing"
			}
			return ""
		},
		Formula: "The share of this feature.",
		With:    view.Says(recordAdvice.shares)}
}

// requiredBy declares the least budget per feature of one mechanism.
func requiredBy(name string) view.Reading[recordAdvice] {
	kind, _ := mechanisms.All.Find(name)
	return view.Reading[recordAdvice]{
		Remark: func(ctx context.Context, q recordAdvice, v known.Value) (string, error) {
			need, err := q.Needs[name].Get(ctx)
			switch {
			case v.Missing() || err != nil:
				return "", ctx.Err()
			case need.Any:
				return madeBy(name), nil
			case need.Missed == 0:
				return besideMadeBy("smallest ε tried", name), nil
			case len(q.Names) > 1:
				return besideMadeBy(numeral.Up.Sum(float64(len(q.Names))*need.Epsilon, len(q.Names))+" in total", name), nil
			}
			return madeBy(name), nil
		},
		Opens:   view.Remark(func(_ recordAdvice, v known.Value) string { return withBudget("utility", name, v) }),
		Formula: "The least ε per feature found at which the agreement reaches the target, rounded up.",
		With: view.Says(func(q recordAdvice) string {
			return fmt.Sprintf("%s reaches %s.", map[string]string{"exact": "The exact agreement",
				"certified": "The mass of the largest proven box"}[q.by],
				control.Target.Text(q.Target))
		}),
		SourceOf: func(recordAdvice) string { return kind.Source }}
}
