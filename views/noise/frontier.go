package noise

import (
	"context"
	"fmt"
	"slices"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/noise"
	"dpscope/engine/num/grid"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/mechanisms/optimal"
	"dpscope/views/control"
	"dpscope/views/view"
)

// over is what runs along the frontier.
var over = param.Menu[param.Param]{Name: "over", Label: "over",
	Help: "What runs along the horizontal axis.",
	Kinds: []param.Kind[param.Param]{
		control.Option("epsilon", "ε, the budget", "What every kind of noise costs as the budget grows.", paper+", Figs. 1 and 2", epsilon),
		control.Option("delta", "δ, the slack", "What every kind of noise costs as more slack is allowed.", paper, delta),
	}}

// FrontierView shows what privacy costs.
var FrontierView = view.Of(view.Declaration[frontier]{
	Name:     "frontier",
	Group:    view.Noise,
	Title:    "Loss against privacy",
	Question: "What does privacy cost my answer?",
	About: "The least expected loss against ε or δ, on a grid of about sixty cells, with a bound that no noise can beat, beside noise of fixed shapes. " +
		"How much more budget truncated Laplace noise would need for the same loss says what the optimum is worth.",
	Source:   paper + ", section 5.1; recomputed",
	Form:     param.Form{Choices: []param.Choice{over, losses, shapes, queries, atoms}, Params: []param.Param{epsilon, delta, sensitivity}},
	Ask:      askFrontier,
	Readings: frontierReadings,
	Orders:   []view.Order{{Less: "lower-bound", More: "loss"}},
	Draw:     drawFrontier,
	Presets: []view.Preset{
		{Name: "over-epsilon", Title: "Over the budget, at δ = 0.2", Query: "over=epsilon&loss=l1&epsilon=1&delta=0.2&sensitivity=1"},
		{Name: "over-delta", Title: "Over the slack, at ε = 1", Query: "over=delta&loss=l1&epsilon=1&delta=0.05&sensitivity=1"},
		{Name: "count", Title: "Counts: whole noise over the budget", Query: "over=epsilon&loss=l1&query=count&epsilon=1&delta=0.05&sensitivity=1"},
	},
})

// frontier asks for the loss along one of ε and δ.
type frontier struct {
	asked
	line noise.Frontier
	over param.Param
}

func askFrontier(_ context.Context, v param.Values) (frontier, error) {
	a, err := ask(v)
	q := frontier{asked: a}
	if err != nil {
		return q, err
	}
	if q.over, err = over.New(v); err != nil {
		return q, err
	}
	q.line = noise.Frontier{Question: q.Question, OverDelta: q.over.Name == delta.Name, Low: q.over.Low, High: q.over.High}
	if q.line.OverDelta {
		q.line.Delta = 0
	} else {
		q.line.Epsilon = 0
	}
	q.Question = q.line.With(v.Get(q.over))
	if q.Delta == 0 {
		q.Width, q.Support = 0, 0
	}
	q.best, q.floor = work.NewOnce(q.Best), work.NewOnce(q.Floor)
	return q, nil
}

var frontierReadings = []view.Entry[frontier]{
	view.Reading[frontier]{Name: "loss", Label: "least expected loss", Goal: known.Lower,
		Value: ofBest[frontier](func(b noise.Best) known.Value { return known.Exactly(b.Loss) }),
		Why: view.Because(func(q frontier, _ known.Value) engine.Why {
			return engine.Why{Formula: "The expected loss of the certified law of least loss on cells of one width.",
				With: fmt.Sprintf("Cells are %s wide, as far as ±%s; the view noise takes any grid.", numeral.Short(q.CellWidth()), numeral.Short(q.Reach()))}
		})},
	view.Reading[frontier]{Name: "lower-bound", Label: "no noise has below", Goal: known.Higher,
		Value: func(ctx context.Context, q frontier) (known.Value, error) { return q.floor.Get(ctx) },
		Why: view.Because(func(q frontier, _ known.Value) engine.Why {
			return engine.Why{Formula: "The same program with the least loss of every cell for its mean, and a sensitivity of cells more on either side.",
				With: fmt.Sprintf("Half a cell, %s, is the bound's own share of the distance.", numeral.Short(q.CellWidth()/2))}
		})},
	view.Reading[frontier]{Name: "gain", Label: "gain on next best", Style: numeral.Relative, Round: numeral.Down, Goal: known.Higher,
		Value: ofBestOf(func(q frontier, b noise.Best) known.Value {
			next, some := q.nextBest()
			if !some {
				return known.Nothing("no noise of a fixed shape exists here")
			}
			return known.Exactly(1 - b.Loss/next.Loss.Value)
		}),
		Beside: view.Remark(func(q frontier, _ known.Value) string { next, _ := q.nextBest(); return next.Title }),
		Why: view.Because(func(frontier, known.Value) engine.Why {
			return engine.Why{Formula: "1 − (least loss)/(least loss among noise of fixed shapes)."}
		})},
	view.Reading[frontier]{Name: "epsilon-truncated-laplace", Label: "trunc. Laplace needs", Symbol: "ε", Round: numeral.Up, Goal: known.Lower,
		Value: ofBestOf(func(q frontier, b noise.Best) known.Value {
			e := q.Budget("truncated-laplace", b.Loss, 500)
			if e != e {
				return known.Nothing("truncated Laplace noise needs 0 < δ < 1/2")
			}
			return known.Exactly(e)
		}),
		Why: view.Because(func(q frontier, _ known.Value) engine.Why {
			return engine.Why{Formula: "The ε at which truncated Laplace noise has the same expected loss, δ being the same.",
				With: fmt.Sprintf("The least loss is had at ε = %s.", numeral.Short(q.Epsilon))}
		})},
}

// ofBestOf is a value of what the best noise says at a place of a frontier.
func ofBestOf(of func(frontier, noise.Best) known.Value) func(context.Context, frontier) (known.Value, error) {
	return func(ctx context.Context, q frontier) (known.Value, error) {
		return ofBest[frontier](func(b noise.Best) known.Value { return of(q, b) })(ctx, q)
	}
}

// drawFrontier draws the losses, coarse first.
func drawFrontier(ctx context.Context, q frontier, _ view.Answers, show func(engine.Sheet)) (engine.Sheet, error) {
	show(engine.Sheet{Figure: q.figure(nil), Progress: work.Progress{Of: 1}})
	places, err := q.line.Places(ctx, func(p []noise.Place, progress work.Progress) {
		if progress.Partial() {
			show(engine.Sheet{Figure: q.figure(p), Progress: progress})
		}
	})
	if err != nil {
		return engine.Sheet{}, err
	}
	notes, err := q.notes(ctx)
	return engine.Sheet{Figure: q.figure(places), Notes: notes}, err
}

func (q frontier) figure(places []noise.Place) engine.Figure {
	f := engine.Figure{
		Title: "expected loss", Series: "noise", Members: append(slices.Clone(members), "floor"),
		X:        engine.Axis{Name: q.over.Name, Label: q.over.Symbol + ", " + q.over.Label, Log: true, Low: q.over.Low, High: q.over.High},
		Y:        engine.Axis{Name: "loss", Label: "expected loss", Log: true},
		Settings: slices.DeleteFunc(q.settings(), func(s engine.Setting) bool { return s.Name == q.over.Name }),
	}
	f.Marks = q.rivals()
	best := engine.Curve{Name: best, Title: "least loss"}
	floor := engine.Curve{Name: "floor", Title: "no noise below", Basis: known.AtLeast}
	for _, p := range places {
		if p.Floor > 0 {
			floor.X, floor.Y = append(floor.X, p.At), append(floor.Y, p.Floor)
		}
		best.X, best.Y = append(best.X, p.At), append(best.Y, p.Loss)
	}
	at := q.Epsilon
	if q.line.OverDelta {
		at = q.Delta
	}
	f.Marks = append(f.Marks, floor, best, engine.Rule{Name: q.over.Name, Title: q.over.Symbol, Vertical: true, At: at, Pointer: true})
	return f
}

// rivals are the losses of noise of fixed shapes.
func (q frontier) rivals() (marks []engine.Mark) {
	const places = 60
	for _, name := range competitors {
		curve := engine.Curve{Name: name, Muted: true}
		for _, at := range grid.Log(q.over.Low, q.over.High, places) {
			c, err := q.line.With(at).Compete(name)
			if err != nil || c.Loss.Missing() {
				continue
			}
			curve.Title = c.Title
			curve.X, curve.Y = append(curve.X, at), append(curve.Y, c.Loss.Value)
		}
		if len(curve.X) > 1 && (q.Query == optimal.Count || name != "discrete-laplace") {
			marks = append(marks, curve)
		}
	}
	return marks
}

// notes say what the optimum is worth here.
func (q frontier) notes(ctx context.Context) ([]engine.Note, error) {
	b, err := q.best.Get(ctx)
	return q.told(b), err
}
