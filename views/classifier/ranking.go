package classifier

import (
	"context"
	"slices"

	"dpscope/engine"
	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/view"
)

// needs holds the least budgets per feature of the mechanisms, by their names.
type needs = agreement.Needs

// ranking is a question that ranks the mechanisms by their needs.
type ranking interface {
	needed() needs
	ranks(context.Context) ([]agreement.Ranked, error) // the best first
	basis() known.Basis
	given() []engine.Setting // settings that every budget was computed for
}

// needsOf declares the family of the mechanisms' needs, the least first; each member has the remarks of a single one. They are
// folded, as the picture has a line for each.
func needsOf[Q ranking](name, label string, each func(mechanism string) view.Reading[Q]) view.Family[Q] {
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
			r.Goal, r.Round, r.Expensive = known.Lower, numeral.Up, true
			r.Title = func(Q) string { return title(mechanism) }
			r.Value = func(ctx context.Context, q Q) (known.Value, error) {
				if q.needed().Later(ctx, mechanism) {
					return known.Value{}, view.ErrLater
				}
				return q.needed().Value(ctx, mechanism, q.basis())
			}
			return r
		}}
}

// withBudget returns the address of a view with a mechanism and a budget that was found.
func withBudget(opened, mechanism string, epsilon known.Value) string {
	address := opened + "?mechanism=" + mechanism
	if epsilon.Missing() || epsilon.Word != "" {
		return address
	}
	return address + "&epsilon=" + mechanisms.Epsilon.Exact(epsilon.Value)
}

// title returns the title of a mechanism.
func title(name string) string {
	kind, _ := mechanisms.All.Find(name)
	return kind.Title
}

// inMenuOrder returns mechanisms in the order of the menu: in a partial ranking the first would pass for the one that needs
// least.
func inMenuOrder(so []agreement.Ranked) []agreement.Ranked {
	menu := mechanisms.All.Names()
	return slices.SortedFunc(slices.Values(so), func(a, b agreement.Ranked) int {
		return slices.Index(menu, a.Name) - slices.Index(menu, b.Name)
	})
}
