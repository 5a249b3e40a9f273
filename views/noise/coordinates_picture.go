package noise

import (
	"context"
	"math"
	"slices"

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
	var spent []float64
	if !q.sums && q.focus.Name != fits.None {
		along := q.trial.Terms.Along
		if q.whole() {
			along = q.trial.Terms.Growing
		}
		if spent, err = along(ctx, q.places()); err != nil {
			return engine.Sheet{}, err
		}
	}
	return engine.Sheet{Figure: q.figure(runs, spent), Notes: q.notes()}, nil
}

// whole reports that there is one budget for all gradients, of which the picture shows how it is used up.
func (q *coordinates) whole() bool { return q.trial.Terms.Budget == fits.Whole }

// figure draws the errors along the gradients above the budget, or the histogram.
func (q *coordinates) figure(runs []fits.Descents, spent []float64) engine.Figure {
	if q.sums {
		return q.histogram(runs[0])
	}
	share := engine.Axis{Name: "share", Label: "share", Style: numeral.Percent, Least: 0, Most: 1}
	f := engine.Figure{
		Title: "error, and budget spent", Series: "line", Members: []string{"error", "without-noise", "delta", "delta-sum", "outright", "spent"},
		X: engine.Axis{Name: "gradients", Label: "gradients asked for, " + numeral.Count(float64(fits.Each(q.records.Dims()))) + " a round", Log: true, Low: 1, High: max(q.asks.Whole, 2)}, Y: share,
		Settings: []engine.Setting{{Name: "epsilon", Value: q.trial.Terms.Epsilon}, {Name: "delta", Value: q.trial.Terms.Delta},
			{Name: "seeds", Value: float64(q.seeds)}},
		Seed:  q.trial.Seed,
		Shows: []engine.Shown{{Mark: "error", Of: engine.Key{Name: "error"}}, {Mark: "without-noise", Of: engine.Key{Name: "error-none"}}},
	}
	errs := engine.Panel{Name: "error", Title: "error on held-out records", Y: share}
	errs.Y.Label = "error"
	if len(runs[1]) > 0 {
		errs.Marks = append(errs.Marks, q.errors("without-noise", "without noise", runs[1], false))
	}
	if len(runs[0]) > 0 {
		errs.Marks = append(errs.Marks, q.intervals("error", runs[0]), q.errors("error", q.focus.Title, runs[0], true))
	}
	if end := runs[0].At(q.trial.Rounds, fits.Out); end.Seeds > 0 {
		errs.Marks = append(errs.Marks, engine.Points{Name: "here", Title: "after all gradients", Here: true, Basis: known.Estimate,
			X: []float64{q.asks.Whole}, Y: []float64{end.Mean}})
		f.Shows[0].Mark = "here"
	}
	errs.Y.Low, errs.Y.High = drawnFrom(errs.Marks)
	f.Panels = []engine.Panel{errs}
	budget := engine.Panel{Name: "budget"}
	if q.whole() {
		budget.Title = "ε spent so far at δ = " + fitDelta.Text(q.trial.Terms.Delta)
		budget.Y, budget.Marks = engine.Axis{Name: "spent", Label: "ε spent", High: q.trial.Terms.Epsilon}, q.used(spent)
	} else {
		budget.Title = "δ spent so far at ε = " + fitEpsilon.Text(q.trial.Terms.Epsilon)
		budget.Y, budget.Marks = share, q.summed(spent)
		budget.Y.Label = "δ"
	}
	if len(budget.Marks) > 0 {
		f.Panels = append(f.Panels, budget)
	}
	return f
}

// drawnFrom is from where to where curves of errors and their intervals go, with a little air below.
func drawnFrom(marks []engine.Mark) (low, high float64) {
	const beneath = 0.8 // of the least
	var all []float64
	for _, m := range marks {
		switch m := m.(type) {
		case engine.Curve:
			all = append(all, m.Y...)
		case engine.Band:
			all = append(append(all, m.Low...), m.High...)
		}
	}
	if len(all) == 0 {
		return 0, 0
	}
	return beneath * slices.Min(all), slices.Max(all)
}

// errors are means over the splits, round by round.
func (q *coordinates) errors(name, title string, runs fits.Descents, answer bool) engine.Curve {
	c := engine.Curve{Name: name, Title: title, Basis: known.Estimate, Answer: answer}
	each := float64(fits.Each(q.records.Dims()))
	for round := 1; round <= q.trial.Rounds; round++ {
		if s := runs.At(round, fits.Out); s.Seeds > 0 {
			c.X, c.Y = append(c.X, float64(round)*each), append(c.Y, s.Mean)
		}
	}
	return c
}

// intervals are those of some of the means.
func (q *coordinates) intervals(name string, runs fits.Descents) engine.Band {
	b := engine.Band{Name: name, Title: "95 % interval", Basis: known.Estimate, Bars: true, Confidence: 0.95}
	each := float64(fits.Each(q.records.Dims()))
	last := 0
	for _, at := range q.places() {
		round := int(math.Ceil(at / each))
		if s := runs.At(round, fits.Out); s.Seeds > 1 && round > last { // places within a round have one
			last = round
			v := s.In(known.Probability)
			b.X, b.Low, b.High = append(b.X, float64(round)*each), append(b.Low, v.Low), append(b.High, v.High)
		}
	}
	return b
}

// used is what of the one budget is spent: ε after each gradient, at the δ of all.
func (q *coordinates) used(epsilons []float64) []engine.Mark {
	if len(epsilons) == 0 {
		return nil
	}
	return []engine.Mark{
		engine.Curve{Name: "spent", Title: "ε spent", Basis: known.AtMost, Answer: true, X: q.places(), Y: epsilons},
		engine.Rule{Name: "allowed", Title: "allowed: ε = " + fitEpsilon.Text(q.trial.Terms.Epsilon), At: q.trial.Terms.Epsilon}}
}

// summed is the δ that is spent at ε with a budget for each gradient: what the privacy loss says, and beside it the
// sum of what is printed, which is one at the wall.
func (q *coordinates) summed(deltas []float64) (marks []engine.Mark) {
	t := q.trial.Terms
	if len(deltas) > 0 {
		marks = append(marks, engine.Curve{Name: "delta", Title: "δ spent", Basis: known.AtMost, Answer: true, X: q.places(), Y: deltas})
	}
	if t.Delta == 0 || q.focus.Name == fits.None {
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
