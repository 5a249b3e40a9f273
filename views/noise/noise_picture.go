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

// best names the law that was found among the series.
const best = "optimal"

// members lists all series of a picture of noise, with the law that was found first.
var members = append([]string{best}, competitors...)

// drawNoise draws densities, or probabilities of whole numbers: noise of fixed shapes at once, the best noise when it is found,
// and last the bound on all noise, which takes longer.
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

// sheet returns the page of the noise that was found.
func (q asked) sheet(b querynoise.Best) engine.Sheet {
	return engine.Sheet{Figure: q.figure(b), Notes: append(q.told(b), q.keptBeside(b)...), Data: q.table(b)}
}

// search finds the law of least loss, as the first of 1 + more steps. Until then it shows the figure without a law and a
// progress below one step, as nothing of the law is there before all of it is: the last setting's law stays in sight. While a
// slider moves, a page of the law on a coarser grid is a step of its own, and the only one until the slider rests. done counts
// the steps taken.
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

// advancing shows a sheet again and again with the progress of its next step, after the steps done.
func advancing(ctx context.Context, sheet engine.Sheet, done, of float64, show func(engine.Sheet)) context.Context {
	return work.Reporting(ctx, func(p work.Progress) {
		if share := p.Share(); share < 1 {
			part := sheet
			part.Progress = work.Progress{Done: done + share, Of: of}
			show(part)
		}
	})
}

// figure draws what each noise costs, or the density of the law that was found beside the others.
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
	if b.Law != nil { // on top
		f.Marks = append(f.Marks, q.drawn(b.Law, best, "optimised", false, reach)...)
	} else if len(next) > 0 && !(q.others == everyShape && len(q.Competitors()) > 1) { // a line alone needs no other name
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
	for i, c := range next[:min(len(next), 2)] { // the second where the first can hardly be told from the law
		if i == 0 || tied(b, next[0]) && q.others != everyShape {
			f.Marks = append(f.Marks, q.another(c, reach)...)
		}
	}
	f.Marks = append(f.Marks, engine.Rule{Name: "left", Title: "−Δ", Vertical: true, At: -q.Sensitivity, Pointer: true},
		engine.Rule{Name: "right", Title: "+Δ", Vertical: true, At: q.Sensitivity, Pointer: true})
	return f
}

// tied reports whether noise of a fixed shape costs as much as the law that was found; its line then lies on the law's.
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

// plane returns an empty picture of a density of noise, or of probabilities of whole numbers; of completes its title.
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

// whole returns the style of values that are whole numbers where the answer is one.
func (q asked) whole() numeral.Style {
	if q.Query == optimal.Count {
		return numeral.Whole
	}
	return numeral.Plain
}

// table returns the law in the format that verify reads.
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

// hardly is the probability that a picture of noise leaves out at its ends.
const hardly = 0.02

// shown returns how far the picture reaches: to where the law ends, or where hardly any of it is left.
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

// drawn returns a law as marks.
func (q asked) drawn(law mechanisms.Law, name, title string, muted bool, reach float64) []engine.Mark {
	atoms := engine.Bars{Name: name, Title: title}
	for _, a := range law.Atoms() {
		if x := q.Place(a.At); -reach <= x && x <= reach {
			atoms.X, atoms.Y = append(atoms.X, x), append(atoms.Y, a.Mass)
		}
	}
	if q.Query == optimal.Count {
		if law.Atoms() == nil || muted {
			return nil // noise that is not whole
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

// truthTold returns atoms beside a density: the true answer, published with a probability.
func truthTold(atoms engine.Bars) engine.Bars {
	atoms.Atoms, atoms.Column, atoms.Title = true, "probability", "exact answer"
	return atoms
}

// told says which law it is where the program did not find it.
func (q asked) told(b querynoise.Best) []engine.Note {
	if !b.Stairs {
		return nil
	}
	_, end := b.Law.Support()
	return []engine.Note{{Text: fmt.Sprintf("Optimised noise is a staircase cut off at ±%s.", numeral.Short(end*q.Sensitivity))}}
}
