package risk

import (
	"context"

	"dpscope/engine"
	"dpscope/engine/attack"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/mechanisms/privacy"
	"dpscope/views/view"
)

// draw draws the finds against the false alarms: for the output, for the claim alone, and for guessing.
func draw(ctx context.Context, q asked, answer view.Readings, _ func(engine.Sheet)) (engine.Sheet, error) {
	a, err := q.Attack(ctx)
	if err != nil {
		return engine.Sheet{}, err
	}
	c, err := q.Claim(ctx)
	if err != nil {
		return engine.Sheet{}, err
	}
	low := 0.0
	if q.logarithmic {
		low = attack.Least
	}
	f := engine.Figure{
		Title: q.finds(), Series: "by", Members: []string{"output", "claim", "guess", "least"}, Settings: q.settings(),
		X: engine.Axis{Name: "fpr", Label: "named wrongly (FPR)", Brief: "named wrongly", Style: numeral.Percent, Log: q.logarithmic, Low: low, High: 1,
			Most: 1},
		Y: engine.Axis{Name: "tpr", Label: q.finds(), Style: numeral.Percent, Log: q.logarithmic, Low: low, High: 1, Most: 1},
	}
	curve := q.curve("output", "seeing the output", a)
	curve.Answer = true
	if q.Apart() {
		f.Marks = append(f.Marks, q.least(a), engine.Between{Name: "output", With: "least"})
	}
	switch { // its name says which where it fits, and the page's first words everywhere
	case q.Enveloped():
		curve.Basis = known.AtMost
		curve.Title += " (each rate by its worst case)"
	case curve.Basis == known.AtMost:
		curve.Title += " (a bound)"
	}
	guess := engine.Curve{Name: "guess", Title: "by guessing"}
	for _, x := range curve.X {
		guess.X, guess.Y = append(guess.X, x), append(guess.Y, x)
	}
	f.Marks = append(f.Marks, guess)
	claimed := "the most that ε and δ permit"
	if _, is := q.runs(); is {
		curve.Title, claimed = "seeing these scores", "by the stated ε"
	}
	if allowed, found := c.Allows(); found && !q.Said() {
		claim := q.curve("claim", claimed, allowed)
		claim.Basis = known.AtMost
		f.Marks = append(f.Marks, claim)
	}
	f.Marks = append(f.Marks, curve, engine.Rule{Name: "fpr", Title: "named wrongly: " + fpr.Text(q.FPR), Vertical: true, At: q.FPR})
	found, err := answer("found")
	if err == nil && !found.Missing() {
		f.Marks = append(f.Marks, engine.Points{Name: "here", Title: "at this rate", Basis: curve.Basis, Here: true,
			X: []float64{q.FPR}, Y: []float64{found.Value}, Labels: []string{found.Written(numeral.Percent, numeral.Nearest)}})
	}
	return engine.Sheet{Figure: f}, nil
}

// least returns the curve of a known attacker.
func (q asked) least(a privacy.Attack) engine.Curve {
	c := engine.Curve{Name: "least", Title: "by a known attack", Basis: known.AtLeast}
	for _, p := range attack.Curve(a, q.logarithmic) {
		c.X, c.Y = append(c.X, p.FPR), append(c.Y, p.Low)
	}
	return c
}

// settings lists what was held fixed, for the export.
func (q asked) settings() []engine.Setting {
	return []engine.Setting{{Name: "prior", Value: q.Prior}, {Name: "kappa", Value: q.Baseline}}
}

// curve returns an attack's curve as a bound from above, or from below where only runs are known.
func (q asked) curve(name, title string, a privacy.Attack) engine.Curve {
	c := engine.Curve{Name: name, Title: title}
	_, shown := q.runs()
	shown = shown && name == "output"
	for _, p := range attack.Curve(a, q.logarithmic) {
		safe := p.High
		if shown {
			safe = p.Low
		}
		c.X, c.Y = append(c.X, p.FPR), append(c.Y, safe)
		switch {
		case shown:
			c.Basis = known.ConfidentAtLeast
		case p.Low < p.High:
			c.Basis = known.AtMost
		}
	}
	return c
}
