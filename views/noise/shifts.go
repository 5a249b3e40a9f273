package noise

import (
	"context"
	"fmt"
	"math"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/noise"
	"dpscope/engine/num/grid"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms/optimal"
	"dpscope/views/control"
	"dpscope/views/view"
)

// Controls of the proof.
var (
	shift = param.Param{Name: "shift", Symbol: "φ", Label: "shift",
		Help: "By how much one record moves the true answer, in sensitivities.",
		Min:  -1, Max: 1, Default: 1, Fine: 0.01, Coarse: 0.1}
	budget = param.Param{Name: "budget", Symbol: "ε′", Label: "another budget",
		Help: "A budget at which the same noise is looked at: the slack it leaves there.",
		Min:  0, Max: 100, Low: 0, High: 6, Default: 0.5, Fine: 0.01, Coarse: 0.1}

	proof = param.Menu[func(shifted, noise.Best) engine.Figure]{Name: "show", Label: "shown",
		Help: "What of the proof is drawn.",
		Kinds: []param.Kind[func(shifted, noise.Best) engine.Figure]{
			control.Option("shifts", "every shift", "The chance by which ε alone is broken, at every shift.", paper+", Lemma 1", shifted.violations),
			{Name: "event", Title: "the worst event", Help: "The noise, the same moved by one shift, and where the first is more than e^ε times as dense.",
				Source: paper + ", Algorithm 1", Params: []param.Param{shift},
				New: func(param.Values) (func(shifted, noise.Best) engine.Figure, error) { return shifted.event, nil }},
			{Name: "profile", Title: "other budgets", Help: "The slack that the same noise leaves at every budget.",
				Source: "Balle, Barthe & Gaboardi 2018", Params: []param.Param{budget},
				New: func(param.Values) (func(shifted, noise.Best) engine.Figure, error) { return shifted.profile, nil }},
		}}
)

// Shifts shows why a law is private.
var Shifts = view.Of(view.Declaration[shifted]{
	Name:     "shifts",
	Group:    view.Noise,
	Title:    "The certificate, shift by shift",
	Question: "Why is this noise private?",
	About: "One record moves the answer by a shift. At each the worst event is known, and how much it breaks ε alone by: never more than δ. " +
		"The certificate is the greatest of them over all real shifts up to the sensitivity.",
	Source: paper + ", Lemma 1 and Algorithm 1; that grid shifts decide is re-derived",
	Form:   param.Form{Choices: append([]param.Choice{proof}, shared.Choices...), Params: shared.Params},
	Ask: func(_ context.Context, v param.Values) (shifted, error) {
		a, err := ask(v)
		q := shifted{asked: a, shift: v.Get(shift), budget: v.Get(budget), shown: v.Picked(proof).Name}
		if err == nil {
			q.draw, err = proof.New(v)
		}
		return q, err
	},
	Readings: shiftReadings,
	Orders:   []view.Order{{Less: "violation", More: "delta-certified"}},
	Draw:     drawShifts,
	Presets: []view.Preset{
		{Name: "start", Title: "Nearly every long shift uses all the slack", Query: "show=shifts&loss=l1&epsilon=1&delta=0.2&sensitivity=1&beta=0.05&support=2"},
		{Name: "worst-event", Title: "The event that tells a shift of one sensitivity apart", Query: "show=event&loss=l1&shift=1&epsilon=1&delta=0.2&sensitivity=1&beta=0.05&support=2"},
		{Name: "profile", Title: "What the same noise is worth at other budgets", Query: "show=profile&loss=l1&budget=0.5&epsilon=1&delta=0.2&sensitivity=1&beta=0.05&support=2"},
		{Name: "truth", Title: "With the truth told at times, the shortest shift gives it away", Query: "show=shifts&loss=l1&atom=on&epsilon=3&delta=0.3&sensitivity=1&beta=0.04&support=2"},
	},
})

// shifted asks how well shifts are hidden.
type shifted struct {
	asked
	shift, budget float64
	shown         string
	draw          func(shifted, noise.Best) engine.Figure
}

// ofLaw is a value of the certified law; nothing where there is none.
func ofLaw(of func(shifted, *optimal.Solution) known.Value) func(context.Context, shifted) (known.Value, error) {
	return func(ctx context.Context, q shifted) (known.Value, error) {
		return ofBest[shifted](func(b noise.Best) known.Value {
			if b.Solved == nil {
				return known.Nothing("at δ = 0 the proof is that of the closed form")
			}
			return of(q, b.Solved)
		})(ctx, q)
	}
}

// at is the shift of a grid nearest to the one that is asked for, so that a count
// moves by a whole number; never 0.
func (q shifted) at() float64 {
	if q.Query != optimal.Count {
		return q.shift
	}
	whole := math.Round(q.shift * q.Sensitivity)
	if whole == 0 {
		whole = 1
	}
	return whole / q.Sensitivity
}

// divergence is V at the shift; at 0 its limit.
func (q shifted) divergence(s *optimal.Solution) float64 {
	return s.Law.Divergence(q.Query, q.Epsilon, q.at())
}

var shiftReadings = []view.Entry[shifted]{
	view.Reading[shifted]{Name: "delta-certified", Label: "certified at", Symbol: "δ", Goal: known.Lower,
		Value: ofLaw(func(_ shifted, s *optimal.Solution) known.Value { return known.Exactly(s.Certificate.Delta) }),
		Why: view.Because(func(q shifted, _ known.Value) engine.Why {
			return engine.Why{Formula: "max over all real shifts φ up to the sensitivity of V(φ) = ∫ (f(x) − e^ε·f(x−φ))⁺ dx.",
				With:    fmt.Sprintf("Asked for was δ = %s.", numeral.Short(q.Delta)),
				Assumes: "V is linear between differences of the density's edges, so that these decide for all real shifts."}
		})},
	view.Reading[shifted]{Name: "worst-shift", Label: "worst shift", Symbol: "φ",
		Value: ofLaw(func(q shifted, s *optimal.Solution) known.Value {
			return known.Exactly(s.Certificate.Shift * q.Sensitivity)
		}),
		Why: view.Because(func(shifted, known.Value) engine.Why {
			return engine.Why{Formula: "A shift at which V is greatest, in the answer's unit; often many tie."}
		})},
	view.Reading[shifted]{Name: "shifts-binding", Label: "shifts that use all δ", Style: numeral.Whole,
		Value: ofLaw(func(q shifted, s *optimal.Solution) known.Value {
			const hair = 1e-6
			count := 0
			for _, phi := range s.Law.Shifts(q.Query, 1) {
				if s.Law.Divergence(q.Query, q.Epsilon, phi) > s.Certificate.Delta*(1-hair) {
					count++
				}
			}
			return known.Exactly(float64(count))
		}),
		Beside: func(ctx context.Context, q shifted, v known.Value) (string, error) {
			best, err := q.best.Get(ctx)
			if err != nil || v.Missing() {
				return "", err
			}
			return fmt.Sprintf("of %d", len(best.Solved.Law.Shifts(q.Query, 1))), nil
		},
		Why: view.Because(func(shifted, known.Value) engine.Why {
			return engine.Why{Formula: "How many shifts by whole cells, in either direction, have V within a millionth of the certified δ.",
				Assumes: "The greatest shift alone is not enough: held to that one, the program finds laws that shorter shifts give away."}
		})},
	view.Reading[shifted]{Name: "violation", Label: "V at the shift", Symbol: "V(φ)", Goal: known.Lower,
		When:  func(q shifted) bool { return q.shown == "event" },
		Value: ofLaw(func(q shifted, s *optimal.Solution) known.Value { return known.Exactly(q.divergence(s)) }),
		Beside: view.Remark(func(q shifted, v known.Value) string {
			return "at φ = " + numeral.Short(q.at()*q.Sensitivity)
		}),
		Why: view.Because(func(shifted, known.Value) engine.Why {
			return engine.Why{Formula: "V(φ) = Pr[X in A] − e^ε·Pr[X + φ in A] with A the worst event: where the density of X is more than e^ε times that of X + φ."}
		})},
	view.Reading[shifted]{Name: "delta-at-budget", Label: "slack at ε′", Symbol: "δ(ε′)", Goal: known.Lower,
		When: func(q shifted) bool { return q.shown == "profile" },
		Value: ofLaw(func(q shifted, s *optimal.Solution) known.Value {
			return known.Exactly(s.Law.Profile(q.Query, 1)(q.budget))
		}),
		Why: view.Because(func(q shifted, _ known.Value) engine.Why {
			return engine.Why{Formula: "max over φ of ∫ (f(x) − e^ε′·f(x−φ))⁺ dx: the same noise is (ε′, δ(ε′))-private at every ε′ at once.",
				With: "ε′ = " + numeral.Short(q.budget) + "."}
		})},
}

// drawShifts draws what was picked, if there is a law to prove anything of.
func drawShifts(ctx context.Context, q shifted, _ view.Answers, show func(engine.Sheet)) (engine.Sheet, error) {
	b, err := q.best.Get(seeking(ctx, q.violations(noise.Best{}), show))
	if err != nil {
		return engine.Sheet{}, err
	}
	if b.Solved == nil {
		return engine.Sheet{Figure: shifted.violations(q, b), Notes: q.told(b)}, nil
	}
	return engine.Sheet{Figure: q.draw(q, b), Notes: append(q.seen(b), q.grid()...)}, nil
}

// violations draws V against the shift.
func (q shifted) violations(b noise.Best) engine.Figure {
	f := engine.Figure{
		Title: "by how much ε alone is broken", Series: "noise", Members: members, Settings: q.settings(),
		X: engine.Axis{Name: "shift", Label: "φ, shift of the true answer", Low: -q.Sensitivity, High: q.Sensitivity},
		Y: engine.Axis{Name: "violation", Label: "V(φ), by how much ε alone is broken", High: q.Delta},
	}
	if b.Solved != nil {
		curve := engine.Curve{Name: best, Title: "least loss"}
		for _, phi := range b.Solved.Law.Shifts(q.Query, 1) {
			curve.X = append(curve.X, phi*q.Sensitivity)
			curve.Y = append(curve.Y, b.Solved.Law.Divergence(q.Query, q.Epsilon, phi))
		}
		f.Marks = append(f.Marks, curve)
	}
	f.Marks = append(f.Marks, engine.Rule{Name: "delta", Title: "δ", At: q.Delta})
	return f
}

// event draws the noise, the same moved, and where the first is too much more
// likely.
func (q shifted) event(b noise.Best) engine.Figure {
	reach := q.asked.shown(b)
	f := engine.Figure{
		Title: "density of the noise", Series: "noise", Members: append([]string{best, "moved"}, competitors...), Settings: q.settings(),
		X: engine.Axis{Name: "x", Label: "x, noise", Low: -reach, High: reach},
		Y: engine.Axis{Name: "density", Label: "density of the noise"},
	}
	law, phi := b.Solved.Law, q.at()
	for _, at := range law.Worst(q.Query, q.Epsilon, phi) {
		f.Marks = append(f.Marks, engine.Span{Name: "event", Title: "worst event", From: at.Low * q.Sensitivity, To: at.High * q.Sensitivity})
	}
	if q.Query == optimal.Count {
		f.Y = engine.Axis{Name: "probability", Label: "probability of the noise"}
		f.Marks = append(f.Marks, q.drawn(law, best, "noise", false, reach)...)
		return f
	}
	at, density := q.Outline(law, -reach, reach, 400)
	moved := engine.Steps{Name: "moved", Title: "moved by φ", Muted: true}
	for i, x := range at {
		if x += phi * q.Sensitivity; -reach <= x && x <= reach {
			moved.X, moved.Y = append(moved.X, x), append(moved.Y, density[i])
		}
	}
	f.Marks = append(f.Marks, moved, engine.Steps{Name: best, Title: "noise", X: at, Y: density})
	return f
}

// profile draws δ against ε.
func (q shifted) profile(b noise.Best) engine.Figure {
	high := max(2*q.Epsilon, q.budget)
	f := engine.Figure{
		Title: "slack at every budget", Series: "noise", Members: members, Settings: q.settings(),
		X: engine.Axis{Name: "budget", Label: "ε′, budget", High: high},
		Y: engine.Axis{Name: "delta_at", Label: "δ(ε′), slack", Style: numeral.Plain, High: 1},
	}
	budgets := grid.Even(0, high, 41)
	for _, c := range q.Competitors() {
		curve := engine.Curve{Name: c.Name, Title: c.Title, Muted: true, X: budgets}
		for _, e := range budgets {
			curve.Y = append(curve.Y, c.Profile(e))
		}
		f.Marks = append(f.Marks, curve)
	}
	curve := engine.Curve{Name: best, Title: "least loss", X: budgets}
	for _, e := range budgets {
		curve.Y = append(curve.Y, b.Solved.Law.Profile(q.Query, 1)(e))
	}
	f.Marks = append(f.Marks, curve, engine.Rule{Name: "budget", Title: "ε′", Vertical: true, At: q.budget, Pointer: true})
	return f
}

// seen says what to see.
func (q shifted) seen(b noise.Best) []engine.Note {
	switch q.shown {
	case "event":
		return []engine.Note{{Text: fmt.Sprintf("Where the noise is more than e^ε = %s times as dense as moved by %s, an onlooker learns of the shift: by %s, which δ allows.",
			numeral.Short(math.Exp(q.Epsilon)), numeral.Short(q.at()*q.Sensitivity), numeral.Up.Short(q.divergence(b.Solved)))}}
	case "profile":
		return []engine.Note{{Text: fmt.Sprintf("The law was made for ε = %s, and is private at every other budget with the slack drawn.", numeral.Short(q.Epsilon))}}
	}
	return []engine.Note{{Text: "No shift breaks ε by more than δ: the greatest of them, over all real shifts, is the certificate."}}
}
