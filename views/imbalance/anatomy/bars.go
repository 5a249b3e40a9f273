package anatomy

import (
	"math"
	"slices"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/num/grid"
	"dpscope/engine/numeral"
	"dpscope/learners/private"
)

// parts returns the splits that are drawn, the chosen one first.
func (q anatomy) parts() []drawnSplit {
	chosen := slices.IndexFunc(q.drawn, func(d drawnSplit) bool { return d.by.Rule == q.Fit().Rule })
	return slices.Concat(q.drawn[chosen:chosen+1], q.drawn[:chosen], q.drawn[chosen+1:])
}

// bars draws the budget by each proof: below its name a row for each of the two parts, end to end.
func (q anatomy) bars() engine.Figure {
	const cells, noise, change = 400, 1, 0
	f := engine.Figure{
		Title: "ε by what it is spent on", Settings: q.settings(),
		X: engine.Axis{Name: "epsilon", Label: "ε, budget", Low: 0, High: q.Epsilon, Least: 0, Most: q.Epsilon},
		Y: engine.Axis{Name: "split"},
	}
	titles := [...]string{change: "curvature of the fit", noise: "noise"}
	field := engine.Field{Name: "part", Classes: []string{"change", "noise"}, Titles: make([]string, len(titles)), Basis: known.Exact} // rows name them
	for i := range cells {
		field.X = append(field.X, q.Epsilon*(float64(i)+0.5)/cells)
	}
	none := slices.Repeat([]int{-1}, cells)
	row := func(p drawnSplit, class int, size float64) {
		f.Y.Words = append(f.Y.Words, titles[class]+"  "+numeral.Short(size))
		f.Y.Keys = append(f.Y.Keys, engine.WordCell(p.name+"-"+field.Classes[class]))
		left := min(max(int(math.Round(cells*p.Noise/q.Epsilon)), least(p.Noise)), cells-least(p.Jacobian))
		for i := range cells {
			if (i < left) == (class == noise) {
				field.Class = append(field.Class, class)
			} else {
				field.Class = append(field.Class, -1)
			}
		}
	}
	for _, p := range q.parts() {
		f.Y.Head(p.head())
		field.Class = append(field.Class, none...)
		row(p, noise, p.Noise)
		row(p, change, p.Jacobian)
	}
	field.Y = grid.Even(0, float64(len(f.Y.Words)-1), len(f.Y.Words))
	f.Marks = []engine.Mark{field}
	return f
}

// least returns the minimum cells of a part, so that a positive one is visible.
func least(part float64) int {
	if part > 0 {
		return 1
	}
	return 0
}

// head names a split above its bars.
func (p drawnSplit) head() string {
	if p.by.Rule == private.OfData {
		return "With " + p.title
	}
	return "By " + p.title
}

// partsTable returns the parts of ε by each bound.
func (q anatomy) partsTable() *engine.Table {
	t := engine.Table{Name: "parts", Columns: []engine.TableColumn{{Name: "split", Title: "by which proof", Text: true},
		{Name: "noise", Title: "of ε, left for the noise"}, {Name: "change", Title: "of ε, for the curvature of the fit"},
		{Name: "ridge", Title: "extra ridge"}}}
	for _, p := range q.parts() {
		t.Rows = append(t.Rows, []engine.Cell{engine.WordCell(p.name), engine.NumberCell(p.Noise), engine.NumberCell(p.Jacobian),
			engine.NumberCell(p.Ridge)})
	}
	return &t
}
