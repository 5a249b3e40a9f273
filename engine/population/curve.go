package population

import (
	"cmp"
	"slices"

	"dpscope/engine/agreement"
)

// Level is the level of a goal at a budget that all private features have alike.
type Level struct{ Epsilon, Level float64 }

// Curve is the levels of one goal that a search met along the budgets of a mechanism, by
// rising budgets. Whatever the target, they stay what they are. It is never changed.
type Curve []Level

// mostLevels is how many levels a curve has; of more, every second goes.
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

// Enough is the least budget of the curve at which the level reaches a target, and as
// Missed the one before it, at which it does not. As levels need not rise, a lesser one
// may do. Found is false where none reaches it.
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

// reaching is the place of the first level that reaches a target; -1: none does.
func (c Curve) reaching(target float64) int {
	return slices.IndexFunc(c, func(l Level) bool { return l.Level >= target })
}
