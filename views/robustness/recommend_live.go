package robustness

import (
	"context"
	"errors"

	"dpscope/engine"
	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/population"
	"dpscope/engine/work"
	"dpscope/mechanisms"
	"dpscope/views/view"
)

// live is what there is to see of the advice while a slider moves: budgets that are enough,
// and nothing of what takes longer. It returns once the slider rests, with what it has shown; not
// shown, where all is known already or nothing moves.
func (q advice) live(ctx context.Context, show func(engine.Sheet)) (sheet engine.Sheet, shown bool, err error) {
	if !work.Moving(ctx) || q.known(ctx) {
		return sheet, false, nil
	}
	now := q.roughly()
	part := func() {
		ranked, progress := q.pulse.sofar()
		show(engine.Sheet{Figure: now.figure(ranked), Notes: q.doubts(), Progress: progress})
	}
	part()
	news, stop := work.Telling(part)
	q.pulse.telling(news)
	ranked, err := now.ranked.Get(ctx)
	q.pulse.telling(nil)
	stop()
	if err != nil {
		return sheet, false, err
	}
	text, err := now.sentence(ctx, ranked, known.Nothing(""))
	if err != nil {
		return sheet, false, err
	}
	_, progress := q.pulse.sofar()
	sheet = engine.Sheet{Figure: now.figure(ranked), Notes: append(q.doubts(), engine.Note{Text: text}), Settling: true, Progress: progress}
	view.SoFar(ctx, sheet, adviceReadings, now, func(s engine.Sheet) {
		sheet, shown = s, true
		show(s)
	})
	return sheet, shown, work.Rest(ctx)
}

// known reports whether the session keeps what every mechanism needs.
func (q advice) known(ctx context.Context) bool {
	for _, kind := range mechanisms.All.Kinds {
		need, found := work.Peek[agreement.Need](ctx, leastOf(q.keys[kind.Name]))
		if _, enclosed := work.Peek[[2]float64](ctx, q.keys[kind.Name]); !found || need.Reached() && !need.Any && !enclosed && q.from().Estimates() {
			return false
		}
	}
	return true
}

// roughly is the question of which budgets are sought that will do; what follows from
// those that are sought further is left for later.
func (q advice) roughly() advice {
	now := q
	now.rough, now.needs, now.within = true, needs{}, map[string]*work.Once[[2]float64]{}
	for _, kind := range mechanisms.All.Kinds {
		now.needs[kind.Name] = work.NewOnce(func(ctx context.Context) (agreement.Need, error) {
			return q.seek(ctx, q.walks[kind.Name], enough)
		})
		now.within[kind.Name] = later[[2]float64]()
	}
	now.enclosures, now.shares = later[struct{}](), later[population.Shares]()
	now.ranked = work.NewOnce(func(ctx context.Context) ([]agreement.Ranked, error) { return now.rank(ctx) })
	now.then = work.NewOnce(func(ctx context.Context) (population.Summary, error) { return now.fare(ctx) })
	return now
}

// enough is a budget near one that is remembered, or else one that a walk finds.
func enough(a *population.Asked, ctx context.Context, g population.Goal, m population.Walked) (agreement.Need, error) {
	if need, found, err := a.Near(ctx, g, m); found || err != nil {
		return need, err
	}
	return a.Enough(ctx, g, m)
}

// later is what is not computed yet.
func later[T any]() *work.Once[T] {
	return work.NewOnce(func(context.Context) (none T, err error) { return none, view.ErrLater })
}

// unlessLater is an error that is none where something is computed later.
func unlessLater(err error) error {
	if errors.Is(err, view.ErrLater) {
		return nil
	}
	return err
}
