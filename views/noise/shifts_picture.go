package noise

import (
	"context"

	"dpscope/engine"
	"dpscope/engine/num/grid"
	"dpscope/engine/numeral"
	"dpscope/engine/querynoise"
	"dpscope/mechanisms/optimal"
	"dpscope/views/view"
)

// drawShifts draws what was picked, if there is a law to prove anything of.
func drawShifts(ctx context.Context, q shifted, _ view.Readings, show func(engine.Sheet)) (engine.Sheet, error) {
	page := func(of asked, b querynoise.Best) (sheet engine.Sheet) {
		q := q
		q.asked = of
		view.SoFar(ctx, q.sheet(b), shiftReadings, q, func(s engine.Sheet) { sheet = s })
		return sheet
	}
	b, _, err := q.search(ctx, q.violations, 0, page, show)
	if err != nil {
		return engine.Sheet{}, err
	}
	sheet := q.sheet(b)
	sheet.Notes = append(sheet.Notes, q.grid()...)
	return sheet, nil
}

// sheet is what is drawn and said of the proof of a law, if there is one to prove
// anything of.
func (q shifted) sheet(b querynoise.Best) engine.Sheet {
	if b.Certified == nil {
		return engine.Sheet{Figure: q.violations(b), Notes: append(q.told(b), q.keptBeside(b)...)}
	}
	return engine.Sheet{Figure: q.draw(q, b), Notes: append(q.told(b), q.keptBeside(b)...)}
}

// violations draws V against the shift.
func (q shifted) violations(b querynoise.Best) engine.Figure {
	f := engine.Figure{
		Title: "excess of the worst event over e^ε times", Series: "noise", Members: members, Settings: q.settings(),
		X: engine.Axis{Name: "shift", Label: "φ, change of the answer by one person", Brief: "φ, change of the answer", Style: q.whole(),
			Low: -q.Sensitivity, High: q.Sensitivity},
		Y: engine.Axis{Name: "violation", Label: "excess of the worst event over e^ε times", High: q.Delta},
	}
	if b.Certified != nil {
		curve := engine.Curve{Name: best, Title: "worst event"}
		for _, phi := range b.Certified.Law.Shifts(q.Moves()) {
			curve.X = append(curve.X, q.Place(phi))
			curve.Y = append(curve.Y, b.Certified.Law.Divergence(q.Moves(), q.Epsilon, phi))
		}
		f.Marks = append(f.Marks, curve)
	}
	f.Marks = append(f.Marks, engine.Rule{Name: "delta", Title: "allowed: δ = " + delta.Text(q.Delta), At: q.Delta})
	return f
}

// event draws the noise, the same moved, and where the first is too much more
// likely.
func (q shifted) event(b querynoise.Best) engine.Figure {
	reach := q.asked.shown(b)
	f := q.plane(reach, " of the noise")
	f.Members = append([]string{best, "moved"}, competitors...)
	law, phi := b.Certified.Law, q.shift
	for _, at := range law.Worst(q.Moves(), q.Epsilon, phi) {
		f.Marks = append(f.Marks, engine.Span{Name: "event", Title: "this event", From: q.Place(at.Low), To: q.Place(at.High)})
	}
	if q.Query == optimal.Count {
		f.Marks = append(f.Marks, q.drawn(law, best, "noise", false, reach)...)
		return f
	}
	at, density := q.Outline(law, -reach, reach, 400)
	moved := engine.Steps{Name: "moved", Title: "answer moved by " + numeral.Short(q.Place(phi))}
	for i, x := range at {
		if x += phi * q.Sensitivity; -reach <= x && x <= reach {
			moved.X, moved.Y = append(moved.X, x), append(moved.Y, density[i])
		}
	}
	f.Marks = append(f.Marks, moved, engine.Steps{Name: best, Title: "answer as it is", X: at, Y: density})
	return f
}

// profile draws δ against ε.
func (q shifted) profile(b querynoise.Best) engine.Figure {
	high := max(2*q.Epsilon, q.budget)
	f := engine.Figure{
		Title: "privacy profile: δ at every other ε", Series: "noise", Members: members, Settings: q.settings(),
		X: engine.Axis{Name: "budget", Label: "ε′", High: high},
		Y: engine.Axis{Name: "delta_at", Label: "δ at ε′", Style: numeral.Plain, High: 1},
	}
	budgets := grid.Even(0, high, 41)
	if ranked := q.Ranked(); len(ranked) > 0 {
		c := ranked[0]
		curve := engine.Curve{Name: c.Name, Title: c.Title, X: budgets}
		for _, e := range budgets {
			curve.Y = append(curve.Y, c.Profile(e))
		}
		f.Marks = append(f.Marks, curve)
	}
	curve, profile := engine.Curve{Name: best, Title: "this noise", X: budgets}, b.Certified.Law.Profile(q.Moves())
	for _, e := range budgets {
		curve.Y = append(curve.Y, profile(e))
	}
	f.Marks = append(f.Marks, curve, engine.Rule{Name: "budget", Title: "ε′", Vertical: true, At: q.budget, Pointer: true})
	return f
}
