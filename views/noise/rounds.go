package noise

import (
	"context"
	"fmt"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/noise"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/mechanisms/optimal"
	"dpscope/views/control"
	"dpscope/views/view"
)

// round is which of the rounds is looked at.
var round = param.Param{Name: "round", Symbol: "r", Label: "round",
	Help: "A round of cutting planes; beyond the last it is the last.",
	Min:  1, Max: 1e6, Low: 1, High: 200, Default: 1, Scale: param.Count, Role: param.Aside}

// course is what of the rounds is drawn.
var course = param.Menu[func(rounds, []noise.Stage) engine.Figure]{Name: "show", Label: "shown",
	Help: "What of the rounds is drawn.",
	Kinds: []param.Kind[func(rounds, []noise.Stage) engine.Figure]{
		control.Option("law", "the law of the round", "The best law under the events seen so far; private only at last.", paper+", Algorithm 1", rounds.law),
		control.Option("loss", "loss by round", "The loss rises from below as events enter.", paper+", Algorithm 1", rounds.values),
		control.Option("violation", "violation by round", "How much the worst event breaks ε and δ by, falling to nothing.", paper+", Algorithm 1", rounds.violations),
		control.Option("events", "events by round", "How many events enter, one a shift at most, and how many hold the law.", paper+", Algorithm 1", rounds.entering),
	}}

// Rounds shows cutting planes at work.
var Rounds = view.Of(view.Declaration[rounds]{
	Name:     "rounds",
	Group:    view.Noise,
	Title:    "Cutting planes, round by round",
	Question: "How is the best noise found?",
	About: "The linear program begins with a few events. Each round finds the best law under them, asks at every shift for the event that gives it away most, and adds those: " +
		"the loss rises, the violation falls, until no event is left. Before that the law is not private.",
	Source: paper + ", Algorithm 1, with one event a shift and round",
	Form:   param.Form{Choices: append([]param.Choice{course}, shared.Choices...), Params: append([]param.Param{round}, shared.Params...)},
	Ask: func(_ context.Context, v param.Values) (rounds, error) {
		a, err := ask(v)
		q := rounds{asked: a, round: int(v.Get(round)), stages: work.NewOnce(a.Stages)}
		if err == nil {
			q.draw, err = course.New(v)
		}
		return q, err
	},
	Readings: roundReadings,
	Draw: func(ctx context.Context, q rounds, _ view.Answers, show func(engine.Sheet)) (engine.Sheet, error) {
		stages, err := q.stages.Get(seeking(ctx, q.values(nil), show))
		if err != nil || len(stages) == 0 {
			return engine.Sheet{Figure: q.values(nil), Notes: []engine.Note{{Text: nothingToSolve}}}, err
		}
		return engine.Sheet{Figure: q.draw(q, stages), Notes: q.seen(stages)}, nil
	},
	Presets: []view.Preset{
		{Name: "first", Title: "The first round: far from private", Query: "show=law&loss=l1&round=1&epsilon=1&delta=0.2&sensitivity=1&beta=0.05&support=2"},
		{Name: "tenth", Title: "The tenth: cheaper than any private law, and nearly one", Query: "show=law&loss=l1&round=10&epsilon=1&delta=0.2&sensitivity=1&beta=0.05&support=2"},
		{Name: "loss", Title: "The loss rises to the least there is", Query: "show=loss&loss=l1&round=10&epsilon=1&delta=0.2&sensitivity=1&beta=0.05&support=2"},
		{Name: "violation", Title: "The violation falls to nothing", Query: "show=violation&loss=l1&round=10&epsilon=1&delta=0.2&sensitivity=1&beta=0.05&support=2"},
		{Name: "events", Title: "Events enter, and fewer and fewer", Query: "show=events&loss=l1&round=10&epsilon=1&delta=0.2&sensitivity=1&beta=0.05&support=2"},
	},
})

const nothingToSolve = "There is no program to solve at this setting: δ is 0, or the grid has no law."

// rounds asks how the law was found.
type rounds struct {
	asked
	round  int
	stages *work.Once[[]noise.Stage]
	draw   func(rounds, []noise.Stage) engine.Figure
}

// index is the place of the round, the last where there are fewer.
func (q rounds) index(stages []noise.Stage) int { return min(q.round, len(stages)) - 1 }

// ofStage is a value of the round; nothing where there is none.
func ofStage(of func(rounds, noise.Stage) float64) func(context.Context, rounds) (known.Value, error) {
	return func(ctx context.Context, q rounds) (known.Value, error) {
		stages, err := q.stages.Get(ctx)
		if err != nil || len(stages) == 0 {
			return known.Nothing(nothingToSolve), err
		}
		return known.Exactly(of(q, stages[q.index(stages)])), nil
	}
}

// reading is one of a round.
func roundReading(name, label string, style numeral.Style, formula string, of func(rounds, noise.Stage) float64) view.Reading[rounds] {
	return view.Reading[rounds]{Name: name, Label: label, Style: style, Value: ofStage(of),
		Why: view.Because(func(rounds, known.Value) engine.Why { return engine.Why{Formula: formula} })}
}

var roundReadings = []view.Entry[rounds]{
	roundReading("loss-so-far", "loss of its law", numeral.Plain, "The least loss under the events seen so far: no private law on this grid has less.",
		func(q rounds, s noise.Stage) float64 { return s.Value * q.Scale() }),
	roundReading("violation", "V of the worst event", numeral.Plain, "The greatest V over all shifts. The law is private once it is at most δ.",
		func(_ rounds, s noise.Stage) float64 { return s.Violation }),
	roundReading("events-entering", "events that enter", numeral.Whole, "The shifts at which V exceeds δ, each with its worst event.",
		func(_ rounds, s noise.Stage) float64 { return float64(s.Entering) }),
	roundReading("events-active", "events that hold it", numeral.Whole, "The events at which the law has no slack: together with its zeros they decide it.",
		func(_ rounds, s noise.Stage) float64 { return float64(s.Active) }),
	view.Reading[rounds]{Name: "rounds", Label: "rounds in all", Style: numeral.Whole,
		Value: func(ctx context.Context, q rounds) (known.Value, error) {
			stages, err := q.stages.Get(ctx)
			if err != nil || len(stages) == 0 {
				return known.Nothing(nothingToSolve), err
			}
			return known.Exactly(float64(len(stages))), nil
		},
		Why: view.Because(func(rounds, known.Value) engine.Why {
			return engine.Why{Formula: "How often the program was solved, each time from where it stood, until the oracle named no event."}
		})},
}

// law draws the law of the round.
func (q rounds) law(stages []noise.Stage) engine.Figure {
	s := stages[q.index(stages)]
	f := engine.Figure{
		Title: "density, not private before the last round", Series: "noise", Members: members, Settings: q.settings(),
		X: engine.Axis{Name: "x", Label: "x, noise", Low: -q.Reach(), High: q.Reach()},
		Y: engine.Axis{Name: "density", Label: "density, not private before the last round"},
	}
	if q.Query == optimal.Count {
		f.Y = engine.Axis{Name: "probability", Label: "probability, not private before the last round"}
		bars := engine.Bars{Name: best, Title: "law of the round"}
		for i, m := range s.Masses {
			bars.X, bars.Y = append(bars.X, q.Cell(i)), append(bars.Y, max(0, m))
		}
		f.Marks = []engine.Mark{bars}
		return f
	}
	steps := engine.Steps{Name: best, Title: "law of the round"}
	for i, m := range s.Masses {
		steps.X, steps.Y = append(steps.X, q.Cell(i)), append(steps.Y, max(0, m)/q.CellWidth())
	}
	steps.X, steps.Y = append(steps.X, q.Cell(len(s.Masses))), append(steps.Y, 0)
	f.Marks = []engine.Mark{steps}
	return f
}

// along is a picture over the rounds.
func (q rounds) along(stages []noise.Stage, y engine.Axis) engine.Figure {
	f := engine.Figure{Title: y.Label, Series: "noise", Settings: q.settings(),
		X: engine.Axis{Name: "round", Label: "r, round", Style: numeral.Whole, Low: 1, High: max(2, float64(len(stages)))}, Y: y}
	if len(stages) > 0 {
		f.Marks = []engine.Mark{engine.Rule{Name: "round", Title: "r", Vertical: true, At: float64(q.index(stages) + 1), Pointer: true}}
	}
	return f
}

// line is one quantity over the rounds.
func line(name, title string, stages []noise.Stage, of func(noise.Stage) float64) engine.Curve {
	c := engine.Curve{Name: name, Title: title}
	for i, s := range stages {
		c.X, c.Y = append(c.X, float64(i+1)), append(c.Y, of(s))
	}
	return c
}

func (q rounds) values(stages []noise.Stage) engine.Figure {
	f := q.along(stages, engine.Axis{Name: "loss", Label: "loss of the best law so far"})
	f.Marks = append(f.Marks, line(best, "least loss so far", stages, func(s noise.Stage) float64 { return s.Value * q.Scale() }))
	return f
}

// violations stops at the round in which there is none left.
func (q rounds) violations(stages []noise.Stage) engine.Figure {
	f := q.along(stages, engine.Axis{Name: "excess", Label: "V above δ", Log: true})
	var over []noise.Stage
	for _, s := range stages {
		if s.Violation > q.Delta {
			over = append(over, s)
		}
	}
	f.Marks = append(f.Marks, line(best, "worst event", over, func(s noise.Stage) float64 { return s.Violation - q.Delta }))
	return f
}

func (q rounds) entering(stages []noise.Stage) engine.Figure {
	f := q.along(stages, engine.Axis{Name: "events", Label: "events", Style: numeral.Whole})
	f.Marks = append(f.Marks,
		line("active", "hold the law", stages, func(s noise.Stage) float64 { return float64(s.Active) }),
		line("entering", "enter", stages, func(s noise.Stage) float64 { return float64(s.Entering) }))
	return f
}

// seen says where the round stands.
func (q rounds) seen(stages []noise.Stage) []engine.Note {
	at := q.index(stages)
	s := stages[at]
	if at == len(stages)-1 {
		return []engine.Note{{Text: fmt.Sprintf("Round %d is the last: no event breaks δ = %s any more.", at+1, numeral.Short(q.Delta))}}
	}
	return []engine.Note{{Text: fmt.Sprintf("Solving: after round %d of %d an event still has V = %s, where δ = %s; %d events enter.",
		at+1, len(stages), numeral.Short(s.Violation), numeral.Short(q.Delta), s.Entering)}}
}
