package noise

import (
	"context"

	"dpscope/engine"
	"dpscope/engine/fits"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/views/view"
)

// drawCoordinates descends with and without noise, and then looks at the budget along the way.
func drawCoordinates(ctx context.Context, q coordinates, _ view.Readings, show func(engine.Sheet)) (engine.Sheet, error) {
	bare := q.trial
	bare.Terms.Noise = fits.None
	runs, err := trial.Sweep(q.sizes.Sharing(ctx), []fits.Coordinates{q.trial, bare}, q.seeds, func(so []fits.Descents, p work.Progress) {
		part := engine.Sheet{Figure: q.figure(so, nil), Progress: p, Settling: true}
		view.SoFar(ctx, part, coordinatesReadings, q.knowing(so), show)
	})
	if err != nil {
		return engine.Sheet{}, err
	}
	var deltas []float64
	if !q.sums && q.focus.Name != fits.None {
		if deltas, err = q.trial.Terms.Along(q.sizes.Sharing(ctx), q.places()); err != nil {
			return engine.Sheet{}, err
		}
	}
	return engine.Sheet{Figure: q.figure(runs, deltas), Notes: q.notes()}, nil
}

// figure draws the errors along the gradients with the budget, or the histogram.
func (q coordinates) figure(runs []fits.Descents, deltas []float64) engine.Figure {
	if q.sums {
		return q.histogram(runs[0])
	}
	f := engine.Figure{
		Title: "error, and δ spent", Series: "line", Members: []string{"error", "without-noise", "delta", "delta-sum", "outright"},
		X: engine.Axis{Name: "gradients", Label: "gradients asked for", Log: true, Low: 1, High: max(q.asks.Whole, 2)},
		Y: engine.Axis{Name: "share", Label: "share", Style: numeral.Percent, Least: 0, Most: 1},
		Settings: []engine.Setting{{Name: "epsilon", Value: q.trial.Terms.Epsilon}, {Name: "delta", Value: q.trial.Terms.Delta},
			{Name: "seeds", Value: float64(q.seeds)}},
		Seed: q.trial.Seed,
	}
	if len(runs[1]) > 0 {
		f.Marks = append(f.Marks, q.errors("without-noise", "error without noise", runs[1]))
	}
	f.Marks = append(f.Marks, q.budget(deltas)...)
	if len(runs[0]) > 0 {
		f.Marks = append(f.Marks, q.errors("error", "error", runs[0]))
	}
	if end := runs[0].At(q.trial.Rounds, fits.Out); end.Seeds > 0 {
		f.Marks = append(f.Marks, engine.Points{Name: "here", Title: "after all gradients", Here: true, Basis: known.Estimate,
			X: []float64{q.asks.Whole}, Y: []float64{end.Mean}})
	}
	return f
}

// errors are means over the splits, round by round.
func (q coordinates) errors(name, title string, runs fits.Descents) engine.Mark {
	c := engine.Curve{Name: name, Title: title, Basis: known.Estimate}
	each := float64(fits.Each(q.records.Dims()))
	for round := 1; round <= q.trial.Rounds; round++ {
		if s := runs.At(round, fits.Out); s.Seeds > 0 {
			c.X, c.Y = append(c.X, float64(round)*each), append(c.Y, s.Mean)
		}
	}
	return c
}

// budget is the δ that is spent at ε. With a budget for each gradient it is what the privacy loss says; beside it stands the
// sum of what is printed, which is one at the wall.
func (q coordinates) budget(deltas []float64) (marks []engine.Mark) {
	if len(deltas) > 0 {
		marks = append(marks, engine.Curve{Name: "delta", Title: "δ spent", Basis: known.AtMost, X: q.places(), Y: deltas})
	}
	t := q.trial.Terms
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
func (q coordinates) histogram(runs fits.Descents) engine.Figure {
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
func (q coordinates) notes() (notes []engine.Note) {
	if q.sums {
		notes = append(notes, engine.Note{Text: "The owner's: these sums are released by nobody, and a picture of them would tell of records."})
	}
	return notes
}
