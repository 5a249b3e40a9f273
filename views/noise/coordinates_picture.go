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

// drawCoordinates descends with and without noise, and then computes the budget along the way.
func drawCoordinates(ctx context.Context, q coordinates, _ view.Readings, show func(engine.Sheet)) (engine.Sheet, error) {
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

// whole reports whether all gradients share one budget; the picture then shows how it is used up.
func (q coordinates) whole() bool { return q.trial.Terms.Budget == fits.Whole }

// figure draws the errors along the gradients above the budget, or the histogram.
func (q coordinates) figure(runs []fits.Descents, spent []float64) engine.Figure {
	if q.sums {
		return q.histogram(runs[0])
	}
	share := engine.Axis{Name: "share", Label: "share", Style: numeral.Percent, Least: 0, Most: 1}
	f := engine.Figure{
		Title: "error, and budget spent", Series: "line", Members: []string{"error", "without-noise", "delta", "delta-sum", "outright", "spent"},
		X: engine.Axis{Name: "gradients", Label: "gradients asked for, " + numeral.Count(float64(fits.Each(q.records.Dims()))) + " a round",
			Log: true, Low: 1, High: max(q.asks.Whole, 2)}, Y: share,
		Settings: []engine.Setting{{Name: "epsilon", Value: q.trial.Terms.Epsilon}, {Name: "delta", Value: q.trial.Terms.Delta},
			{Name: "seeds", Value: float64(q.seeds)}},
		Order: []string{"line", "gradients", "share", "epsilon", "delta", "seeds", "low", "high", "confidence"},
		Shows: []engine.Shown{{Mark: "without-noise", Of: engine.Key{Name: "error-none"}}},
		Seed:  q.trial.Seed,
	}
	f.Panels = []engine.Panel{q.errors(runs, share)}
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

// errors returns the panel with both descents: a line through the means at some rounds, as the means between differ only by
// chance, an interval at its end, where the answer stands, and the level where the descent without noise ends.
func (q coordinates) errors(runs []fits.Descents, share engine.Axis) engine.Panel {
	p := engine.Panel{Name: "error", Title: "error on held-out records, mean of " + numeral.Things(q.seeds, "split"), Y: share}
	if p.Y.Label = "error"; q.seeds == 1 {
		p.Title = "error on held-out records, one split"
	}
	for _, line := range []struct {
		of          int
		name, title string
	}{{withoutNoise, "without-noise", "without noise"}, {withNoise, "error", brief(q.focus.Name)}} {
		of := runs[line.of]
		if len(of) == 0 {
			continue
		}
		some := q.line(line.name, of, q.looked())
		some.Title, some.Answer = line.title, line.of == withNoise
		end := q.intervals(line.name, of, []int{q.trial.Rounds})
		end.Title = "95 % interval"
		dots := engine.Points{Name: line.name, Basis: known.Estimate, X: some.X, Y: some.Y}
		if last := len(dots.X) - 1; last > 0 && len(end.X) > 0 { // the dot would hide an interval of its own size
			dots.X, dots.Y = dots.X[:last], dots.Y[:last]
		}
		switch last := len(some.X) - 1; {
		case line.of == withNoise:
			if p.Marks = append(p.Marks, some, dots); len(end.X) > 0 { // one split has no interval, and the legend names none
				p.Marks = append(p.Marks, end)
			}
			if last >= 0 && some.X[last] == q.asks.Whole {
				p.Marks = append(p.Marks, engine.Points{Name: "here", Title: "at the end", Here: true, Basis: known.Estimate,
					X: some.X[last:], Y: some.Y[last:], Labels: []string{line.title + " ≈ " + numeral.Percent.Format(some.Y[last])}})
			}
		case q.focus.Name != fits.None && last >= 0: // the end of the descent without noise: the table has its course
			p.Marks = append(p.Marks, engine.Rule{Name: line.name, Title: line.title, At: some.Y[last]})
		}
		p.Whole = append(p.Whole, q.intervals(line.name, of, q.looked()), q.line(line.name, of, q.rounds()))
	}
	if end := runs[withNoise].At(q.trial.Rounds, fits.Out); end.Seeds > 0 {
		p.Whole = append(p.Whole, engine.Points{Name: "here", Here: true, Basis: known.Estimate,
			X: []float64{q.asks.Whole}, Y: []float64{end.Mean}})
	}
	p.Y.High = drawnTo(p.Marks)
	return p
}

// rounds returns all rounds, and looked returns the rounds at the places where the page looks at the budget.
func (q coordinates) rounds() (all []int) {
	for round := 1; round <= q.trial.Rounds; round++ {
		all = append(all, round)
	}
	return all
}

func (q coordinates) looked() (some []int) {
	for _, at := range q.places() {
		some = append(some, int(math.Ceil(at/float64(fits.Each(q.records.Dims())))))
	}
	return slices.Compact(some) // places within one round share it
}

// drawnTo returns the greatest value of curves of errors and their intervals.
func drawnTo(marks []engine.Mark) (high float64) {
	for _, m := range marks {
		switch m := m.(type) {
		case engine.Curve:
			high = slices.Max(append(m.Y[:len(m.Y):len(m.Y)], high))
		case engine.Band:
			high = slices.Max(append(m.High[:len(m.High):len(m.High)], high))
		}
	}
	return high
}

// line returns the means over the splits after some rounds.
func (q coordinates) line(name string, runs fits.Descents, rounds []int) engine.Curve {
	c := engine.Curve{Name: name, Basis: known.Estimate}
	for _, round := range rounds {
		if s := runs.At(round, fits.Out); s.Seeds > 0 {
			c.X, c.Y = append(c.X, q.gradients(round)), append(c.Y, s.Mean)
		}
	}
	return c
}

// intervals returns the intervals of the means after some rounds.
func (q coordinates) intervals(name string, runs fits.Descents, rounds []int) engine.Band {
	b := engine.Band{Name: name, Basis: known.Estimate, Bars: true, Confidence: 0.95}
	for _, round := range rounds {
		if s := runs.At(round, fits.Out); s.Seeds > 1 {
			v := s.In(known.Probability)
			b.X, b.Low, b.High = append(b.X, q.gradients(round)), append(b.Low, v.Low), append(b.High, v.High)
		}
	}
	return b
}

// gradients returns the number of gradients in a number of rounds.
func (q coordinates) gradients(rounds int) float64 {
	return float64(rounds * fits.Each(q.records.Dims()))
}

// used draws how much of the one budget is spent: ε after each gradient, at the δ of all gradients.
func (q coordinates) used(epsilons []float64) []engine.Mark {
	if len(epsilons) == 0 {
		return nil
	}
	return []engine.Mark{
		engine.Curve{Name: "spent", Title: "ε spent", Basis: known.AtMost, Answer: true, X: q.places(), Y: epsilons},
		engine.Rule{Name: "allowed", Title: "allowed: ε = " + fitEpsilon.Text(q.trial.Terms.Epsilon), At: q.trial.Terms.Epsilon}}
}

// summed draws the δ spent at ε with a budget for each gradient: the δ of the privacy loss, and beside it the paper's sum,
// which reaches 1 at the wall.
func (q coordinates) summed(deltas []float64) (marks []engine.Mark) {
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

// histogram draws the true gradients.
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

// notes says who holds the true gradients.
func (q coordinates) notes() (notes []engine.Note) {
	if q.sums {
		notes = append(notes, engine.Note{Text: "The owner's: these sums are released by nobody, and a picture of them would tell of records."})
	}
	return notes
}
