package risk

import (
	"context"
	"math"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/matching"
	"dpscope/engine/num/ticks"
	"dpscope/engine/numeral"
	"dpscope/mechanisms"
	"dpscope/views/control"
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
		p := priced{name: m.Name, cost: q.Cost(m), law: m.Law}
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
	var laws []mechanisms.Law
	both := len(hiding) > 0 && len(showing) > 0
	if both {
		f.Title = q.cost + " of each noise, the cheapest of each kind first"
	}
	for _, kind := range []struct {
		head string
		of   []priced
	}{{"Expose nobody outright", hiding}, {"Expose some outright (how often)", showing}} {
		if both {
			f.Y.Head(kind.head)
			laws = append(laws, nil)
		}
		for _, p := range kind.of {
			p.draw(&f, both)
			laws = append(laws, p.law)
		}
	}
	if both {
		least := f.Marks[0].Normal()
		f.Marks = append(f.Marks, engine.Points{Name: "least", Title: "best that exposes nobody", Here: true, X: least.X, Y: least.Y})
	}
	f.Y.Densities = control.Densities(laws, q.Sensitivity, reach(laws)*q.Sensitivity, false)
	sheet := engine.Sheet{Figure: f}
	if q.By != matching.Budget {
		sheet.Notes = []engine.Note{{Text: "Equal ε is not equal risk: at equal ε (view “noise”) the order may differ."}}
	}
	return sheet, nil
}

// reach returns how far from zero all but a little of the noise of least spread lies, in sensitivities, as a round number.
func reach(laws []mechanisms.Law) float64 {
	const hardly, first = 0.02, 0.1
	least := math.Inf(1)
	for _, law := range laws {
		at := first
		for law != nil && at < least && law.Outside(-at, at) > hardly {
			at = ticks.Above(at)
		}
		if law != nil {
			least = min(least, at)
		}
	}
	if math.IsInf(least, 1) {
		return first
	}
	return least
}

// priced is a noise with its cost, and how often it exposes a record outright.
type priced struct {
	name     string
	cost     known.Value
	outright float64 // 0: never
	law      mechanisms.Law
}

// hides reports whether a noise excludes no answer, so that no release exposes a record outright.
func hides(m matching.Match) bool {
	most := 0.0
	if m.Found { // known from above: rounding is far below any δ that a program is asked for
		most = 1e-12
	}
	return m.Certain <= most
}

// draw adds a row; under a heading that says it, the chance to be exposed outright stands alone.
func (p priced) draw(f *engine.Figure, headed bool) {
	label := p.cost.Written(numeral.Plain, numeral.Nearest)
	if p.cost.Basis == known.AtMost {
		label = "≤ " + label
	}
	switch {
	case p.outright > 0 && headed:
		label += " (" + numeral.Chance(p.outright) + ")"
	case p.outright > 0:
		label += ", " + numeral.Chance(p.outright) + " outright"
	}
	shape, _ := matching.Find(p.name)
	f.Marks = append(f.Marks, engine.Points{Name: p.name, As: []string{p.name}, Basis: p.cost.Basis,
		X: []float64{p.cost.Value}, Y: []float64{float64(len(f.Y.Words))}, Labels: []string{label}})
	f.Y.Words, f.Y.Keys = append(f.Y.Words, shape.Title), append(f.Y.Keys, engine.WordCell(p.name))
	f.X.High = max(f.X.High, p.cost.Value)
}
