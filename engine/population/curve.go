package population

import (
	"cmp"
	"slices"

	"dpscope/engine/agreement"
)

// Level is the level of a goal at a budget that all private features have alike.
type Level struct{ Epsilon, Level float64 }

// Curve holds the levels of one goal that a search met along the budgets of a mechanism, by rising budgets.
// They do not depend on the target. It is never changed.
type Curve []Level

// mostLevels limits the levels of a curve; beyond it, every second is dropped.
const mostLevels = 400

// With returns the curve with further levels.
func (c Curve) With(more Curve) Curve {
	all := slices.Concat(c, more)
	slices.SortStableFunc(all, func(a, b Level) int { return cmp.Compare(a.Epsilon, b.Epsilon) })
	all = slices.CompactFunc(all, func(a, b Level) bool { return a.Epsilon == b.Epsilon })
	if len(all) <= mostLevels {
		return all
	}
	thin := all[:0]
	for i := 0; i < len(all); i += 2 {
		thin = append(thin, all[i])
	}
	return thin
}

// Enough returns the least budget of the curve at which the level reaches a target, with the one before it,
// which does not, as Missed. Because levels need not rise, a smaller one may suffice. Found is false if none
// reaches it.
func (c Curve) Enough(target float64) (need agreement.RequiredBudget, found bool) {
	at := c.reaching(target)
	if at < 0 {
		return agreement.RequiredBudget{}, false
	}
	need = agreement.RequiredBudget{Epsilon: c[at].Epsilon, Value: c[at].Level}
	if at > 0 {
		need.Missed = c[at-1].Epsilon
	}
	return need, true
}

// reaching returns the index of the first level that reaches a target; -1: none does.
func (c Curve) reaching(target float64) int {
	return slices.IndexFunc(c, func(l Level) bool { return l.Level >= target })
}
