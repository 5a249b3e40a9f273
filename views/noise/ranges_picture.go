package noise

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"dpscope/engine"
	"dpscope/engine/num/ticks"
	"dpscope/engine/numeral"
	"dpscope/engine/querynoise"
	"dpscope/engine/work"
	"dpscope/mechanisms/optimal"
	"dpscope/views/view"
)

// single names the best single law among the series.
const single = "single"

// drawRanges draws the family when it is found, a coarser one while a slider moves, and last the bound for every family.
func drawRanges(ctx context.Context, q ranges, _ view.Readings, show func(engine.Sheet)) (engine.Sheet, error) {
	page := func(q ranges, f querynoise.Found) (sheet engine.Sheet) {
		view.SoFar(ctx, q.sheet(f), rangesReadings, q.knowing(f), func(s engine.Sheet) { sheet = s })
		return sheet
	}
	of, live, moving, err := q.ranges.Live(ctx)
	if err != nil {
		return engine.Sheet{}, err
	}
	sheet, done := engine.Sheet{Figure: q.ground(q.Reach())}, 0.0
	if moving {
		coarse := q.about(of)
		sheet, done = page(coarse, live), 1
		sheet.Settling = true
	}
	seeking := advancing(ctx, sheet, done, done+2, show)
	work.Report(seeking, work.Progress{})
	if moving {
		if err := work.Rest(ctx); err != nil {
			return engine.Sheet{}, err
		}
	}
	found, err := q.found.Get(seeking)
	if err != nil {
		return engine.Sheet{}, err
	}
	bounding := advancing(ctx, page(q, found), done+1, done+2, show)
	work.Report(bounding, work.Progress{})
	_, err = q.bound.Get(bounding)
	return q.sheet(found), err
}

// sheet returns the page of a family, if there is one.
func (q ranges) sheet(f querynoise.Found) engine.Sheet {
	if f.Family == nil {
		return engine.Sheet{Figure: q.ground(q.Reach())}
	}
	note := "Which part's noise was used is as secret as the answer: show it to nobody, not even by how long the program takes."
	if q.Query != optimal.Count {
		note += " A cell is " + numeral.Short(q.CellWidth()) + " wide; on narrower ones, as those of “noise”, the error is another, and far less where ε is great."
	}
	return engine.Sheet{Figure: q.draw(q, f), Data: q.table(f), Notes: []engine.Note{{Text: note}}}
}

// ground returns a picture of noise before any is found: how far one record moves the answer.
func (q ranges) ground(reach float64) engine.Figure {
	figure := q.plane(reach, " of the noise")
	figure.Marks = []engine.Mark{engine.Rule{Name: "left", Title: "−Δ", Vertical: true, At: -q.Sensitivity, Pointer: true},
		engine.Rule{Name: "right", Title: "+Δ", Vertical: true, At: q.Sensitivity, Pointer: true}}
	return figure
}

// laws draws the noise of each group beside the single law; of two groups that mirror each other it draws one.
func (q ranges) laws(f querynoise.Found) engine.Figure {
	reach := q.within(f)
	figure := q.ground(reach)
	figure.Members, figure.Panelled = []string{best, single}, "group"
	figure.Shows = []engine.Shown{{Name: q.error(), Of: engine.Key{Name: "loss"}}, {Mark: best, Of: engine.Key{Name: "loss"}}, {Mark: single, Of: engine.Key{Name: "loss-independent"}}}
	if f.Single != nil {
		figure.Marks = append(figure.Marks, q.outlined(f.Single.Law, single, "one noise for all", reach)...)
	}
	for i, law := range f.Family.Laws {
		mirror := len(f.Family.Laws) - 1 - i
		if mirror < i && q.mirrored(f, i, mirror) {
			continue
		}
		p := engine.Panel{Name: strconv.Itoa(i + 1), Title: "answers from " + q.where(i), Below: []string{q.cost() + " " + numeral.Up.Short(q.loss(f, i))}}
		if q.Query == optimal.Count {
			p.Title = "answers " + q.where(i)
		}
		if f.Single != nil {
			p.Below = append(p.Below, "with one noise "+numeral.Up.Short(q.single(f, i)))
		}
		if mirror > i && q.mirrored(f, i, mirror) {
			p.Title = q.either(i)
		}
		p.Marks = append(p.Marks, q.outlined(law.Law, best, "the noise of this part", reach)...)
		if i == q.marked || mirror == q.marked {
			figure.First = len(figure.Panels)
		}
		figure.Panels = append(figure.Panels, p)
	}
	return figure
}

// either says where the answers of a group lie, and the answers of the group that mirrors it.
func (q ranges) either(group int) string {
	from, to := -q.ranges.Ends()[group+1], -q.ranges.Ends()[group]
	switch {
	case q.Query == optimal.Count:
		return "answers " + q.where(group) + ", and mirrored"
	case from == 0:
		return "near the middle: answers up to ±" + numeral.Short(to)
	case group == 0:
		return fmt.Sprintf("at the ends: answers from ±%s to ±%s", numeral.Short(from), numeral.Short(to))
	}
	return fmt.Sprintf("answers from ±%s to ±%s", numeral.Short(from), numeral.Short(to))
}

// outlined returns a law as marks; the single law on whole numbers is points over bars.
func (q ranges) outlined(law optimal.Law, name, title string, reach float64) []engine.Mark {
	if q.Query != optimal.Count || name != single {
		return q.drawn(law, name, title, name == single, reach)
	}
	points := engine.Points{Name: name, Title: title}
	for _, a := range law.Atoms() {
		if x := q.Place(a.At); -reach <= x && x <= reach {
			points.X, points.Y = append(points.X, x), append(points.Y, a.Mass)
		}
	}
	return []engine.Mark{points}
}

// mirrored reports whether two groups have the same noise, reversed.
func (q ranges) mirrored(f querynoise.Found, i, j int) bool {
	a, b := f.Family.Laws[i], f.Family.Laws[j]
	masses := slices.Clone(b.Masses)
	slices.Reverse(masses)
	same := slices.Equal(a.Masses, masses) && len(a.Points) == len(b.Points)
	for k, p := range a.Points {
		same = same && p.Mass == b.Points[len(b.Points)-1-k].Mass
	}
	return same
}

// within returns how far the picture reaches: to where hardly any noise of any group is left.
func (q ranges) within(f querynoise.Found) float64 {
	reach := ticks.AtLeast(q.Sensitivity / 10)
	for _, law := range f.Family.Laws {
		for law.Outside(-reach/q.Sensitivity, reach/q.Sensitivity) > 0.002 && reach < q.Reach() {
			reach = ticks.Above(reach)
		}
	}
	return reach
}

// losses draws what each group loses along the range, with the values of the groups where few.
func (q ranges) losses(f querynoise.Found) engine.Figure {
	ends := q.ranges.Ends()
	figure := engine.Figure{Title: q.error() + " by where the true answer lies", Series: "noise", Members: []string{best, single},
		Settings: q.settings(),
		X:        engine.Axis{Name: "answer", Label: "true answer", Style: q.whole(), Low: ends[0], High: ends[len(ends)-1]},
		Y:        engine.Axis{Name: "loss", Label: q.error()}}
	own, one := engine.Steps{Name: best, Title: "own noise, mean", X: ends}, engine.Steps{Name: single, Title: "one noise for all", X: ends}
	values := engine.Points{Name: best}
	for i := range q.groups {
		own.Y = append(own.Y, q.loss(f, i))
		values.X, values.Y = append(values.X, (ends[i]+ends[i+1])/2), append(values.Y, q.loss(f, i))
		values.Labels = append(values.Labels, numeral.Up.Short(q.loss(f, i)))
		if f.Single != nil {
			one.Y = append(one.Y, q.single(f, i))
		}
	}
	own.Y = append(own.Y, own.Y[len(own.Y)-1])
	if f.Single != nil {
		one.Y = append(one.Y, one.Y[len(one.Y)-1])
		figure.Marks = append(figure.Marks, one)
	}
	for i, cells := range q.groups {
		figure.Marks = append(figure.Marks, engine.Span{Name: "part-" + strconv.Itoa(i+1), Title: numeral.Things(cells, "cell"), From: ends[i], To: ends[i+1],
			Ends: [2]string{" ", " "}, Clear: true})
	}
	figure.Shows = []engine.Shown{{Mark: single, Of: engine.Key{Name: "loss-independent"}}, {Mark: best, Of: engine.Key{Name: "loss"}}}
	figure.Whole = []engine.Mark{own} // the values are labels of it, and add no rows
	const few = 12                    // the values of more parts do not fit side by side
	if figure.Marks = append(figure.Marks, own); len(q.groups) <= few {
		figure.Marks = append(figure.Marks, values)
	}
	figure.Marks = append(figure.Marks, engine.Rule{Name: "group", Title: "part " + strconv.Itoa(q.marked+1), Vertical: true, At: (ends[q.marked] + ends[q.marked+1]) / 2,
		Pointer: true})
	return figure
}

// pairs draws which ordered pairs of groups bind.
func (q ranges) pairs(f querynoise.Found) engine.Figure {
	const hair = 1e-6
	count := len(q.groups)
	field := engine.Field{Name: "pair", Classes: []string{"binds", "slack"}, Titles: []string{"reaches δ", "less than δ"}, Ground: "slack",
		Class: slices.Repeat([]int{-1}, count*count), Extra: []engine.FieldColumn{{Name: "divergence", Values: make([]float64, count*count)},
			{Name: "shift", Values: make([]float64, count*count)}}}
	words, numbers := make([]string, count), make([]string, count)
	for i := range count {
		field.X, field.Y = append(field.X, float64(i)), append(field.Y, float64(i))
		words[i], numbers[i] = strconv.Itoa(i+1)+": "+q.where(i), strconv.Itoa(i+1)
	}
	most := f.Family.Certificate.Delta
	for _, p := range f.Family.Laws.Pairs(q.Moves(), q.Epsilon) {
		at := p.Here*count + p.There
		field.Class[at] = 1
		if p.Delta >= most*(1-hair) {
			field.Class[at] = 0
		}
		field.Extra[0].Values[at], field.Extra[1].Values[at] = p.Delta, q.Place(p.Shift)
	}
	return engine.Figure{Title: "pairs of parts that bind", Settings: q.settings(), Marks: []engine.Mark{field},
		X: engine.Axis{Name: "there", Label: "part of a neighbouring table's answer", Words: numbers},
		Y: engine.Axis{Name: "here", Label: "part of the answer", Words: words}}
}

// table returns the family in the format that verify reads.
func (q ranges) table(f querynoise.Found) *engine.Table {
	t := engine.Table{Name: "law", Columns: []engine.TableColumn{{Name: "group", Title: "number of the part"},
		{Name: "from", Title: "where its answers begin"}, {Name: "to", Title: "where they end, without that place"},
		{Name: "low", Title: "where a piece of its noise begins"}, {Name: "high", Title: "where it ends; of a point the same"},
		{Name: "mass", Title: "its probability"}}}
	ends := q.ranges.Ends()
	for i, law := range f.Family.Laws {
		for _, p := range q.Pieces(law.Law) {
			t.Rows = append(t.Rows, []engine.Cell{engine.NumberCell(float64(i + 1)), engine.NumberCell(ends[i]), engine.NumberCell(ends[i+1]),
				engine.NumberCell(p.Low), engine.NumberCell(p.High), engine.NumberCell(p.Mass)})
		}
	}
	return &t
}
