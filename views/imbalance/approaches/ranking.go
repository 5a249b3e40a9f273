package approaches

import (
	"context"
	"math"
	"slices"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/rareclass"
)

// rankingBlock holds rows of the ranking under a heading; the first block may have none.
type rankingBlock struct {
	head string
	rows []contender
}

// ranking draws a row for each approach, the best on top, and those without privacy below all others.
func (q approaches) ranking(ctx context.Context) engine.Sheet {
	f := engine.Figure{
		Title: q.measure.Drawn(), Series: "approach", Members: approachNames(),
		X: engine.Axis{Name: "value", Label: q.measure.Title, Style: q.measure.Style()},
		Y: engine.Axis{Name: "approach"},
		Settings: []engine.Setting{{Name: "epsilon", Value: q.trial.Epsilon}, {Name: "imbalance", Value: q.trial.Ratio},
			{Name: "delta", Value: q.trial.Slack}, {Name: "seeds", Value: float64(q.seeds)}},
		Seed: q.trial.Seed,
	}
	points := engine.Points{Name: "ranking", Basis: known.Estimate}
	var splits []int
	for _, block := range q.blocks(ctx) {
		if block.head != "" {
			f.Y.Head(block.head)
		}
		for _, c := range block.rows {
			summary := c.runs.Summary(q.number(c.Approach))
			splits = append(splits, summary.Seeds)
			v := summary.In(q.measure.Can())
			low, high := v.Low, v.High
			if v.Confidence == 0 { // one split has no interval
				low, high = math.NaN(), math.NaN()
			}
			points.X, points.Y = append(points.X, v.Value), append(points.Y, float64(len(f.Y.Words)))
			points.From, points.To = append(points.From, low), append(points.To, high)
			points.As = append(points.As, c.Name)
			f.Y.Words, f.Y.Keys = append(f.Y.Words, c.Title+"  "+q.measure.Style().Format(v.Value)), append(f.Y.Keys, engine.WordCell(c.Name))
		}
	}
	if len(splits) > 0 {
		points.Title = meanOf(slices.Min(splits), slices.Max(splits))
		if points.Confidence = 0.95; slices.Max(splits) == 1 {
			points.From, points.To, points.Confidence = nil, nil, 0
		}
		f.Marks = append(f.Marks, points)
	}
	f.X.Low, f.X.High = q.measure.From(append(slices.Clone(points.From), points.X...))
	if chance := q.measure.Chance(); chance > 0 {
		f.Marks = append(f.Marks, engine.Rule{Name: "chance", Title: "guessing", Vertical: true, At: chance})
	}
	return engine.Sheet{Figure: f, Notes: q.notes(), Later: []engine.Later{q.table(ctx), q.runsTable(ctx)}}
}

// meanOf titles a mean over splits, whose number lies between least and most.
func meanOf(least, most int) string {
	switch {
	case most == 1:
		return "one split"
	case least < most:
		return "mean of " + numeral.Count(float64(least)) + " to " + numeral.Things(most, "split") + ", 95 % interval"
	}
	return "mean of " + numeral.Things(most, "split") + ", 95 % interval"
}

// blocks returns the rows of the ranking so far: those that tie with the best, with the ones apart that only scatter too much
// to be placed, those behind, and those without privacy. A heading stands only where there is something to tell apart.
func (q approaches) blocks(ctx context.Context) (list []rankingBlock) {
	private, err := q.contenders(ctx, true)
	if err != nil {
		return nil
	}
	level, behind := q.apart(private)
	switch {
	case len(private) == 0:
	case len(level) < 2:
		list = append(list, rankingBlock{rows: private})
	default:
		near, vague := uncertain(level, behind)
		head := "Any of these may be the best"
		if len(near) == 1 {
			head = "The best, as far as can be told"
		}
		list = append(list, rankingBlock{head, near})
		if len(vague) > 0 {
			list = append(list, rankingBlock{"Too uncertain to rule out", vague})
		}
		if len(behind) > 0 {
			list = append(list, rankingBlock{"Behind", behind})
		}
	}
	if open, err := q.contenders(ctx, false); err == nil && len(open) > 0 {
		list = append(list, rankingBlock{"Without privacy", open})
	}
	return list
}

// apart divides a ranking into the approaches that tie with the best, itself first, and those clearly behind, each in their
// order: one with a wider paired interval may tie with the best below one that is behind. One split separates nothing, and the
// best stands alone.
func (q approaches) apart(list []contender) (level, behind []contender) {
	for place, c := range list {
		if place == 0 || q.seeds > 1 && !rareclass.Clearly(q.behind(list, place)) {
			level = append(level, c)
		} else {
			behind = append(behind, c)
		}
	}
	return level, behind
}

// uncertain divides those that tie with the best by the mean of the first that is clearly behind: those with a lower mean
// scatter too much to be placed.
func uncertain(level, behind []contender) (near, vague []contender) {
	if len(behind) == 0 {
		return level, nil
	}
	first := slices.IndexFunc(level, func(c contender) bool { return c.mean < behind[0].mean })
	if first < 0 {
		return level, nil
	}
	return level[:first], level[first:]
}

// behind returns the lead of the best over the one at a place, on the same splits.
func (q approaches) behind(list []contender, place int) known.Summary {
	a, b := list[0], list[place]
	return rareclass.Paired(a.runs, b.runs, q.number(a.Approach), q.number(b.Approach))
}
