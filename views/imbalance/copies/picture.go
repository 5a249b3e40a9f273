package copies

import (
	"context"
	"fmt"
	"math"
	"slices"

	"dpscope/engine"
	"dpscope/engine/composition"
	"dpscope/engine/known"
	"dpscope/engine/num/ticks"
	"dpscope/engine/numeral"
)

// public says what is taken for public, which neighbours are meant, and what is refused.
func (q copies) public() engine.Note {
	if q.Smote {
		return engine.Note{Text: "Refused before a private learner: one record changes rows that SMOTE made of others, though c is public. Use weights instead", Warning: true}
	}
	return engine.Note{Text: "Public: c, not taken from the class counts"}
}

func (q copies) settings() []engine.Setting {
	return []engine.Setting{{Name: "copies", Value: q.Copies.Copies}, {Name: "epsilon", Value: q.Epsilon}, {Name: "delta", Value: q.Delta}}
}

// mostRows and mostMade limit the rare rows of a picture and what is made of each: more cannot be told apart.
const mostRows, mostMade = 40, 8

// drawTouched highlights the rows that would change or vanish without the record.
func drawTouched(_ context.Context, q copies) (engine.Sheet, error) {
	c := q.Copies
	c.Minority, c.Copies, c.Neighbours = min(c.Minority, mostRows), min(c.Copies, mostMade), min(c.Neighbours, mostRows)
	rows := composition.Crowd(int(c.Minority), q.seed)
	f := engine.Figure{
		Title: "rare rows and synthetic rows", Series: "row", Members: []string{"row", "made", "changed", "record"}, Settings: q.settings(),
		Seed: q.seed,
		X:    engine.Axis{Name: "x", Label: "first feature", Low: -3, High: 3},
		Y:    engine.Axis{Name: "y", Label: "second feature", Low: -3, High: 3},
	}
	old, made, changed := engine.Points{Name: "row", Title: "rare rows"}, engine.Points{Name: "made", Title: "synthetic rows"},
		engine.Points{Name: "changed", Title: "rows that depend on it"}
	for _, r := range rows[1:] {
		old.X, old.Y = append(old.X, r.X), append(old.Y, r.Y)
	}
	for i, m := range c.Touch(rows, q.seed) {
		if !c.Smote { // copies lie on one another: they are drawn around the row
			turn := 2 * math.Pi * float64(i%int(c.Copies)) / c.Copies
			m.X, m.Y = m.X+0.15*math.Cos(turn), m.Y+0.15*math.Sin(turn)
		}
		to := &made
		if m.Changed {
			to = &changed
		}
		to.X, to.Y = append(to.X, m.X), append(to.Y, m.Y)
	}
	f.Marks = []engine.Mark{made, old, changed, engine.Points{Name: "record", Title: "the record", X: []float64{rows[0].X},
		Y: []float64{rows[0].Y}, Here: true}}
	text := fmt.Sprintf("Of %d synthetic rows in the picture %d depend on this one record.", len(made.X)+len(changed.X), len(changed.X))
	if c != q.Copies {
		text += fmt.Sprintf(" It shows %s rare rows and %s copies of each, at most.", numeral.Count(c.Minority), numeral.Count(c.Copies))
	}
	return engine.Sheet{Figure: f, Notes: []engine.Note{{Text: text}}}, nil
}

// drawCopyBudget draws ε against the copies.
func drawCopyBudget(_ context.Context, q copies) (engine.Sheet, error) {
	return q.ladder(engine.Axis{Name: "epsilon", Label: "ε for one record", Log: q.Smote},
		func(c composition.Copies) (total, printed, second float64) {
			e, _ := c.Total()
			second = math.NaN()
			if c.Smote {
				second = c.PrintedSecond()
			}
			return e.Value, c.Printed(), second
		}), nil
}

// drawCopySlack draws δ against the copies.
func drawCopySlack(_ context.Context, q copies) (engine.Sheet, error) {
	y := engine.Axis{Name: "delta", Label: "δ for one record", Log: true, High: 1, Low: ticks.AtMost(max(q.Delta, 1e-250) / 10)}
	sheet := q.ladder(y, func(c composition.Copies) (total, printed, second float64) {
		_, d := c.Total()
		if c.Smote {
			return d.Number(), math.NaN(), c.PrintedDelta()
		}
		return d.Number(), c.PrintedDelta(), math.NaN()
	})
	sheet.Figure.Marks = append(sheet.Figure.Marks, engine.Rule{Name: "vacuous", Title: "no guarantee", At: 1})
	return sheet, nil
}

// ladder draws a guarantee as rows are copied.
func (q copies) ladder(y engine.Axis, of func(composition.Copies) (total, printed, second float64)) engine.Sheet {
	most := 8.0
	if q.Copies.Copies > 6 {
		most = ticks.AtLeast(2 * q.Copies.Copies)
	}
	f := engine.Figure{
		Title: y.Label, Series: "promise", Members: []string{"total", "printed", "second", "weights"}, Settings: q.settings()[1:],
		X: engine.Axis{Name: "copies", Label: "c, copies per row", Style: numeral.Whole, Low: 0, High: most}, Y: y,
	}
	total := engine.Curve{Name: "total", Title: "proven", Basis: known.AtMost, Answer: true}
	printed := engine.Curve{Name: "printed", Title: "paper's figure", Basis: known.AsPrinted}
	second := engine.Curve{Name: "second", Title: "paper's 2nd figure", Basis: known.AsPrinted}
	first := 0.0 // no copy yet: ε and δ are the learner's
	if q.Smote {
		first = 1
	}
	for c := first; c <= most; c += max(1, math.Floor(most/100)) {
		asked := q.Copies
		asked.Copies = c
		t, p, s := of(asked)
		for _, to := range []struct {
			curve *engine.Curve
			value float64
		}{{&total, t}, {&printed, p}, {&second, s}} {
			if to.value > 0 && to.value < 1e300 {
				to.curve.X, to.curve.Y = append(to.curve.X, c), append(to.curve.Y, to.value)
			}
		}
	}
	if slices.Equal(printed.Y, total.Y) {
		total.Title, printed.X = "proven upper bound (so Rosenblatt & others)", nil
	}
	const few = 16 // copies are whole numbers: bars show that where they have room, or points where no bar begins at zero
	t, _, _ := of(q.Copies)
	here := t > 0 && t < 1e300
	for _, c := range []engine.Curve{total, printed, second} {
		switch {
		case len(c.X) == 0:
		case len(total.X) > few:
			f.Marks = append(f.Marks, c)
		case y.Log || len(printed.X) > 0:
			f.Marks = append(f.Marks, engine.Points{Name: c.Name, Title: c.Title, Basis: c.Basis, X: c.X, Y: c.Y})
		default:
			bars := engine.Bars{Name: c.Name, Title: c.Title, Basis: c.Basis, X: c.X, Y: c.Y}
			for _, x := range c.X {
				bars.Marked = append(bars.Marked, x == q.Copies.Copies)
			}
			f.Marks, here = append(f.Marks, bars), false
		}
	}
	if here {
		f.Marks = append(f.Marks, engine.Points{Name: "here", Title: "at this c", Basis: known.AtMost, Here: true,
			X: []float64{q.Copies.Copies}, Y: []float64{t}, Labels: []string{numeral.Up.Short(t)}})
	}
	weights, kept := q.Epsilon, "ε = "+learnerEpsilon.Text(q.Epsilon)
	if y.Name == "delta" {
		weights, kept = q.Delta, "δ = "+learnerDelta.Text(q.Delta)
	} else {
		f.Y.Low, f.Y.High = ticks.AtMost(weights/1.5), ticks.AtLeast(max(slices.Max(append(slices.Clone(total.Y), weights)), 2*weights))
	}
	if weights > 0 {
		f.Marks = append(f.Marks, engine.Rule{Name: "weights", Title: "with a weight instead: " + kept, At: weights})
	}
	f.Marks = append(f.Marks, engine.Rule{Name: "copies", Title: "c", Vertical: true, At: q.Copies.Copies, Pointer: true})
	return engine.Sheet{Figure: f}
}

// drawKissing draws kissing numbers beside the paper's bound on them.
func drawKissing(_ context.Context, q copies) (engine.Sheet, error) {
	most := max(24, q.Dimension)
	f := engine.Figure{
		Title: "rows that can have one for their nearest", Series: "count", Members: []string{"exact", "least", "printed"},
		X: engine.Axis{Name: "dimension", Label: "d, features", Low: 0, High: most},
		Y: engine.Axis{Name: "kissing", Label: "rows around one row", Log: true},
	}
	exact, least := engine.Points{Name: "exact", Title: "exactly"}, engine.Points{Name: "least", Title: "at least", Basis: known.AtLeast}
	printed := engine.Curve{Name: "printed", Title: "2^(0.4042d), the paper's", Basis: known.AsPrinted}
	for d := 1.0; d <= most; d++ {
		printed.X, printed.Y = append(printed.X, d), append(printed.Y, composition.PrintedKissing(d))
		k := composition.Kissing(d)
		if d > 24 {
			continue
		}
		to := &least
		if k.Basis == known.Exact {
			to = &exact
		}
		to.X, to.Y = append(to.X, d), append(to.Y, k.Value)
	}
	f.Marks = []engine.Mark{printed, least, exact, engine.Rule{Name: "dimension", Title: "d", Vertical: true, At: q.Dimension, Pointer: true}}
	return engine.Sheet{Figure: f}, nil
}
