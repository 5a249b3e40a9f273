package robustness

import (
	"context"
	"errors"
	"math"

	"dpscope/engine"
	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/view"
)

// needs are the least budgets per feature of the mechanisms, by their names.
type needs = agreement.Needs

// ranking is a question that ranks the mechanisms by what they need.
type ranking interface {
	needed() needs
	ranks(context.Context) ([]agreement.Ranked, error) // the best first
	basis() known.Basis
	given() []engine.Setting // what every budget was asked for
}

// needsOf is the family of what the mechanisms need, the least first; each has what is
// said of one beside its number, and level how much of the page it is (nil: folded).
func needsOf[Q ranking](level func(mechanism string) view.Level, name, label string,
	each func(mechanism string) view.Reading[Q]) view.Family[Q] {
	return view.Family[Q]{Name: name, Of: "mechanism", Label: label, Places: true, Group: control.Notion,
		Members: func(context.Context, Q) ([]string, error) { return mechanisms.All.Names(), nil },
		Rank: func(ctx context.Context, q Q) ([]string, error) {
			ranked, err := q.ranks(ctx)
			var names []string
			for _, r := range ranked {
				names = append(names, r.Name)
			}
			return names, err
		},
		Each: func(mechanism string) view.Reading[Q] {
			r := each(mechanism)
			r.ExactOf, r.Range = exactNeed, known.NotNegative
			if level != nil {
				r.Level = level(mechanism)
			}
			r.Goal, r.Round, r.Coarse = known.Lower, numeral.Up, true
			r.Title = func(Q) string { return title(mechanism) }
			r.Value = func(ctx context.Context, q Q) (known.Value, error) {
				if need, found := q.needed()[mechanism]; found {
					if _, err := need.Get(ctx); errors.Is(err, view.ErrLater) {
						return known.Value{}, err
					}
				}
				return q.needed().Value(ctx, mechanism, q.basis())
			}
			return r
		}}
}

// rankingFigure draws a line for each mechanism that is known, with what it needs.
func rankingFigure(q ranking, target float64, ranked []agreement.Ranked) engine.Figure {
	f := engine.Figure{
		Title:    "ε per feature for " + control.Target.Text(target),
		X:        engine.Axis{Name: "epsilon", Label: "ε, budget per feature", Log: true},
		Y:        engine.Axis{Name: "mechanism"},
		Settings: q.given(),
		Members:  mechanisms.All.Names(),
	}
	points := engine.Points{Name: "ranking", Basis: q.basis()}
	for i, r := range ranked {
		f.Y.Words, f.Y.Keys = append(f.Y.Words, title(r.Name)), append(f.Y.Keys, engine.WordCell(r.Name))
		if !r.Reached() {
			continue
		}
		label := r.Need.Known(q.basis()).Written(numeral.Plain, numeral.Up)
		if r.Any { // the end of the range is no answer
			label = known.AnyBudget
		}
		points.X, points.Y, points.Labels = append(points.X, r.Epsilon), append(points.Y, float64(i)), append(points.Labels, label)
		points.As = append(points.As, r.Name)
	}
	f.Marks = []engine.Mark{points}
	return f
}

// inRanking opens a view with the mechanism at a line of the ranking, and what it needs.
func inRanking[Q ranking](opened string) func(ctx context.Context, q Q, epsilon, line float64) (string, error) {
	return func(ctx context.Context, q Q, _, line float64) (string, error) {
		ranked, err := q.ranks(ctx)
		at := int(math.Round(line))
		if err != nil || at < 0 || at >= len(ranked) {
			return "", err
		}
		return withBudget(opened, ranked[at].Name, ranked[at].Need.Known(q.basis())), nil
	}
}

// withBudget opens a view with a mechanism and a budget that was found.
func withBudget(opened, mechanism string, epsilon known.Value) string {
	address := opened + "?mechanism=" + mechanism
	if epsilon.Missing() || epsilon.Word != "" {
		return address
	}
	return address + "&epsilon=" + mechanisms.Epsilon.Exact(epsilon.Value)
}

// title names a mechanism for people.
func title(name string) string {
	kind, _ := mechanisms.All.Find(name)
	return kind.Title
}
