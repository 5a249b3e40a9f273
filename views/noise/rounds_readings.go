package noise

import (
	"context"

	"dpscope/engine/known"
	"dpscope/engine/noise"
	"dpscope/engine/numeral"
	"dpscope/views/view"
)

// ofStage is a value of the round; nothing where there is none.
func ofStage(of func(rounds, noise.Stage) float64) func(context.Context, rounds) (known.Value, error) {
	return func(ctx context.Context, q rounds) (known.Value, error) {
		stages, err := q.stages.Get(ctx)
		if err != nil || len(stages) == 0 {
			return known.Nothing(nothingToSolve), err
		}
		if q.open && q.round > len(stages) {
			return known.Value{}, view.ErrLater
		}
		return known.Exactly(of(q, stages[q.index(stages)])), nil
	}
}

// roundReading is an answer about the round.
func roundReading(level view.Level, can known.Range, name, label string, style numeral.Style, formula string,
	of func(rounds, noise.Stage) float64) view.Reading[rounds] {
	return view.Reading[rounds]{Name: name, Label: label, ExactOf: "the law of this round, on this grid", Style: style,
		Value: ofStage(of), Range: can, Level: level,
		Cases: []view.Case[rounds]{{
			Formula: formula,
		}}}
}

var roundReadings = []view.Entry[rounds]{
	roundReading(view.Shown, known.NotNegative, "loss-so-far", "loss of its law", numeral.Plain,
		"The least loss under the events seen so far: no private law on this grid has less.",
		func(q rounds, s noise.Stage) float64 { return s.Value * q.Scale() }),
	roundReading(view.Answering, known.Probability, "violation", "V of the worst event", numeral.Plain,
		"The greatest V over all shifts. The law is private once it is at most δ.",
		func(_ rounds, s noise.Stage) float64 { return s.Violation }),
	roundReading(view.Folded, known.NotNegative, "events-entering", "events that enter", numeral.Whole,
		"The shifts at which V exceeds δ, each with its worst event.",
		func(_ rounds, s noise.Stage) float64 { return float64(s.Entering) }),
	roundReading(view.Folded, known.NotNegative, "events-active", "events that hold it", numeral.Whole,
		"The events at which the law has no slack: together with its zeros they decide it.",
		func(_ rounds, s noise.Stage) float64 { return float64(s.Active) }),
	view.Reading[rounds]{Name: "rounds", Label: "rounds in all", ExactOf: "the program's run at this setting, begun with the tails", Style: numeral.Whole,
		Range: known.NotNegative, Level: view.Shown,
		Value: func(ctx context.Context, q rounds) (known.Value, error) {
			stages, err := q.stages.Get(ctx)
			if err != nil || len(stages) == 0 {
				return known.Nothing(nothingToSolve), err
			}
			if q.open {
				return known.Value{}, view.ErrLater
			}
			return known.Exactly(float64(len(stages))), nil
		},
		Cases: []view.Case[rounds]{{
			Formula: "How often the program was solved, each time from where it stood, until the oracle named no event.",
		}}},
}
