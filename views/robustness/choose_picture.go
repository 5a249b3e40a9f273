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
	"dpscope/views/control"
	"dpscope/views/view"
)

// drawChoice draws the ranking of those that have been asked so far.
func drawChoice(ctx context.Context, q choice, answer view.Answers, show func(engine.Sheet)) (engine.Sheet, error) {
	show(engine.Sheet{Figure: q.figure(nil), Whose: about(q.Subject), Progress: work.Progress{Of: float64(len(mechanisms.All.Kinds)), What: "mechanisms"}})
	split, err := answer("split-value")
	if err != nil {
		return engine.Sheet{}, err
	}
	ranked, err := q.ranking(ctx, func(ranked []agreement.Ranked, p work.Progress) {
		for _, r := range ranked { // known already: what is shown tells them
			answer("epsilon-required", r.Name)
		}
		show(engine.Sheet{Figure: q.figure(ranked), Whose: about(q.Subject), Progress: p})
	})
	if err != nil {
		return engine.Sheet{}, err
	}
	equal, err := answer("split-equal")
	return engine.Sheet{Figure: q.figure(ranked), Whose: about(q.Subject), Notes: []engine.Note{{Text: q.sentence(ranked, split, equal)}}}, err
}

func (q choice) figure(ranked []agreement.Ranked) engine.Figure {
	f := engine.Figure{
		Title:    "ε per feature for " + control.Target.Text(q.target),
		X:        engine.Axis{Name: "epsilon", Label: "ε, budget per feature", Log: true},
		Y:        engine.Axis{Name: "mechanism"},
		Settings: q.given(),
		Members:  mechanisms.All.Names(),
	}
	needs := engine.Points{Name: "ranking", Basis: q.basis()}
	for i, r := range ranked {
		f.Y.Words, f.Y.Keys = append(f.Y.Words, title(r.Name)), append(f.Y.Keys, engine.WordCell(r.Name))
		if !r.Reached() {
			continue
		}
		label := r.Need.Known(q.basis()).Written(numeral.Plain, numeral.Up)
		if r.Any { // the end of the range is no answer
			label = control.AnyBudget
		}
		needs.X, needs.Y, needs.Labels = append(needs.X, r.Epsilon), append(needs.Y, float64(i)), append(needs.Labels, label)
		needs.As = append(needs.As, r.Name)
	}
	f.Marks = []engine.Mark{needs}
	return f
}

// sentence says which mechanism is best, and what sharing out gains.
func (q choice) sentence(ranked []agreement.Ranked, split, equal known.Value) string {
	text := "No mechanism keeps " + q.kept() + " at any ε."
	switch first := ranked[0]; {
	case first.Reached():
		text = q.praise(first, agreement.Alike(ranked))
	case slices.ContainsFunc(ranked, func(r agreement.Ranked) bool { return r.Err != nil }):
		text = "No mechanism is known to keep " + q.kept() + ": " + q.unmet(ranked) + "."
	}
	if len(q.Names) > 1 && !split.Missing() {
		text += fmt.Sprintf(" A total of %s shared out well gives %s with %s; equal shares %s.", numeral.Short(q.total),
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
	case first.Any:
		return fmt.Sprintf("%s and %s keep %s with any ε: these are alike.", name, others(alike-1), q.kept())
	case alike > 1:
		return fmt.Sprintf("%s and %s keep %s with ε = %s per feature, less than the rest.", name, others(alike-1), q.kept(), epsilon)
	}
	return fmt.Sprintf("%s keeps %s with ε = %s per feature, less than any other.", name, q.kept(), epsilon)
}
