package mechanism

import (
	"context"

	"dpscope/engine/concentration"
	"dpscope/engine/known"
	"dpscope/mechanisms"
)

// law returns the address of the law of mechanism i over a window, without what the views share; empty where there is no such
// mechanism.
func (c mechanismComparison) law(i int, w concentration.Window) string {
	if i < 0 {
		return ""
	}
	return "concentration?mechanism=" + c.kinds[i].Name + "&show=window&from=" + windowFrom.Exact(w.From) + "&to=" + windowTo.Exact(w.To)
}

// lawAt returns the same with a budget that was found.
func (c mechanismComparison) lawAt(i int, epsilon known.Value) string {
	if i < 0 || epsilon.Missing() {
		return ""
	}
	return c.law(i, c.window) + "&epsilon=" + mechanisms.Epsilon.Exact(epsilon.Value)
}

// lawOfCell returns the address of the law that wins a place of the plane.
func lawOfCell(_ context.Context, q winner, epsilon, theta float64) (string, error) {
	epsilon = min(max(epsilon, mechanisms.Epsilon.Min), mechanisms.Epsilon.Max)
	at := concentration.Setting{Epsilon: epsilon, Theta: max(theta, 0), X: q.x}
	best := q.Standing(at, func(int) bool { return true }).First
	if best < 0 {
		return "", nil
	}
	return q.law(best, at.Window()) + "&epsilon=" + mechanisms.Epsilon.Exact(epsilon), nil
}

// lawOfCurve returns the address of the law whose curve passes nearest to a place.
func lawOfCurve(_ context.Context, q compare, at, mass float64) (string, error) {
	there := q.setting()
	switch q.against.over {
	case concentration.Budgets:
		there.Epsilon = at
	case concentration.Tolerances:
		there.Theta = at
	case concentration.Values:
		there.X = at
	}
	nearest := q.Nearest(there, mass)
	if nearest < 0 {
		return "", nil
	}
	return q.law(nearest, there.Window()) + "&epsilon=" + mechanisms.Epsilon.Exact(there.Epsilon) + "&x=" + trueValue.Exact(there.X), nil
}
