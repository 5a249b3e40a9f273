package robustness

import (
	"context"
	"fmt"
	"slices"

	"dpscope/engine"
	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/work"
	"dpscope/mechanisms"
	"dpscope/views/view"
)

// drawChoice draws the ranking of those that have been asked so far.
func drawChoice(ctx context.Context, q choice, answer view.Answers, show func(engine.Sheet)) (engine.Sheet, error) {
	sofar := func(ranked []agreement.Ranked, done float64) { // the split counts as one more mechanism
		show(engine.Sheet{Figure: q.figure(ranked), Progress: work.Progress{Done: done, Of: 1 + float64(len(mechanisms.All.Kinds))}})
	}
	sofar(nil, 0)
	if _, err := q.split.Get(work.Reporting(ctx, func(p work.Progress) { sofar(nil, p.Share()) })); ctx.Err() != nil {
		return engine.Sheet{}, err
	}
	split, err := answer("split-value")
	if err != nil {
		return engine.Sheet{}, err
	}
	ranked, err := q.needs.Rank(ctx, func(ranked []agreement.Ranked, p work.Progress) {
		for _, r := range ranked { // known already: what is shown tells them
			answer("epsilon-required", r.Name)
		}
		sofar(ranked, 1+p.Done)
	})
	if err != nil {
		return engine.Sheet{}, err
	}
	equal, err := answer("split-equal")
	return engine.Sheet{Figure: q.figure(ranked), Notes: []engine.Note{{Text: q.sentence(ranked, split, equal)}}}, err
}

func (q choice) figure(ranked []agreement.Ranked) engine.Figure {
	return rankingFigure(q, q.Target, ranked)
}

// sentence says which mechanism is best, and what sharing out gains.
func (q choice) sentence(ranked []agreement.Ranked, split, equal known.Value) string {
	text := "No mechanism keeps " + q.kept() + " at any ε up to " + numeral.Short(mechanisms.Epsilon.Max) + "."
	switch first := ranked[0]; {
	case first.Reached():
		text = q.praise(first, agreement.Alike(ranked))
	case slices.ContainsFunc(ranked, func(r agreement.Ranked) bool { return r.Err != nil }):
		text = "No mechanism is known to keep " + q.kept() + ": " + q.unmet(ranked) + "."
	}
	if len(q.Names) > 1 && !split.Missing() {
		text += fmt.Sprintf(" A total of %s shared out well gives %s with %s; equal shares %s.", numeral.Short(q.Total),
			split.Written(numeral.Percent, numeral.Nearest), q.kind.Title, equal.Written(numeral.Percent, numeral.Nearest))
	}
	return text
}

// praise says what the best does, and how many do as well.
func (q choice) praise(first agreement.Ranked, alike int) string {
	name, epsilon := title(first.Name), numeral.Up.Short(first.Epsilon)
	switch {
	case first.Any && alike == len(mechanisms.All.Kinds):
		return fmt.Sprintf("Every mechanism keeps %s with any ε: here all are alike.", q.kept())
	case first.Any && alike == 1:
		return fmt.Sprintf("%s keeps %s with any ε.", name, q.kept())
	case q.Nearly && !first.Any:
		return fmt.Sprintf("%s keeps %s with at most ε = %s per feature.", name, q.kept(), epsilon)
	case first.Any:
		return fmt.Sprintf("%s and %s keep %s with any ε: these are alike.", name, others(alike-1), q.kept())
	case alike > 1:
		return fmt.Sprintf("%s and %s keep %s with ε = %s per feature, less than the rest.", name, others(alike-1), q.kept(), epsilon)
	}
	return fmt.Sprintf("%s keeps %s with ε = %s per feature, less than any other.", name, q.kept(), epsilon)
}
