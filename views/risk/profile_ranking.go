package risk

import (
	"context"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/matching"
	"dpscope/engine/numeral"
)

// ranking draws the cost of each noise at equal risk, the least first: those that hide every record, then those that expose one
// outright.
func (q profile) ranking(ctx context.Context) (engine.Sheet, error) {
	f := engine.Figure{
		Title: q.cost + " of each noise, the cheapest first", Series: "noise", Members: shapeMembers,
		Settings: []engine.Setting{{Name: "sensitivity", Value: q.Sensitivity}, {Name: "times", Value: q.Times}},
		X:        engine.Axis{Name: "loss", Label: q.cost},
		Y:        engine.Axis{Name: "noise"},
	}
	ranked, err := q.Ranked(ctx, false)
	if err != nil {
		return engine.Sheet{}, err
	}
	var hiding, showing []priced
	for _, m := range ranked {
		p := priced{name: m.Name, cost: q.Cost(m)}
		if hides(m) {
			hiding = append(hiding, p)
			continue
		}
		outright, err := q.Certain(ctx, m.Name)
		if err != nil {
			return engine.Sheet{}, err
		}
		p.outright = outright.High
		showing = append(showing, p)
	}
	both := len(hiding) > 0 && len(showing) > 0
	if both {
		f.Title = q.cost + " of each noise, the cheapest of each kind first"
	}
	for _, kind := range []struct {
		head string
		of   []priced
	}{{"Expose nobody outright", hiding}, {"Expose some outright", showing}} {
		if both {
			f.Y.Head(kind.head)
		}
		for _, p := range kind.of {
			p.draw(&f)
		}
	}
	if both {
		least := f.Marks[0].Normal()
		f.Marks = append(f.Marks, engine.Points{Name: "least", Title: "best that exposes nobody", Here: true, X: least.X, Y: least.Y})
	}
	sheet := engine.Sheet{Figure: f}
	if q.By != matching.Budget {
		sheet.Notes = []engine.Note{{Text: "Equal ε is not equal risk: at equal ε (view “noise”) the order may differ."}}
	}
	return sheet, nil
}

// priced is a noise with its cost, and how often it exposes a record outright.
type priced struct {
	name     string
	cost     known.Value
	outright float64 // 0: never
}

// hides reports whether a noise excludes no answer, so that no release exposes a record outright.
func hides(m matching.Match) bool {
	most := 0.0
	if m.Found { // known from above: rounding is far below any δ that a program is asked for
		most = 1e-12
	}
	return m.Certain <= most
}

// draw adds a row.
func (p priced) draw(f *engine.Figure) {
	label := p.cost.Written(numeral.Plain, numeral.Nearest)
	if p.cost.Basis == known.AtMost {
		label = "≤ " + label
	}
	if p.outright > 0 {
		label += ", " + numeral.Chance(p.outright) + " outright"
	}
	shape, _ := matching.Find(p.name)
	f.Marks = append(f.Marks, engine.Points{Name: p.name, As: []string{p.name}, Basis: p.cost.Basis,
		X: []float64{p.cost.Value}, Y: []float64{float64(len(f.Y.Words))}, Labels: []string{label}})
	f.Y.Words, f.Y.Keys = append(f.Y.Words, shape.Title), append(f.Y.Keys, engine.WordCell(p.name))
	f.X.High = max(f.X.High, p.cost.Value)
}
