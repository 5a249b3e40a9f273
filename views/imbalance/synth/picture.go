package synth

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/synthesis"
	"dpscope/engine/work"
	"dpscope/learners/synth"
	"dpscope/views/view"
)

// synthPicture draws what is known: while the model is fitted nothing of it.
type synthPicture func(context.Context, synthetic, *synth.Model, *synthesis.Drawn) (engine.Figure, error)

// sheet fits the model and draws rows from it. Before that it shows the noise, and what is known of the records.
func (q synthetic) sheet(ctx context.Context, show func(engine.Sheet)) (engine.Sheet, error) {
	before, err := q.draw(ctx, q, nil, nil)
	if err != nil {
		return engine.Sheet{}, err
	}
	soon := func(p work.Progress) {
		view.SoFar(ctx, engine.Sheet{Figure: before, Progress: p, Settling: true}, synthReadings, q.waiting(), show)
	}
	soon(work.Progress{Of: 1, What: "fits"})
	m, err := q.fitted(ctx, soon)
	if err != nil {
		return engine.Sheet{}, err
	}
	d, err := q.drawn.Get(ctx)
	if err != nil {
		return engine.Sheet{}, err
	}
	f, err := q.draw(ctx, q, m, &d)
	if err != nil {
		return engine.Sheet{}, err
	}
	s := engine.Sheet{Figure: f}
	for _, note := range m.Notes {
		s.Notes = append(s.Notes, engine.Note{Text: note + "."})
	}
	if q.balanced {
		s.Notes = append(s.Notes, engine.Note{Text: "Rows to change are counted as if each class had the share that it has as fitted."})
	}
	if q.fit.Method == synth.GEM && q.fit.Workload == synth.Labels {
		s.Notes = append(s.Notes, engine.Note{Text: "Attributes are independent given the label: what goes together within a class is lost."})
	}
	return s, nil
}

// figure returns what all pictures have.
func (q synthetic) figure(title, series string) engine.Figure {
	f := engine.Figure{Title: title, Series: series, Seed: q.fit.Seed,
		Settings: []engine.Setting{{Name: "method", Word: q.fit.Method.String()}, {Name: "epsilon", Value: q.fit.Epsilon},
			{Name: "rows", Value: float64(q.rows)}}}
	if q.fit.Method == synth.GEM {
		f.Settings = append(f.Settings, engine.Setting{Name: "delta", Value: q.fit.Delta})
	}
	return f
}

// axis returns the axis of an attribute.
func (q synthetic) axis(attribute int) engine.Axis {
	a := q.records.Schema.Attributes[attribute]
	x := engine.Axis{Name: "value", Label: a.Name}
	if a.Words != nil {
		x.Words, x.Low, x.High = a.Words, -0.6, float64(len(a.Words))-0.4
	} else {
		x.Low, x.High = a.Edges[0], a.Edges[len(a.Edges)-1]
	}
	return x
}

// classes returns the label's words with the rare one first, and their titles.
func (q synthetic) classes() (of [2]int, titles [2]string) {
	label := q.records.Schema.Attributes[q.records.Schema.Label]
	of = [2]int{q.records.Rare, 1 - q.records.Rare}
	for i, c := range of {
		titles[i] = label.Name + " = " + label.Words[c]
	}
	return of, titles
}

// drawMarginals draws how an attribute is distributed in either class.
func drawMarginals(_ context.Context, q synthetic, _ *synth.Model, d *synthesis.Drawn) (engine.Figure, error) {
	attribute := q.attributes[0]
	f := q.figure(q.named(attribute)+" within either class", "whose")
	f.Shows = []engine.Shown{{Name: "rows to change, on average", Of: engine.Key{Name: "marginal-error"}}}
	f.Members, f.X, f.Panelled = []string{"records", "rows"}, q.axis(attribute), "class"
	f.Y = engine.Axis{Name: "share", Label: "share of the class", Brief: "share of the class", Style: numeral.Percent}
	var of synthesis.Marginal
	if d == nil {
		of = synthesis.RealMarginal(q.records, attribute)
	} else {
		for _, m := range d.Marginals {
			if m.Attribute == attribute {
				of = m
			}
		}
	}
	order, titles := q.classes()
	for i, class := range order {
		p := engine.Panel{Name: q.records.Schema.Attributes[q.records.Schema.Label].Words[class], Title: titles[i]}
		p.Marks = append(p.Marks, q.shares(attribute, "records", "my records", of.Real[class], -0.2)...)
		if d != nil {
			p.Marks = append(p.Marks, q.shares(attribute, "rows", "synthetic rows", of.Synthetic[class], 0.2)...)
		}
		f.Panels = append(f.Panels, p)
	}
	return f, nil
}

// shares draws how an attribute is distributed: for numbers an outline, filled for the records, and for words bars, each a
// little aside of its word.
func (q synthetic) shares(attribute int, name, title string, shares []float64, aside float64) []engine.Mark {
	a := q.records.Schema.Attributes[attribute]
	if a.Words != nil {
		b := engine.Bars{Name: name, Title: title, Basis: known.Exact, Y: shares}
		for v := range shares {
			b.X = append(b.X, a.Within(v, 0.5+aside))
		}
		return []engine.Mark{b}
	}
	last := len(shares)
	outline := engine.Steps{Name: name, Title: title, Basis: known.Exact, X: a.Edges, Y: append(slices.Clone(shares), shares[last-1])}
	if name == "records" {
		return []engine.Mark{engine.Span{Name: "area", From: a.Edges[0], To: a.Edges[last], Under: name, Bare: true}, outline}
	}
	outline.Answer = true
	return []engine.Mark{outline}
}

// drawAttributes draws the errors of all attributes, the greatest first, and their mean, with both values by chance alone.
func drawAttributes(ctx context.Context, q synthetic, _ *synth.Model, d *synthesis.Drawn) (engine.Figure, error) {
	f := q.figure("rows to change, by attribute", "quantity")
	f.X = engine.Axis{Name: "error", Label: "rows that would have to change", Brief: "rows to change", Style: numeral.Percent, Low: 0}
	f.Y = engine.Axis{Name: "attribute", Label: "attribute", Low: -0.6}
	if d == nil {
		for _, a := range q.records.Schema.Others() {
			f.Y.Words = append(f.Y.Words, q.named(a))
		}
	} else {
		chance, err := q.chance.Get(ctx)
		if err != nil {
			return engine.Figure{}, err
		}
		points := engine.Points{Name: "error", Title: "synthetic rows", Basis: known.Exact}
		alone := engine.Points{Name: "chance", Title: "a fresh sample of mine, mean " + numeral.Percent.Format(chance.Mean()), Basis: known.Exact}
		for _, i := range q.farthestFirst(d) {
			m, at := d.Marginals[i], float64(len(points.Y))
			f.Y.Words = append(f.Y.Words, q.named(m.Attribute))
			points.X, points.Y = append(points.X, m.Apart), append(points.Y, at)
			points.Labels = append(points.Labels, numeral.Percent.Format(m.Apart))
			alone.X, alone.Y = append(alone.X, chance[i]), append(alone.Y, at)
		}
		f.Members = []string{"error", "chance"}
		f.Marks = append(f.Marks, points, alone,
			engine.Rule{Name: "mean", Title: "mean", Vertical: true, At: d.Mean(), Answer: true})
		f.Shows = []engine.Shown{{Mark: "mean", Of: engine.Key{Name: "marginal-error"}}}
	}
	f.Y.High = float64(len(f.Y.Words)) - 0.4
	return f, nil
}

// farthestFirst returns the places of the marginals, the one with the greatest error first.
func (q synthetic) farthestFirst(d *synthesis.Drawn) []int {
	order := make([]int, len(d.Marginals))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(d.Marginals[b].Apart, d.Marginals[a].Apart) })
	return order
}

// mostDrawnPoints limits the people and rows drawn in the plane.
const mostDrawnPoints = 400

// drawPlane draws records and rows over two attributes, side by side.
func drawPlane(_ context.Context, q synthetic, _ *synth.Model, d *synthesis.Drawn) (engine.Figure, error) {
	across, up := q.attributes[0], q.attributes[1]
	f := q.figure(fmt.Sprintf("%s against %s, within their bins", q.named(up), q.named(across)), "class")
	f.X, f.Y, f.Panelled = q.axis(across), q.axis(up), "whose"
	f.X.Name, f.Y.Name = "x", "y"
	order, titles := q.classes()
	label := q.records.Schema.Attributes[q.records.Schema.Label]
	f.Members = []string{label.Words[order[1]], label.Words[order[0]]}
	of := func(r synth.Records) (marks []engine.Mark) {
		p := synthesis.Sample(r, across, up, mostDrawnPoints, q.fit.Seed)
		for _, i := range []int{1, 0} { // the rare class over the other
			if class := order[i]; len(p.X[class]) > 0 {
				marks = append(marks, engine.Points{Name: label.Words[class], Title: titles[i], Basis: known.Exact, X: p.X[class], Y: p.Y[class]})
			}
		}
		return marks
	}
	f.Panels = []engine.Panel{{Name: "records", Title: "records", Marks: of(q.records.Records)}}
	rows := engine.Panel{Name: "rows", Title: "synthetic rows"}
	if d != nil {
		rows.Marks = of(synth.Records{Schema: q.records.Schema, Codes: d.Rows.Codes})
	}
	f.Panels = append(f.Panels, rows)
	f.First = 1
	return f, nil
}

// drawAnswersSpent draws what the answers so far have spent; it is known before anything is fitted.
func drawAnswersSpent(ctx context.Context, q synthetic, m *synth.Model, _ *synthesis.Drawn) (engine.Figure, error) {
	const most = 60
	f := q.figure("ε spent after each answer", "quantity")
	all := q.plan.Answers()
	f.X = engine.Axis{Name: "answer", Label: map[bool]string{true: "round", false: "pick, then table"}[q.fit.Method == synth.GEM],
		Style: numeral.Whole, Low: 0, High: float64(all)}
	f.Y = engine.Axis{Name: "epsilon", Label: "ε", High: q.fit.Epsilon * 1.1}
	spent := engine.Steps{Name: "spent", Title: "spent so far", Basis: known.AtMost, Answer: true, X: []float64{0}, Y: []float64{0}}
	apart := max(1, all/most)
	for n := 1; n <= all; n++ {
		if n%apart != 0 && n != all {
			continue
		}
		so, err := synthesis.Budget(ctx, q.plan, n)
		if err != nil {
			return engine.Figure{}, err
		}
		spent.X, spent.Y = append(spent.X, float64(n)), append(spent.Y, so)
	}
	f.Marks = append(f.Marks, spent, engine.Rule{Name: "budget", Title: "ε", At: q.fit.Epsilon})
	return f, nil
}
