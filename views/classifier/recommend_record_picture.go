package classifier

import (
	"context"
	"math"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/work"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/view"
)

// drawForRecord draws the ranking of the mechanisms that have been asked so far.
func drawForRecord(ctx context.Context, q recordAdvice, answer view.Readings, show func(engine.Sheet)) (engine.Sheet, error) {
	sofar := func(ranked []agreement.Ranked, done float64) { // the split counts as one more mechanism
		show(engine.Sheet{Figure: q.figure(inMenuOrder(ranked)), Progress: work.Progress{Done: done, Of: 1 + float64(len(mechanisms.All.Kinds))}})
	}
	sofar(nil, 0)
	if _, err := q.Shares.Get(work.Reporting(ctx, func(p work.Progress) { sofar(nil, p.Share()) })); ctx.Err() != nil {
		return engine.Sheet{}, err
	}
	if _, err := answer("split-value"); err != nil {
		return engine.Sheet{}, err
	}
	ranked, err := q.Needs.Rank(ctx, func(ranked []agreement.Ranked, p work.Progress) {
		for _, r := range ranked { // known already: the page tells them
			answer("epsilon", r.Name)
		}
		sofar(ranked, 1+p.Done)
	})
	if err != nil {
		return engine.Sheet{}, err
	}
	f := q.figure(ranked)
	p, err := q.Peers(ctx)
	if err != nil || !p.Reached() {
		return engine.Sheet{Figure: f}, err
	}
	if !p.List[0].Any && p.Alike == 1 {
		f.Marks = append(f.Marks, least(ranked, p.List[0]))
	}
	return engine.Sheet{Figure: f, Notes: readyMade(p.List[0].Name, p.List)}, nil
}

// least marks the compared mechanism that needs least.
func least(ranked []agreement.Ranked, best agreement.Ranked) engine.Mark {
	row := slices.IndexFunc(inBlocks(ranked), func(line blockLine) bool { return line.Name == best.Name })
	return engine.Points{Name: "least", Title: "needs least", Here: true, X: []float64{best.Epsilon}, Y: []float64{float64(row)}}
}

// figure draws a line for each known mechanism, with its need: a block for each guarantee, as these do not compare.
func (q recordAdvice) figure(ranked []agreement.Ranked) engine.Figure {
	f := engine.Figure{
		Title:    strings.TrimSuffix("ε per feature for "+control.Target.Text(q.Target)+", "+example(q.Subject), ", "),
		X:        engine.Axis{Name: "epsilon", Label: "ε per feature", Log: true},
		Y:        engine.Axis{Name: "mechanism"},
		Settings: q.given(),
		Members:  mechanisms.All.Names(), Hues: control.Hues(),
	}
	if len(q.Names) == 1 {
		f.Title, f.X.Label = "ε for "+control.Target.Text(q.Target), "ε"
	}
	points := engine.Points{Name: "ranking", Basis: q.basis()}
	for i, line := range inBlocks(ranked) {
		if line.Name == "" {
			f.Y.Head(headOf(line.guarantee))
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

// recordInRanking returns the address of how the prediction survives the mechanism at a line of the ranking, with its need.
func recordInRanking(ctx context.Context, q recordAdvice, _, line float64) (string, error) {
	ranked, err := q.ranks(ctx)
	lines, at := inBlocks(ranked), int(math.Round(line))
	if err != nil || at < 0 || at >= len(lines) || lines[at].Name == "" {
		return "", err
	}
	return withBudget("utility", lines[at].Name, lines[at].RequiredBudget.Known(q.basis())), nil
}
