package imbalance

import (
	"context"
	"fmt"
	"math"

	"dpscope/engine"
	"dpscope/engine/accounting"
	"dpscope/engine/known"
	"dpscope/engine/num/grid"
	"dpscope/engine/num/ticks"
	"dpscope/engine/numeral"
)

// drawChance draws the chance to be drawn against the rows drawn.
func drawChance(_ context.Context, q bagging) (engine.Sheet, error) {
	most := ticks.AtLeast(max(10*q.Records, 2*q.Draws()))
	f := engine.Figure{
		Title: "chance that a record is drawn", Series: "slack", Members: []string{"delta", "epsilon"}, Settings: []engine.Setting{{Name: "n", Value: q.Records}},
		X: engine.Axis{Name: "draws", Label: "m·k, rows drawn in all", Style: numeral.Whole, Log: true, Low: 1, High: most},
		Y: engine.Axis{Name: "delta", Label: "δ, at every ε", Style: numeral.Percent, Low: 0, High: 1},
	}
	curve := engine.Curve{Name: "delta", Title: "chance to be drawn"}
	for _, draws := range grid.Log(1, most, 200) {
		b := accounting.Bagging{Records: q.Records, Models: 1, Rows: draws}
		curve.X, curve.Y = append(curve.X, draws), append(curve.Y, b.Drawn())
	}
	f.Marks = []engine.Mark{curve, engine.Rule{Name: "records", Title: "n rows", Vertical: true, At: q.Records},
		engine.Rule{Name: "draws", Title: "mk", Vertical: true, At: q.Draws(), Pointer: true}}
	text := fmt.Sprintf("Of all records %s are drawn and may be shown by the vote, whatever ε is; the slack is a chance of that, and should be far below 1 in n.", numeral.Percent.Format(q.Drawn()))
	return engine.Sheet{Figure: f, Notes: []engine.Note{{Text: text}}}, nil
}

// mostModels is how far pictures over the number of models reach.
func (q bagging) mostModels() float64 { return ticks.AtLeast(max(100, 2*q.Models)) }

// drawVote draws what budgets of private learners add up to.
func drawVote(_ context.Context, q bagging) (engine.Sheet, error) {
	f := q.overModels("ε of the vote", func(b accounting.Bagging, v accounting.Vote) float64 { return b.Total(v).Number() })
	basic, optimal := q.Total(accounting.Basic), q.Total(accounting.Optimal)
	text := fmt.Sprintf("Budgets add up to %s; the exact ε at a slack of %s is %s.", numeral.Up.Short(basic.Value), numeral.Short(q.Slack), numeral.Up.Short(optimal.Value))
	return engine.Sheet{Figure: f, Notes: []engine.Note{{Text: text}}}, nil
}

// drawEach draws what is left for each of them.
func drawEach(_ context.Context, q bagging) (engine.Sheet, error) {
	f := q.overModels("ε for each learner", func(b accounting.Bagging, v accounting.Vote) float64 { return b.Allowed(q.target, v).Value })
	for i, m := range f.Marks {
		if c, ok := m.(engine.Curve); ok {
			c.Basis = known.AtLeast
			f.Marks[i] = c
		}
	}
	best := q.Allowed(q.target, accounting.Optimal).Value
	text := fmt.Sprintf("To keep ε* = %s each of %s may spend %s on the %s that it sees.", numeral.Short(q.target), numeral.Things(int(q.Models), "learner"), numeral.Down.Short(best), numeral.Percent.Format(q.Rate()))
	return engine.Sheet{Figure: f, Notes: []engine.Note{{Text: text}}}, nil
}

// overModels draws every way to add up against the number of models.
func (q bagging) overModels(what string, of func(accounting.Bagging, accounting.Vote) float64) engine.Figure {
	f := engine.Figure{
		Title: what, Series: "theorem", Settings: []engine.Setting{{Name: "rate", Value: q.Rate()}, {Name: "delta", Value: q.Slack}},
		X: engine.Axis{Name: "models", Label: "m, models", Style: numeral.Whole, Log: true, Low: 1, High: q.mostModels()},
		Y: engine.Axis{Name: "epsilon", Label: what, Log: true},
	}
	for _, v := range accounting.Votes {
		f.Members = append(f.Members, v.Name)
		curve := engine.Curve{Name: v.Name, Title: v.Title, Basis: known.AtMost, Muted: v.Name == accounting.Advanced.Name || v.Name == accounting.Concentrated.Name}
		for _, m := range grid.Log(1, q.mostModels(), 60) {
			b := q.Bagging
			b.Models = math.Round(m)
			if y := of(b, v); y > 0 && y < accounting.MostEpsilon {
				curve.X, curve.Y = append(curve.X, b.Models), append(curve.Y, y)
			}
		}
		if len(curve.X) > 0 {
			f.Marks = append(f.Marks, curve)
		}
	}
	if what == "ε of the vote" {
		f.Marks = append(f.Marks, engine.Rule{Name: "target", Title: "ε*", At: q.target})
	}
	f.Marks = append(f.Marks, engine.Rule{Name: "models", Title: "m", Vertical: true, At: q.Models, Pointer: true})
	return f
}
