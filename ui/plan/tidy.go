package plan

import (
	"cmp"
	"slices"

	"dpscope/engine"
)

// tidy orders bars by finite x, as later code expects.
func tidy(m *engine.Normal) {
	n := min(len(m.X), len(m.Y))
	m.X, m.Y = m.X[:n], m.Y[:n]
	if n == 0 || engine.Rising(m.X) {
		return
	}
	order := make([]int, 0, n)
	for i, x := range m.X {
		if Finite(x) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(m.X[a], m.X[b]) })
	all := *m
	m.X, m.Y, m.Marked = make([]float64, len(order)), make([]float64, len(order)), make([]bool, len(order))
	for k, i := range order {
		m.X[k], m.Y[k], m.Marked[k] = all.X[i], all.Y[i], i < len(all.Marked) && all.Marked[i]
	}
}
