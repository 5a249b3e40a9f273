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

// drawRounds draws the picked picture, if there are rounds: as they come, and while a slider moves only the rounds that come
// within a frame.
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

// begin shows the rounds known at once. While a slider moves these are the rounds that come within a frame, and the others wait
// until it rests.
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

// part shows the rounds so far, at a share of the work.
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
	if private(s) {
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

// search says what a round repairs, and why other views may have less error than the last one.
func (q rounds) search() engine.Note {
	return engine.Note{Text: "Each round forbids the worst violations found; other views also try staircases, which may err a little less."}
}

// along returns a picture over the rounds, with a little air beside the first and the last.
func (q rounds) along(stages []querynoise.Stage, y engine.Axis) engine.Figure {
	const aside = 0.5
	f := engine.Figure{Title: y.Label, Series: "noise", Settings: q.settings(),
		X: engine.Axis{Name: "round", Label: "round", Style: numeral.Whole, Low: 1 - aside, High: max(2, float64(len(stages))) + aside}, Y: y}
	if len(stages) > 0 {
		f.Marks = []engine.Mark{engine.Rule{Name: "round", Title: "r", Vertical: true, At: float64(q.index(stages) + 1), Pointer: true}}
	}
	return f
}

// each returns one quantity of every round as points, with nothing between two rounds.
func each(name, title string, stages []querynoise.Stage, of func(querynoise.Stage) float64) engine.Points {
	p := engine.Points{Name: name, Title: title}
	for i, s := range stages {
		p.X, p.Y = append(p.X, float64(i+1)), append(p.Y, of(s))
	}
	return p
}

// private reports whether the noise of a round breaks no constraint; the search ends there.
func private(s querynoise.Stage) bool { return s.Entering == 0 }

// parted returns the rounds that need more δ than is allowed apart from the private rounds, and the present one where the axis
// has a place for it.
func (q rounds) parted(all engine.Points, stages []querynoise.Stage, y engine.Axis) []engine.Mark {
	more, kept := engine.Points{Name: "violation", Title: "not private yet"}, engine.Points{Name: "private", Title: "private"}
	here := engine.Points{Name: "here", Title: "this round", Here: true}
	add := func(to *engine.Points, i int, label string) {
		to.X, to.Y, to.Labels = append(to.X, all.X[i]), append(to.Y, all.Y[i]), append(to.Labels, label)
	}
	now := q.index(stages)
	for i, s := range stages {
		to, label := &more, all.Labels[i]
		if private(s) {
			to = &kept
		}
		if i == now { // the ring has the label
			label = ""
		}
		add(to, i, label)
	}
	if all.Y[now] > 0 || !y.Log {
		add(&here, now, all.Labels[now])
	}
	var marks []engine.Mark
	for _, of := range []engine.Points{more, kept, here} {
		if len(of.X) > 0 {
			marks = append(marks, of)
		}
	}
	return marks
}

// values draws the δ that the noise of each round needs, which falls to δ, above its error, which rises. The axis of δ is
// logarithmic where δ is so small that a linear one would hide a thousand times as much.
func (q rounds) values(stages []querynoise.Stage) engine.Figure {
	const small, beneath = 0.01, 10
	excess := engine.Axis{Name: "violation", Label: "δ needed", High: 1.1}
	if q.Delta < small && q.Delta/beneath >= engine.Smallest {
		excess.Log, excess.Low, excess.High = true, q.Delta/beneath, 3
	}
	f := q.along(stages, excess)
	f.Title = "δ needed, and " + q.error()
	if len(stages) == 0 {
		return f
	}
	title, y := q.error()+" of each round's noise", engine.Axis{Name: "loss", Label: q.error()}
	if len(stages) > 1 {
		title += ": it rises with the constraints"
	}
	f.Panels = []engine.Panel{{Name: "violation", Title: "δ needed by the noise of each round", Y: excess,
		Marks: append([]engine.Mark{engine.Rule{Name: "delta", Title: "allowed: δ = " + delta.Text(q.Delta), At: q.Delta}},
			q.parted(q.needed(stages, excess.Log), stages, excess)...)},
		{Name: "error", Title: title, Y: y, Marks: q.parted(q.costs(stages), stages, y)}}
	return f
}

// needed returns the δ of each round. On a logarithmic axis rounds that need hardly more than is allowed seem to keep it, so
// they are labelled with how much they need.
func (q rounds) needed(stages []querynoise.Stage, logarithmic bool) engine.Points {
	const hardly = 2 // times δ
	p := each("violation", "", stages, func(s querynoise.Stage) float64 { return min(s.Violation, 1) })
	p.Labels = make([]string, len(stages))
	for i, s := range stages {
		if logarithmic && !private(s) && s.Violation < hardly*q.Delta {
			p.Labels[i] = numeral.Up.Short(s.Violation/q.Delta) + " × δ"
		}
	}
	return p
}

// costs returns the error of each round, labelled at the present one.
func (q rounds) costs(stages []querynoise.Stage) engine.Points {
	p := each(best, "", stages, func(s querynoise.Stage) float64 { return s.Value * q.Scale() })
	p.Labels = make([]string, len(stages))
	p.Labels[q.index(stages)] = numeral.Short(p.Y[q.index(stages)])
	return p
}

// violations draws the excess of the rounds and ends where none is left.
func (q rounds) violations(stages []querynoise.Stage) engine.Figure {
	f := q.along(stages, engine.Axis{Name: "excess", Label: "δ needed beyond the δ allowed", Log: true})
	var over []querynoise.Stage
	for _, s := range stages {
		if s.Violation > q.Delta {
			over = append(over, s)
		}
	}
	f.Marks = append(f.Marks, each(best, "worst event", over, func(s querynoise.Stage) float64 { return s.Violation - q.Delta }))
	return f
}

func (q rounds) entering(stages []querynoise.Stage) engine.Figure {
	f := q.along(stages, engine.Axis{Name: "events", Label: "constraints", Style: numeral.Whole})
	f.Marks = append(f.Marks,
		each("active", "bind", stages, func(s querynoise.Stage) float64 { return float64(s.Active) }),
		each("entering", "added", stages, func(s querynoise.Stage) float64 { return float64(s.Entering) }))
	return f
}
