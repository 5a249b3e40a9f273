package noise

import (
	"context"
	"math"
	"slices"

	"dpscope/engine"
	"dpscope/engine/num/grid"
	"dpscope/engine/numeral"
	"dpscope/engine/querynoise"
	"dpscope/mechanisms/optimal"
	"dpscope/views/view"
)

// drawShifts draws the picked picture, if there is a law to prove private.
func drawShifts(ctx context.Context, q shifts, _ view.Readings, show func(engine.Sheet)) (engine.Sheet, error) {
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

// sheet returns the page of the proof of a law, if there is one.
func (q shifts) sheet(b querynoise.Best) engine.Sheet {
	if b.Certified == nil {
		return engine.Sheet{Figure: q.violations(b), Notes: append(q.told(b), q.keptBeside(b)...)}
	}
	return engine.Sheet{Figure: q.draw(q, b), Notes: slices.Concat(q.excess(b), q.told(b), q.keptBeside(b))}
}

// excess says where the noise is above its limit, and what the excess is.
func (q shifts) excess(b querynoise.Best) []engine.Note {
	const faint = 0.001 // hardly visible in a picture
	needed := q.divergence(b.Certified)
	if q.shown != "event" || needed == 0 {
		return nil
	}
	from, to := q.spread(b)
	reach := q.asked.shown(b)
	outside := func(x float64) bool { return x > reach || x == reach && q.Query == optimal.Real } // a whole number at the end is drawn
	text := "The noise keeps to its limit but for what is seen above it: that much is the δ of this change."
	switch below, above := outside(from[0]), outside(from[1]); {
	case below && above:
		where := "beyond ±"
		switch {
		case math.IsInf(from[0], 1):
			where = "right of "
		case math.IsInf(from[1], 1):
			where = "left of -"
		}
		if q.Query == optimal.Count { // the place itself is one of them
			where = "at and " + where
		}
		text = "The noise is above its limit only " + where + numeral.Down.Short(min(from[0], from[1])) + ", outside the picture, by the δ " +
			"of this change."
	case needed < faint:
		text = "The noise is above its limit by the δ of this change, which is too little to be seen."
	case max(to[0], to[1]) > reach:
		text = "The noise is above its limit where that is seen, and outside the picture: by the δ of this change in all."
	}
	return []engine.Note{{Text: text}}
}

// spread returns how far from 0 the noise begins and ceases to be above its limit, on the left and on the right; from is
// infinite on a side where it never is.
func (q shifts) spread(b querynoise.Best) (from, to [2]float64) {
	from = [2]float64{math.Inf(1), math.Inf(1)}
	for _, at := range b.Certified.Law.Worst(q.Moves(), q.Epsilon, q.shift) {
		low, high := q.Place(at.Low), q.Place(at.High)
		if low <= 0 {
			from[0], to[0] = min(from[0], max(-high, 0)), max(to[0], -low)
		}
		if high >= 0 {
			from[1], to[1] = min(from[1], max(low, 0)), max(to[1], high)
		}
	}
	return from, to
}

// violations draws V against the shift.
func (q shifts) violations(b querynoise.Best) engine.Figure {
	f := engine.Figure{
		Title: "δ that this change needs", Series: "noise", Members: members, Settings: q.settings(),
		X: engine.Axis{Name: "shift", Label: "φ, change of the answer by one person", Brief: "φ, change of the answer", Style: q.whole(),
			Low: -q.Sensitivity, High: q.Sensitivity},
		Y: engine.Axis{Name: "violation", Label: "δ that this change needs", High: q.Delta},
	}
	if b.Certified != nil {
		curve := engine.Curve{Name: best, Title: "needed"}
		for _, phi := range b.Certified.Law.Shifts(q.Moves()) {
			curve.X = append(curve.X, q.Place(phi))
			curve.Y = append(curve.Y, b.Certified.Law.Divergence(q.Moves(), q.Epsilon, phi))
		}
		f.Marks = append(f.Marks, curve)
	}
	f.Marks = append(f.Marks, engine.Rule{Name: "delta", Title: "allowed: δ = " + delta.Text(q.Delta), At: q.Delta})
	return f
}

// event draws the noise below e^ε times the same noise moved, and where it rises above that.
func (q shifts) event(b querynoise.Best) engine.Figure {
	reach := q.asked.shown(b)
	f := q.plane(reach, " of the noise")
	f.Title += "; limit: " + q.fold() + " × the noise moved by " + numeral.Short(q.Place(q.shift)) + "; δ = " + delta.Text(q.divergence(b.Certified))
	f.Members = append([]string{best, "limit", "excess"}, competitors...)
	f.X.Label, f.X.Brief = "error: published minus true value", "error"
	law := b.Certified.Law
	if q.Query == optimal.Count {
		for _, a := range law.Atoms() {
			f.Y.High = max(f.Y.High, q.high(a.Mass))
		}
		f.Marks = q.wholeEvent(law, reach)
		return f
	}
	at, density := q.Outline(law, -reach, reach, 400)
	limit := engine.Steps{Name: "limit", Title: q.limit()}
	for i, x := range at {
		if x += q.shift * q.Sensitivity; -reach <= x && x <= reach {
			limit.X, limit.Y = append(limit.X, x), append(limit.Y, math.Exp(q.Epsilon)*density[i])
		}
	}
	f.Y.High = q.high(slices.Max(density))
	for _, p := range law.Excess(q.Moves(), q.Epsilon, q.shift) {
		from, to := max(q.Place(p.Low), -reach), min(q.Place(p.High), reach)
		if from < to {
			f.Marks = append(f.Marks, engine.Band{Name: "excess", Title: "above the limit", X: []float64{from, to},
				Low: []float64{p.Allowed / q.Sensitivity, p.Allowed / q.Sensitivity}, High: []float64{p.Density / q.Sensitivity, p.Density / q.Sensitivity}})
		}
	}
	f.Marks = append(append(f.Marks, limit), q.drawn(law, best, "the noise", false, reach)...)
	return f
}

// high returns the height of a picture with noise of a height: it shows all of the limit, unless the limit is far above.
func (q shifts) high(noise float64) float64 {
	const air, far, above = 1.05, 4, 1.25
	if limit := math.Exp(q.Epsilon); limit <= far {
		return air * noise * limit
	}
	return above * noise
}

// wholeEvent draws the probabilities of whole numbers beside what e^ε allows for each.
func (q shifts) wholeEvent(law optimal.Law, reach float64) []engine.Mark {
	limit := engine.Points{Name: "limit", Title: q.limit()}
	for _, a := range law.Atoms() {
		if x := q.Place(a.At + q.shift); -reach <= x && x <= reach {
			limit.X, limit.Y = append(limit.X, x), append(limit.Y, math.Exp(q.Epsilon)*a.Mass)
		}
	}
	return append(q.drawn(law, best, "the noise", false, reach), limit)
}

// limit says in words what the noise must not exceed.
func (q shifts) limit() string { return "its limit (" + q.fold() + " × the noise moved)" }

// fold returns e^ε.
func (q shifts) fold() string { return numeral.Short(math.Exp(q.Epsilon)) }

// profile draws δ against ε.
func (q shifts) profile(b querynoise.Best) engine.Figure {
	high := max(2*q.Epsilon, q.budget)
	f := engine.Figure{
		Title: "privacy profile: δ at every other ε", Series: "noise", Members: members, Settings: q.settings(),
		X: engine.Axis{Name: another.Name, Label: "ε′", High: high},
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
	f.Marks = append(f.Marks, curve, engine.Rule{Name: another.Name, Title: "ε′", Vertical: true, At: q.budget, Pointer: true})
	return f
}
