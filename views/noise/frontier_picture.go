package noise

import (
	"context"
	"slices"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/querynoise"
	"dpscope/engine/work"
	"dpscope/views/view"
)

// byParts names the family of a range among the series.
const byParts = "ranges"

// along returns the progress at a share of the work. Before anything is drawn it counts as less than one of one thing, as the
// frontier shows nothing of a setting before all of it is there. The picture of the last setting stays in sight until then.
func along(share float64, drawn bool) work.Progress {
	if drawn {
		return work.Progress{Done: 100 * share, Of: 100, What: "%"}
	}
	return work.Progress{Done: share, Of: 1}
}

// curves is the share of the work for the curves; the rest is for the answers at the present setting.
const curves = 0.8

// drawFrontier draws the losses, coarse first.
func drawFrontier(ctx context.Context, q frontier, read view.Readings, show func(engine.Sheet)) (engine.Sheet, error) {
	rivals := q.line.Rivals()
	show(engine.Sheet{Figure: q.figure(rivals, nil, nil), Progress: work.Progress{Of: 1}})
	places, err := q.line.Places(ctx, func(p []querynoise.Place, progress work.Progress) {
		show(engine.Sheet{Figure: q.figure(rivals, p, nil), Progress: along(curves*progress.Share(), len(p) > 0)})
	})
	if err != nil {
		return engine.Sheet{}, err
	}
	if err := q.moving(ctx, rivals, places, show); err != nil {
		return engine.Sheet{}, err
	}
	here := work.Reporting(ctx, func(p work.Progress) {
		show(engine.Sheet{Figure: q.figure(rivals, places, nil), Progress: along(p.Share(), true)})
	})
	found, err := q.best.Get(work.Within(here, curves, 0.9))
	if err != nil {
		return engine.Sheet{}, err
	}
	if _, err := q.floor.Get(work.Within(here, 0.9, 1)); err != nil {
		return engine.Sheet{}, err
	}
	f := q.figure(rivals, places, &found)
	halved, err := read("loss-halved")
	if err != nil {
		return engine.Sheet{}, err
	}
	if half := q.at / 2; !halved.Missing() && q.over.number != querynoise.Delta && half >= q.over.Low {
		f.Marks = append(f.Marks, engine.Points{Name: "half", As: []string{best}, Basis: halved.Basis, X: []float64{half}, Y: []float64{halved.Value}})
		f.Shows = append(f.Shows, engine.Shown{Mark: "half", Of: engine.Key{Name: "loss-halved"}})
	}
	return engine.Sheet{Figure: f, Notes: q.told(found)}, nil
}

// moving shows the law on a coarser grid while a slider moves, and waits until the slider rests.
func (q frontier) moving(ctx context.Context, rivals []querynoise.Rival, places []querynoise.Place, show func(engine.Sheet)) error {
	of, live, found, err := q.Live(ctx)
	if err != nil || !found {
		return err
	}
	q.asked = q.about(of).knowing(live)
	sheet := engine.Sheet{Figure: q.figure(rivals, places, &live), Notes: q.told(live), Progress: along(curves, true), Settling: true}
	view.SoFar(ctx, sheet, frontierReadings, q, show)
	return work.Rest(ctx)
}

// besides reports whether noise of a fixed shape is drawn, given the name of the next best.
func (q frontier) besides(r querynoise.Rival, next string) bool {
	switch q.others {
	case noOther:
		return false
	case everyShape:
		return true
	}
	return r.Name == next || r.Name == "truncated-laplace" && q.Fits(r.Kind)
}

// figure draws what is known along the frontier, and the value at the present setting once the noise there is known.
func (q frontier) figure(rivals []querynoise.Rival, places []querynoise.Place, here *querynoise.Best) engine.Figure {
	f := engine.Figure{
		Title: q.error(), Series: "noise", Members: append(slices.Clone(members), "floor"),
		X: engine.Axis{Name: q.over.Name, Label: q.over.Symbol + " (more privacy ← → more accuracy)", Brief: q.over.Symbol, Log: true,
			Low: q.over.Low, High: q.over.High},
		Y:        engine.Axis{Name: "loss", Label: q.error(), Log: true},
		Settings: slices.DeleteFunc(q.settings(), func(s engine.Setting) bool { return s.Name == q.over.Name }),
	}
	next := ""
	if ranked := q.Ranked(); len(ranked) > 0 {
		next = ranked[0].Name
	}
	for _, r := range rivals {
		if q.besides(r, next) {
			f.Marks = append(f.Marks, engine.Curve{Name: r.Name, Title: r.Title, X: r.At, Y: r.Loss})
		}
	}
	best := engine.Curve{Name: best, Title: "optimised", Basis: known.AtMost, Answer: true}
	floor := engine.Curve{Name: "floor", Title: "lower bound", Basis: known.AtLeast}
	for _, p := range places {
		if p.Floor > 0 {
			floor.X, floor.Y = append(floor.X, p.At), append(floor.Y, p.Floor)
		}
		best.X, best.Y = append(best.X, p.At), append(best.Y, p.Loss)
	}
	f.Marks = append(f.Marks, floor, best, engine.Between{Name: best.Name, With: floor.Name})
	if q.groups != "" {
		family := engine.Curve{Name: byParts, Title: "by parts of the range", Basis: known.AtMost}
		for _, p := range places {
			family.X, family.Y = append(family.X, p.At), append(family.Y, p.Family)
		}
		f.Members, f.Marks = append(f.Members, byParts), append(f.Marks, family)
	}
	if here != nil && here.None == "" && here.Loss > 0 {
		label := numeral.Up.Short(here.Loss)
		if here.Solved != nil { // a bound, signed like the bound at half the budget
			label = "≤ " + label
		}
		f.Marks = append(f.Marks, engine.Points{Name: "here", Title: "at this " + q.over.Symbol, Basis: bestLoss(q, *here).Basis, Here: true,
			X: []float64{q.at}, Y: []float64{here.Loss}, Labels: []string{label}})
	}
	f.Marks = append(f.Marks, engine.Rule{Name: q.over.Name, Title: q.over.Symbol, Vertical: true, At: q.at, Pointer: true})
	return f
}
