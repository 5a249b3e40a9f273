package noise

import (
	"context"
	"fmt"
	"math"

	"dpscope/engine"
	"dpscope/engine/num/ticks"
	"dpscope/engine/numeral"
	"dpscope/engine/querynoise"
	"dpscope/engine/work"
	"dpscope/mechanisms"
	"dpscope/mechanisms/optimal"
	"dpscope/views/view"
)

// best is the name of the law that was found, among the series.
const best = "optimal"

// members are all series of a picture of noise, the law that was found first.
var members = append([]string{best}, competitors...)

// drawNoise draws densities, or probabilities of whole numbers: those of fixed
// shapes at once, the one that is found when it is, and the bound on all noise, which
// takes longer, at last.
func drawNoise(ctx context.Context, q asked, _ view.Readings, show func(engine.Sheet)) (engine.Sheet, error) {
	page := func(q asked, b querynoise.Best) (sheet engine.Sheet) {
		view.SoFar(ctx, q.sheet(b), noiseReadings, q.knowing(b), func(s engine.Sheet) { sheet = s })
		return sheet
	}
	b, done, err := q.search(ctx, q.figure, 1, page, show)
	if err != nil {
		return engine.Sheet{}, err
	}
	bounding := advancing(ctx, page(q, b), done, done+1, show)
	work.Report(bounding, work.Progress{})
	floor, err := q.floor.Get(bounding)
	sheet := q.sheet(b)
	if q.ranks && !floor.Missing() {
		sheet.Figure.Marks = append(sheet.Figure.Marks, q.floorAt(floor.Value))
	}
	sheet.Notes = append(sheet.Notes, q.grid()...)
	return sheet, err
}

// sheet is what is drawn and said of the noise that was found.
func (q asked) sheet(b querynoise.Best) engine.Sheet {
	return engine.Sheet{Figure: q.figure(b), Notes: append(q.told(b), q.keptBeside(b)...), Data: q.table(b)}
}

// search finds the law of least loss, the first of so many steps more. Until then
// the figure before, of no law, is shown with how far it is, which is less than one step,
// as none of the law is there before all is: the law of another setting stays in sight.
// While a slider moves, a page of the law on a coarser grid is a step of its own, and
// the only one until the slider rests. done are the steps.
func (q asked) search(ctx context.Context, before func(querynoise.Best) engine.Figure, more float64, page func(asked, querynoise.Best) engine.Sheet,
	show func(engine.Sheet)) (b querynoise.Best, done float64, err error) {
	of, live, found, err := q.Live(ctx)
	if err != nil {
		return b, 0, err
	}
	var sheet engine.Sheet
	if found {
		coarse := q.about(of)
		sheet = page(coarse.knowing(live), live)
		sheet.Settling, done = true, 1
	} else {
		sheet.Figure = before(querynoise.Best{})
	}
	seeking := advancing(ctx, sheet, done, done+1+more, show)
	work.Report(seeking, work.Progress{})
	if found {
		if err := work.Rest(ctx); err != nil {
			return b, 0, err
		}
	}
	b, err = q.best.Get(seeking)
	return b, done + 1, err
}

// advancing shows a sheet again and again with how far its next step is, after those
// that are done.
func advancing(ctx context.Context, sheet engine.Sheet, done, of float64, show func(engine.Sheet)) context.Context {
	return work.Reporting(ctx, func(p work.Progress) {
		if share := p.Share(); share < 1 {
			part := sheet
			part.Progress = work.Progress{Done: done + share, Of: of}
			show(part)
		}
	})
}

// figure draws the law that was found, if there is one, beside the others: their densities or what they cost.
func (q asked) figure(b querynoise.Best) engine.Figure {
	if q.ranks {
		return q.ranking(b)
	}
	return q.densities(b)
}

// densities draws how likely each error is.
func (q asked) densities(b querynoise.Best) engine.Figure {
	reach := q.shown(b)
	f := q.plane(reach, " of the noise")
	f.Shows = []engine.Shown{{Name: q.error(), Of: engine.Key{Name: "loss"}}, {Mark: best, Of: engine.Key{Name: "loss"}}}
	for _, c := range competitors {
		f.Shows = append(f.Shows, engine.Shown{Mark: c, Of: engine.Key{Name: "loss", Member: c}})
	}
	next := q.Ranked()
	if b.Law != nil { // foremost
		f.Marks = append(f.Marks, q.drawn(b.Law, best, "optimised", false, reach)...)
	} else if len(next) > 0 && !(q.others == everyShape && len(q.Competitors()) > 1) { // a line alone has no other name
		f.Title += ": " + next[0].Title
	}
	for _, c := range q.Competitors() {
		if is := len(next) > 0 && next[0].Name == c.Name; q.others == everyShape && !is {
			f.Marks = append(f.Marks, q.drawn(c.Law, c.Name, c.Title, true, reach)...)
		}
	}
	if q.others == noOther {
		next = nil
	}
	for i, c := range next[:min(len(next), 2)] { // the second where the first is hardly to be told from the law
		if i == 0 || tied(b, next[0]) && q.others != everyShape {
			f.Marks = append(f.Marks, q.another(c, reach)...)
		}
	}
	f.Marks = append(f.Marks, engine.Rule{Name: "left", Title: "−Δ", Vertical: true, At: -q.Sensitivity, Pointer: true},
		engine.Rule{Name: "right", Title: "+Δ", Vertical: true, At: q.Sensitivity, Pointer: true})
	return f
}

// tied reports that noise of a fixed shape costs as much as the law that was found, which lies on it then.
func tied(b querynoise.Best, c querynoise.Competitor) bool {
	return b.Law != nil && math.Abs(b.Loss/c.Loss.Value-1) < closeTo
}

// another draws the next best noise as a line, or as points over the bars of whole numbers.
func (q asked) another(c querynoise.Competitor, reach float64) []engine.Mark {
	if q.Query != optimal.Count {
		return q.drawn(c.Law, c.Name, c.Title, false, reach)
	}
	points := engine.Points{Name: c.Name, Title: c.Title}
	for _, a := range c.Law.Atoms() {
		if x := q.Place(a.At); -reach <= x && x <= reach {
			points.X, points.Y = append(points.X, x), append(points.Y, a.Mass)
		}
	}
	return []engine.Mark{points}
}

// plane is an empty picture of the density of noise, or of the probabilities of
// whole numbers; of says of which.
func (q asked) plane(reach float64, of string) engine.Figure {
	what := "density"
	if q.Query == optimal.Count {
		what = "probability"
	}
	return engine.Figure{
		Title: what + of, Series: "noise", Members: members, Settings: q.settings(),
		X: engine.Axis{Name: "x", Label: "noise added, in the answer's unit", Style: q.whole(), Low: -reach, High: reach},
		Y: engine.Axis{Name: what, Label: what + of},
	}
}

// whole is the style of what is a whole number where the answer is one.
func (q asked) whole() numeral.Style {
	if q.Query == optimal.Count {
		return numeral.Whole
	}
	return numeral.Plain
}

// table is the law as a file of it: what verify reads.
func (q asked) table(b querynoise.Best) *engine.Table {
	if b.Certified == nil {
		return nil
	}
	t := engine.Table{Name: "law", Columns: []engine.TableColumn{
		{Name: "low", Title: "where a piece begins"}, {Name: "high", Title: "where it ends; of a point the same"},
		{Name: "mass", Title: "its probability"}}}
	for _, p := range q.Pieces(b.Certified.Law) {
		t.Rows = append(t.Rows, []engine.Cell{engine.NumberCell(p.Low), engine.NumberCell(p.High), engine.NumberCell(p.Mass)})
	}
	return &t
}

// hardly is what a picture of noise leaves out at its ends.
const hardly = 0.02

// shown is how far the picture reaches: to where the law ends, or hardly any of
// it is left.
func (q asked) shown(b querynoise.Best) float64 {
	reach := ticks.AtLeast(q.Sensitivity / 10)
	if b.Law == nil {
		return ticks.AtLeast(q.Reach())
	}
	for b.Law.Outside(-reach/q.Sensitivity, reach/q.Sensitivity) > hardly {
		reach = ticks.Above(reach)
	}
	return reach
}

// drawn is a law as marks.
func (q asked) drawn(law mechanisms.Law, name, title string, muted bool, reach float64) []engine.Mark {
	atoms := engine.Bars{Name: name, Title: title}
	for _, a := range law.Atoms() {
		if x := q.Place(a.At); -reach <= x && x <= reach {
			atoms.X, atoms.Y = append(atoms.X, x), append(atoms.Y, a.Mass)
		}
	}
	if q.Query == optimal.Count {
		if law.Atoms() == nil || muted {
			return nil // no whole noise
		}
		return []engine.Mark{atoms}
	}
	at, density := q.Outline(law, -reach, reach, 400)
	var marks []engine.Mark
	if _, steps := law.(optimal.Law); steps {
		marks = append(marks, engine.Steps{Name: name, Title: title, Muted: muted, Answer: name == best, X: at, Y: density})
	} else {
		marks = append(marks, engine.Curve{Name: name, Title: title, Muted: muted, Answer: name == best, X: at, Y: density})
	}
	if len(atoms.X) > 0 {
		marks = append(marks, truthTold(atoms))
	}
	return marks
}

// truthTold are atoms beside a density: the true answer, published with a probability.
func truthTold(atoms engine.Bars) engine.Bars {
	atoms.Atoms, atoms.Column, atoms.Title = true, "probability", "exact answer"
	return atoms
}

// told says what the law is where it is none of the program's.
func (q asked) told(b querynoise.Best) []engine.Note {
	if !b.Stairs {
		return nil
	}
	_, end := b.Law.Support()
	return []engine.Note{{Text: fmt.Sprintf("Optimised noise is a staircase cut off at ±%s.", numeral.Short(end*q.Sensitivity))}}
}
