package classifier

import (
	"context"
	"math"

	"dpscope/engine"
	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/work"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/view"
)

// drawChoice draws the ranking of those that have been asked so far.
func drawChoice(ctx context.Context, q mechanismChoice, answer view.Readings, show func(engine.Sheet)) (engine.Sheet, error) {
	sofar := func(ranked []agreement.Ranked, done float64) { // the split counts as one more mechanism
		show(engine.Sheet{Figure: q.figure(ranked), Progress: work.Progress{Done: done, Of: 1 + float64(len(mechanisms.All.Kinds))}})
	}
	sofar(nil, 0)
	if _, err := q.Shares.Get(work.Reporting(ctx, func(p work.Progress) { sofar(nil, p.Share()) })); ctx.Err() != nil {
		return engine.Sheet{}, err
	}
	if _, err := answer("split-value"); err != nil {
		return engine.Sheet{}, err
	}
	ranked, err := q.Needs.Rank(ctx, func(ranked []agreement.Ranked, p work.Progress) {
		for _, r := range ranked { // known already: what is shown tells them
			answer("epsilon-required", r.Name)
		}
		sofar(ranked, 1+p.Done)
	})
	if err != nil {
		return engine.Sheet{}, err
	}
	return engine.Sheet{Figure: q.figure(ranked)}, nil
}

// figure draws a line for each mechanism that is known, with what it needs: a block for each
// guarantee, as these do not compare.
func (q mechanismChoice) figure(ranked []agreement.Ranked) engine.Figure {
	f := engine.Figure{
		Title:    "ε per feature for " + control.Target.Text(q.Target),
		X:        engine.Axis{Name: "epsilon", Label: "ε, budget per feature", Log: true},
		Y:        engine.Axis{Name: "mechanism"},
		Settings: q.given(),
		Members:  mechanisms.All.Names(), Hues: control.Hues(),
	}
	if len(q.Names) == 1 {
		f.Title, f.X.Label = "ε for "+control.Target.Text(q.Target), "ε, budget"
	}
	points := engine.Points{Name: "ranking", Basis: q.basis()}
	for i, line := range inBlocks(ranked) {
		if line.Name == "" {
			f.Y.Head(line.guarantee)
			continue
		}
		f.Y.Words, f.Y.Keys = append(f.Y.Words, rowTitle(line, mechanisms.MostBudget(q.Setting(line.Name).Maker()))),
			append(f.Y.Keys, engine.WordCell(line.Name))
		if !line.Reached() {
			continue
		}
		label := line.RequiredBudget.Known(q.basis()).Written(numeral.Plain, numeral.Up)
		if line.Any { // the end of the range is no answer
			label = known.AnyBudget
		}
		points.X, points.Y, points.Labels = append(points.X, line.Epsilon), append(points.Y, float64(i)), append(points.Labels, label)
		points.As = append(points.As, line.Name)
	}
	f.Marks = []engine.Mark{points}
	return f
}

// choiceInRanking opens how the prediction survives the mechanism at a line of the ranking, with what
// that needs.
func choiceInRanking(ctx context.Context, q mechanismChoice, _, line float64) (string, error) {
	ranked, err := q.ranks(ctx)
	lines, at := inBlocks(ranked), int(math.Round(line))
	if err != nil || at < 0 || at >= len(lines) || lines[at].Name == "" {
		return "", err
	}
	return withBudget("utility", lines[at].Name, lines[at].RequiredBudget.Known(q.basis())), nil
}
