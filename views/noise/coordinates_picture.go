package noise

import (
	"context"

	"dpscope/engine"
	"dpscope/engine/fits"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/views/view"
)

// drawCoordinates descends with and without noise, and then looks at the budget along the way.
func drawCoordinates(ctx context.Context, q *coordinates, _ view.Readings, show func(engine.Sheet)) (engine.Sheet, error) {
	runs, err := view.Running(ctx, q.tried, coordinatesReadings, q.knowing,
		func(so []fits.Descents) engine.Sheet { return engine.Sheet{Figure: q.figure(so, nil)} }, show)
	if err != nil {
		return engine.Sheet{}, err
	}
	var deltas []float64
	if !q.sums && q.focus.Name != fits.None {
		if deltas, err = q.trial.Terms.Along(ctx, q.places()); err != nil {
			return engine.Sheet{}, err
		}
	}
	return engine.Sheet{Figure: q.figure(runs, deltas), Notes: q.notes()}, nil
}

// figure draws the errors along the gradients above the budget, or the histogram.
func (q *coordinates) figure(runs []fits.Descents, deltas []float64) engine.Figure {
	if q.sums {
		return q.histogram(runs[0])
	}
	share := engine.Axis{Name: "share", Label: "share", Style: numeral.Percent, Least: 0, Most: 1}
	f := engine.Figure{
		Title: "error, and δ spent", Series: "line", Members: []string{"error", "without-noise", "delta", "delta-sum", "outright"},
		X: engine.Axis{Name: "gradients", Label: "gradients asked for", Log: true, Low: 1, High: max(q.asks.Whole, 2)}, Y: share,
		Settings: []engine.Setting{{Name: "epsilon", Value: q.trial.Terms.Epsilon}, {Name: "delta", Value: q.trial.Terms.Delta},
			{Name: "seeds", Value: float64(q.seeds)}},
		Seed:  q.trial.Seed,
		Shows: []engine.Shown{{Mark: "here", Of: engine.Key{Name: "error"}}},
	}
	errs := engine.Panel{Name: "error", Title: "error on held-out records", Y: share}
	errs.Y.Label = "error"
	if len(runs[1]) > 0 {
		errs.Marks = append(errs.Marks, q.errors("without-noise", "without noise", runs[1], false))
	}
	if len(runs[0]) > 0 {
		errs.Marks = append(errs.Marks, q.errors("error", q.focus.Title, runs[0], true))
	}
	if end := runs[0].At(q.trial.Rounds, fits.Out); end.Seeds > 0 {
		errs.Marks = append(errs.Marks, engine.Points{Name: "here", Title: "after all gradients", Here: true, Basis: known.Estimate,
			X: []float64{q.asks.Whole}, Y: []float64{end.Mean}})
	}
	f.Panels = []engine.Panel{errs}
	if spent := q.budget(deltas); len(spent) > 0 {
		spending := engine.Panel{Name: "budget", Title: "δ spent so far at ε = " + fitEpsilon.Text(q.trial.Terms.Epsilon), Y: share, Marks: spent}
		if spending.Y.Label = "δ"; q.small() {
			spending.Y.Log, spending.Y.Style, spending.Y.High = true, numeral.Plain, q.trial.Terms.Delta
		}
		f.Panels = append(f.Panels, spending)
	}
	return f
}

// errors are means over the splits, round by round.
func (q *coordinates) errors(name, title string, runs fits.Descents, answer bool) engine.Mark {
	c := engine.Curve{Name: name, Title: title, Basis: known.Estimate, Answer: answer}
	each := float64(fits.Each(q.records.Dims()))
	for round := 1; round <= q.trial.Rounds; round++ {
		if s := runs.At(round, fits.Out); s.Seeds > 0 {
			c.X, c.Y = append(c.X, float64(round)*each), append(c.Y, s.Mean)
		}
	}
	return c
}

// small reports that the δ of the whole fit is drawn in powers of ten: as a share it would look like nothing.
func (q *coordinates) small() bool {
	const small = 0.01
	t := q.trial.Terms
	return t.Budget == fits.Whole && t.Delta > 0 && t.Delta < small
}

// budget is the δ that is spent at ε. With a budget for each gradient it is what the privacy loss says; beside it stands the
// sum of what is printed, which is one at the wall.
func (q *coordinates) budget(deltas []float64) (marks []engine.Mark) {
	const beneath = 1e-9 // of the whole δ: less looks like nothing in powers of ten too
	t := q.trial.Terms
	if len(deltas) > 0 {
		spent := engine.Curve{Name: "delta", Title: "δ spent", Basis: known.AtMost, Answer: true}
		for i, at := range q.places() {
			if !q.small() || deltas[i] >= beneath*t.Delta {
				spent.X, spent.Y = append(spent.X, at), append(spent.Y, deltas[i])
			}
		}
		if marks = append(marks, spent); t.Budget == fits.Whole {
			marks = append(marks, engine.Rule{Name: "allowed", Title: "allowed: δ = " + fitDelta.Text(t.Delta), At: t.Delta})
		}
	}
	if t.Budget != fits.Query || t.Delta == 0 || q.focus.Name == fits.None {
		return marks
	}
	sum := engine.Path{Name: "delta-sum", Title: "the paper's Σ δ", Basis: known.AsPrinted, Dashed: true}
	for _, at := range q.places() {
		sum.X, sum.Y = append(sum.X, at), append(sum.Y, min(1, at*t.Delta))
	}
	marks = append(marks, sum)
	if wall := t.Vacuous(); wall <= q.asks.Whole {
		marks = append(marks, engine.Rule{Name: "vacuous", Title: "Σ δ = 1", Vertical: true, At: wall})
	}
	return marks
}

// histogram is of the true gradients.
func (q *coordinates) histogram(runs fits.Descents) engine.Figure {
	bars := engine.Bars{Name: "gradients", Title: "true gradients", Basis: known.Exact}
	sums, all := runs.Sums(), 0.0
	for _, n := range sums.Counts {
		all += float64(n)
	}
	for i, n := range sums.Counts {
		share := 0.0
		if all > 0 {
			share = float64(n) / all
		}
		bars.X, bars.Y = append(bars.X, sums.Low(i)+fits.BinWidth/2), append(bars.Y, share)
	}
	return engine.Figure{
		Title: "true gradients, which only the owner sees", Series: "of",
		X:     engine.Axis{Name: "gradient", Label: "gradient, the outermost bars with all beyond"},
		Y:     engine.Axis{Name: "share", Label: "share", Style: numeral.Percent},
		Marks: []engine.Mark{bars}, Seed: q.trial.Seed,
		Settings: []engine.Setting{{Name: "epsilon", Value: q.trial.Terms.Epsilon}, {Name: "delta", Value: q.trial.Terms.Delta},
			{Name: "seeds", Value: float64(q.seeds)}},
	}
}

// notes say whose the true gradients are.
func (q *coordinates) notes() (notes []engine.Note) {
	if q.sums {
		notes = append(notes, engine.Note{Text: "The owner's: these sums are released by nobody, and a picture of them would tell of records."})
	}
	return notes
}
