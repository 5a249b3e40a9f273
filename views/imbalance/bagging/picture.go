package bagging

import (
	"context"
	"math"

	"dpscope/engine"
	"dpscope/engine/composition"
	"dpscope/engine/known"
	"dpscope/engine/num/grid"
	"dpscope/engine/num/ticks"
	"dpscope/engine/numeral"
)

// drawChance draws the chance to be drawn against the rows drawn.
func drawChance(_ context.Context, q bagging) (engine.Sheet, error) {
	most := ticks.AtLeast(max(10*q.Records, 2*q.Draws()))
	f := engine.Figure{
		Title: "chance to be exposed (δ, at every ε)", Series: "slack", Members: []string{"delta", "epsilon"},
		Settings: []engine.Setting{{Name: "n", Value: q.Records}},
		People:   q.exposed(),
		X:        engine.Axis{Name: "draws", Label: "rows drawn in all, m·k", Brief: "rows", Style: numeral.Whole, Log: true, Low: 1, High: most},
		Y:        engine.Axis{Name: "delta", Label: "chance to be exposed (δ, at every ε)", Brief: "chance to be exposed", Style: numeral.Percent, Log: true, Low: 0.3 / q.Records, High: 1},
	}
	curve := engine.Curve{Name: "delta", Title: "picked at least once"}
	for _, draws := range grid.Log(1, most, 200) {
		b := composition.Bagging{Records: q.Records, Models: 1, Rows: draws}
		curve.X, curve.Y = append(curve.X, draws), append(curve.Y, b.Drawn())
	}
	f.Marks = []engine.Mark{curve, engine.Rule{Name: "limit", Title: "δ must be far below 1/n = " + q.oneInN(), At: 1 / q.Records},
		engine.Points{Name: "here", Title: "this bagging", Here: true, X: []float64{q.Draws()}, Y: []float64{q.Drawn()},
			Labels: []string{numeral.Percent.Format(q.Drawn())}},
		engine.Rule{Name: "draws", Title: "m·k", Vertical: true, At: q.Draws(), Pointer: true}}
	return engine.Sheet{Figure: f}, nil
}

// exposed counts the records that are picked at least once, on average.
func (q bagging) exposed() engine.People {
	picked := q.Records * q.Drawn()
	return engine.CountPeople(picked, q.Records, "record",
		"about "+numeral.Up.Count(math.Ceil(picked*(1-1e-12)))+" of "+numeral.Count(q.Records)+" records are picked at least once")
}

// oneInN writes one in the number of records in per cent, as δ is told here.
func (q bagging) oneInN() string { return numeral.Short(100/q.Records) + " %" }

// mostModels returns the end of pictures over the number of models.
func (q bagging) mostModels() float64 { return ticks.AtLeast(max(100, 2*q.Models)) }

// drawVote draws what budgets of private learners add up to.
func drawVote(_ context.Context, q bagging) (engine.Sheet, error) {
	f := q.overModels("ε of the vote", func(b composition.Bagging, v composition.Vote) float64 { return b.Total(v).Number() })
	return engine.Sheet{Figure: f}, nil
}

// drawEach draws what is left for each of them.
func drawEach(_ context.Context, q bagging) (engine.Sheet, error) {
	f := q.overModels("ε for each learner", func(b composition.Bagging, v composition.Vote) float64 { return b.Allowed(q.target, v).Value })
	for i, m := range f.Marks {
		if c, ok := m.(engine.Curve); ok {
			c.Basis = known.Exact
			f.Marks[i] = c
		}
	}
	return engine.Sheet{Figure: f}, nil
}

// overModels draws every rule of composition against the number of models.
func (q bagging) overModels(what string, of func(composition.Bagging, composition.Vote) float64) engine.Figure {
	f := engine.Figure{
		Title: what, Series: "theorem", Settings: []engine.Setting{{Name: "rate", Value: q.Rate()}, {Name: "delta", Value: q.Slack}},
		X: engine.Axis{Name: "models", Label: "m, models", Style: numeral.Whole, Log: true, Low: 1, High: q.mostModels()},
		Y: engine.Axis{Name: "epsilon", Label: what, Log: true},
	}
	for _, v := range composition.Votes {
		f.Members = append(f.Members, v.Name)
		curve := engine.Curve{Name: v.Name, Title: v.Title, Basis: known.AtMost, Muted: v.Name == composition.Advanced.Name ||
			v.Name == composition.Concentrated.Name}
		for _, m := range grid.Log(1, q.mostModels(), 60) {
			b := q.Bagging
			b.Models = math.Round(m)
			if y := of(b, v); y > 0 && y < composition.MostEpsilon {
				curve.X, curve.Y = append(curve.X, b.Models), append(curve.Y, y)
			}
		}
		if len(curve.X) > 0 {
			f.Marks = append(f.Marks, curve)
		}
	}
	if what == "ε of the vote" {
		f.Marks = append(f.Marks, engine.Rule{Name: "target", Title: "your limit ε*", At: q.target})
	}
	f.Marks = append(f.Marks, engine.Rule{Name: "models", Title: "m", Vertical: true, At: q.Models, Pointer: true})
	return f
}
