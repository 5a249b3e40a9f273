package mechanism

import (
	"context"
	"math"

	"dpscope/engine/concentration"
	"dpscope/engine/known"
	"dpscope/mechanisms"
)

// law is the address of the law of mechanism i over a window, but for what the
// views share; empty where there is no such mechanism.
func (c mechanismComparison) law(i int, w concentration.Window) string {
	if i < 0 {
		return ""
	}
	return "concentration?mechanism=" + c.kinds[i].Name + "&show=window&from=" + windowFrom.Exact(w.From) + "&to=" + windowTo.Exact(w.To)
}

// lawAt is the same with a budget that was found.
func (c mechanismComparison) lawAt(i int, epsilon known.Value) string {
	if i < 0 || epsilon.Missing() {
		return ""
	}
	return c.law(i, c.window) + "&epsilon=" + mechanisms.Epsilon.Exact(epsilon.Value)
}

// standingAt is who leads at another budget, half-width and value.
func (c mechanismComparison) standingAt(epsilon, theta, x float64) (scores []concentration.Score, w concentration.Window) {
	w = concentration.Around(x, theta)
	return concentration.Scores(nil, c.Laws(epsilon, x), w), w
}

// lawOfCell is the address of the law that wins a place of the plane.
func lawOfCell(_ context.Context, q plane, epsilon, theta float64) (string, error) {
	epsilon = min(max(epsilon, mechanisms.Epsilon.Min), mechanisms.Epsilon.Max)
	scores, w := q.standingAt(epsilon, max(theta, 0), q.x)
	best, _, _ := concentration.Winner(scores)
	if best < 0 {
		return "", nil
	}
	return q.law(best, w) + "&epsilon=" + mechanisms.Epsilon.Exact(epsilon), nil
}

// lawOfCurve is the address of the law whose curve passes nearest to a place.
func lawOfCurve(_ context.Context, q comparison, at, mass float64) (string, error) {
	epsilon, theta, x := q.epsilon, q.theta, q.x
	switch q.against.param.Name {
	case mechanisms.Epsilon.Name:
		epsilon = at
	case halfWidth.Name:
		theta = at
	case trueValue.Name:
		x = at
	}
	scores, w := q.standingAt(epsilon, theta, x)
	nearest, distance := -1, math.Inf(1)
	for i, s := range scores {
		if d := math.Abs(s.Mass - mass); d < distance {
			nearest, distance = i, d
		}
	}
	if nearest < 0 {
		return "", nil
	}
	return q.law(nearest, w) + "&epsilon=" + mechanisms.Epsilon.Exact(epsilon) + "&x=" + trueValue.Exact(x), nil
}
