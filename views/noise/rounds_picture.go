package noise

import (
	"context"
	"fmt"
	"time"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/engine/querynoise"
	"dpscope/engine/work"
	"dpscope/mechanisms/optimal"
	"dpscope/views/view"
)

// drawRounds draws what was picked, if there are rounds: as they come, and while a
// slider moves those that come within a frame.
func drawRounds(ctx context.Context, q rounds, _ view.Readings, show func(engine.Sheet)) (engine.Sheet, error) {
	if err := q.begin(ctx, show); err != nil {
		return engine.Sheet{}, err
	}
	if _, err := q.Stages(ctx, q.asTheyCome(ctx, show)); err != nil {
		return engine.Sheet{}, err
	}
	stages, err := q.stages.Get(ctx)
	if err != nil || len(stages) == 0 {
		return engine.Sheet{Figure: q.values(nil)}, err
	}
	return engine.Sheet{Figure: q.draw(q, stages), Notes: append(q.grid(), q.search())}, nil
}

// begin shows what there is at once. While a slider moves that are the rounds that come
// within a frame, where the others wait until it rests.
func (q rounds) begin(ctx context.Context, show func(engine.Sheet)) error {
	if !work.Moving(ctx) {
		q.part(ctx, nil, 0, show)
		return nil
	}
	begun, all, err := q.Begun(ctx)
	if all || err != nil {
		return err
	}
	q.part(ctx, begun, 0, func(s engine.Sheet) {
		s.Settling = true
		show(s)
	})
	return work.Rest(ctx)
}

// asTheyCome shows rounds some ten times a second.
func (q rounds) asTheyCome(ctx context.Context, show func(engine.Sheet)) func([]querynoise.Stage, work.Progress) {
	const between = 100 * time.Millisecond
	shown := time.Now()
	return func(stages []querynoise.Stage, p work.Progress) {
		if now := time.Now(); now.Sub(shown) >= between {
			shown = now
			q.part(ctx, stages, p.Share(), show)
		}
	}
}

// part shows the rounds so far, when such a share of the work is done.
func (q rounds) part(ctx context.Context, stages []querynoise.Stage, share float64, show func(engine.Sheet)) {
	if len(stages) == 0 {
		show(engine.Sheet{Figure: q.values(nil), Progress: along(share, false)})
		return
	}
	q = q.knowing(stages)
	sheet := engine.Sheet{Figure: q.draw(q, stages), Progress: along(max(share, 0.01), true)}
	view.SoFar(ctx, sheet, roundReadings, q, show)
}

// law draws the law of the round.
func (q rounds) law(stages []querynoise.Stage) engine.Figure {
	s := stages[q.index(stages)]
	f := q.plane(q.Reach(), " of the noise")
	f.Title = fmt.Sprintf("noise after round %d, not private yet", q.index(stages)+1)
	if s.Entering == 0 {
		f.Title = "noise after the last round, private"
	}
	if q.Query == optimal.Count {
		bars := engine.Bars{Name: best, Title: "noise of the round"}
		for i, m := range s.Masses {
			bars.X, bars.Y = append(bars.X, q.Cell(i)), append(bars.Y, max(0, m))
		}
		f.Marks = []engine.Mark{bars}
		return f
	}
	steps := engine.Steps{Name: best, Title: "noise of the round"}
	for i, m := range s.Masses {
		steps.X, steps.Y = append(steps.X, q.Cell(i)), append(steps.Y, max(0, m)/q.CellWidth())
	}
	steps.X, steps.Y = append(steps.X, q.Cell(len(s.Masses))), append(steps.Y, 0)
	f.Marks = []engine.Mark{steps}
	if s.Zero > 0 {
		f.Marks = append(f.Marks, truthTold(engine.Bars{Name: best, X: []float64{0}, Y: []float64{s.Zero}}))
	}
	return f
}

// search says why other pages may have less error than the last round.
func (q rounds) search() engine.Note {
	return engine.Note{Text: "The other pages take a staircase where its error is below that of this search."}
}

// along is a picture over the rounds.
func (q rounds) along(stages []querynoise.Stage, y engine.Axis) engine.Figure {
	f := engine.Figure{Title: y.Label, Series: "noise", Settings: q.settings(),
		X: engine.Axis{Name: "round", Label: "round", Style: numeral.Whole, Low: 1, High: max(2, float64(len(stages)))}, Y: y}
	if len(stages) > 0 {
		f.Marks = []engine.Mark{engine.Rule{Name: "round", Title: "r", Vertical: true, At: float64(q.index(stages) + 1), Pointer: true}}
	}
	return f
}

// line is one quantity over the rounds.
func line(name, title string, stages []querynoise.Stage, of func(querynoise.Stage) float64) engine.Curve {
	c := engine.Curve{Name: name, Title: title}
	for i, s := range stages {
		c.X, c.Y = append(c.X, float64(i+1)), append(c.Y, of(s))
	}
	return c
}

// values are the error of the round, which rises, above the worst excess, which falls to δ: logarithmic where δ is so
// small that what exceeds it a thousand times would look like nothing.
func (q rounds) values(stages []querynoise.Stage) engine.Figure {
	const small, beneath = 0.01, 10
	excess := engine.Axis{Name: "violation", Label: "worst excess", High: 1}
	if q.Delta < small && q.Delta/beneath >= engine.Smallest {
		excess.Log, excess.Low = true, q.Delta/beneath
	}
	f := q.along(stages, excess)
	f.Title = "worst excess and " + q.error()
	if len(stages) == 0 {
		return f
	}
	here := func(c engine.Curve) engine.Points {
		at := q.index(stages)
		return engine.Points{Name: "here", Title: "after this round", Here: true, X: c.X[at : at+1], Y: c.Y[at : at+1], Column: c.Column}
	}
	violation := line("violation", "worst excess", stages, func(s querynoise.Stage) float64 { return min(s.Violation, 1) })
	over := engine.Panel{Name: "violation", Title: "worst excess over e^ε", Y: excess, Marks: []engine.Mark{
		engine.Rule{Name: "delta", Title: "allowed: δ = " + delta.Text(q.Delta), At: q.Delta}, violation}}
	if violation.Y[q.index(stages)] > 0 || !excess.Log {
		over.Marks = append(over.Marks, here(violation))
	}
	f.Panels = []engine.Panel{over}
	scaled := line(best, q.error(), stages, func(s querynoise.Stage) float64 { return s.Value * q.Scale() })
	f.Panels = append(f.Panels, engine.Panel{Name: "error", Title: q.error() + ", round by round",
		Y: engine.Axis{Name: "loss", Label: q.error()}, Marks: []engine.Mark{scaled, here(scaled)}})
	return f
}

// violations stops at the round in which there is none left.
func (q rounds) violations(stages []querynoise.Stage) engine.Figure {
	f := q.along(stages, engine.Axis{Name: "excess", Label: "worst excess above δ", Log: true})
	var over []querynoise.Stage
	for _, s := range stages {
		if s.Violation > q.Delta {
			over = append(over, s)
		}
	}
	f.Marks = append(f.Marks, line(best, "worst event", over, func(s querynoise.Stage) float64 { return s.Violation - q.Delta }))
	return f
}

func (q rounds) entering(stages []querynoise.Stage) engine.Figure {
	f := q.along(stages, engine.Axis{Name: "events", Label: "constraints", Style: numeral.Whole})
	f.Marks = append(f.Marks,
		line("active", "bind", stages, func(s querynoise.Stage) float64 { return float64(s.Active) }),
		line("entering", "added", stages, func(s querynoise.Stage) float64 { return float64(s.Entering) }))
	return f
}
