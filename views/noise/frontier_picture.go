package noise

import (
	"context"
	"slices"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/noise"
	"dpscope/engine/work"
	"dpscope/views/view"
)

// along is a share of the work. Before anything of it is drawn it is one of one thing, as
// none of that is there before all is, so that the picture of another setting stays in
// sight until then.
func along(share float64, drawn bool) work.Progress {
	if drawn {
		return work.Progress{Done: 100 * share, Of: 100, What: "%"}
	}
	return work.Progress{Done: share, Of: 1}
}

// curves are the part of the work that is drawn; the rest are the answers at the
// present setting.
const curves = 0.8

// drawFrontier draws the losses, coarse first.
func drawFrontier(ctx context.Context, q frontier, _ view.Answers, show func(engine.Sheet)) (engine.Sheet, error) {
	rivals := q.line.Rivals()
	show(engine.Sheet{Figure: q.figure(rivals, nil), Progress: work.Progress{Of: 1}})
	places, err := q.line.Places(ctx, func(p []noise.Place, progress work.Progress) {
		show(engine.Sheet{Figure: q.figure(rivals, p), Progress: along(curves*progress.Share(), len(p) > 0)})
	})
	if err != nil {
		return engine.Sheet{}, err
	}
	if err := q.moving(ctx, q.figure(rivals, places), show); err != nil {
		return engine.Sheet{}, err
	}
	here := work.Reporting(ctx, func(p work.Progress) {
		show(engine.Sheet{Figure: q.figure(rivals, places), Progress: along(p.Share(), true)})
	})
	if _, err := q.best.Get(work.Within(here, curves, 0.9)); err != nil {
		return engine.Sheet{}, err
	}
	if _, err := q.floor.Get(work.Within(here, 0.9, 1)); err != nil {
		return engine.Sheet{}, err
	}
	notes, err := q.notes(ctx)
	return engine.Sheet{Figure: q.figure(rivals, places), Notes: notes}, err
}

// moving shows, while a slider moves, the law on a coarser grid, and waits until it rests.
func (q frontier) moving(ctx context.Context, figure engine.Figure, show func(engine.Sheet)) error {
	of, live, found, err := q.Live(ctx)
	if err != nil || !found {
		return err
	}
	q.asked = q.about(of).knowing(live)
	sheet := engine.Sheet{Figure: figure, Notes: q.told(live), Progress: along(curves, true), Settling: true}
	view.SoFar(ctx, sheet, frontierReadings, q, show)
	return work.Rest(ctx)
}

func (q frontier) figure(rivals []noise.Rival, places []noise.Place) engine.Figure {
	f := engine.Figure{
		Title: "expected loss", Series: "noise", Members: append(slices.Clone(members), "floor"),
		X:        engine.Axis{Name: q.over.Name, Label: q.over.Symbol + ", " + q.over.Label, Log: true, Low: q.over.Low, High: q.over.High},
		Y:        engine.Axis{Name: "loss", Label: "expected loss", Log: true},
		Settings: slices.DeleteFunc(q.settings(), func(s engine.Setting) bool { return s.Name == q.over.Name }),
	}
	for _, r := range rivals {
		f.Marks = append(f.Marks, engine.Curve{Name: r.Name, Title: r.Title, Muted: true, X: r.At, Y: r.Loss})
	}
	best := engine.Curve{Name: best, Title: "least loss", Basis: known.AtMost}
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

// notes say what the optimum is worth here.
func (q frontier) notes(ctx context.Context) ([]engine.Note, error) {
	b, err := q.best.Get(ctx)
	return q.told(b), err
}
