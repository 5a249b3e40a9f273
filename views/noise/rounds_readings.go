package noise

import (
	"context"
	"slices"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/querynoise"
	"dpscope/mechanisms/privacy"
	"dpscope/views/view"
)

// ofStage returns a value of the picked round; it is missing where there is none.
func ofStage(of func(rounds, querynoise.Stage) float64) func(context.Context, rounds) (known.Value, error) {
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

// roundReading returns an answer about the round.
func roundReading(level view.Level, can known.Range, name, label string, style numeral.Style, formula string,
	of func(rounds, querynoise.Stage) float64) view.Reading[rounds] {
	return view.Reading[rounds]{Name: name, Label: label, ExactOf: "the noise of this round, on this grid", Style: style,
		Value: ofStage(of), Range: can, Level: level,
		Formula: formula}
}

// bounding returns a value of a round that bounds the last round's from below, and is exact for the last.
func bounding(of func(rounds, querynoise.Stage) float64) func(context.Context, rounds) (known.Value, error) {
	exact := ofStage(of)
	return func(ctx context.Context, q rounds) (known.Value, error) {
		v, err := exact(ctx, q)
		if err != nil || v.Missing() {
			return v, err
		}
		stages, err := q.stages.Get(ctx)
		if err == nil && stages[q.index(stages)].Entering > 0 {
			v = v.As(known.AtLeast)
		}
		return v, err
	}
}

// told returns how well the noise of the round is told apart; false where there is none.
func (q rounds) told(ctx context.Context) (told, hidden float64, found bool, err error) {
	stages, err := q.stages.Get(ctx)
	if err != nil || len(stages) == 0 {
		return 0, 0, false, err
	}
	if q.open && q.round > len(stages) {
		return 0, 0, false, view.ErrLater
	}
	told, hidden, err = q.Told(stages[q.index(stages)])
	return told, hidden, true, err
}

// roundAttackers returns what an attacker can tell with the noise of the round; only the last round's is private.
func roundAttackers() []view.Entry[rounds] {
	list := attackers[rounds]("")
	right := list[0].(view.Reading[rounds])
	right.Opens = nil // the noise of a round is never published
	right.ExactOf = "the noise of this round, over all shifts that one record may cause"
	right.Value = func(ctx context.Context, q rounds) (known.Value, error) {
		told, _, found, err := q.told(ctx)
		if err != nil || !found {
			return known.Nothing(nothingToSolve), err
		}
		return known.Exactly(min(privacy.RightGuess(told), 1)), nil
	}
	once := view.OnceInComputed(view.Reading[rounds]{Symbol: "2/(1 - δ(0))", ExactOf: right.ExactOf, Cases: right.Cases},
		func(ctx context.Context, q rounds) (known.Value, error) {
			_, hidden, found, err := q.told(ctx)
			if err != nil || !found {
				return known.Nothing(nothingToSolve), err
			}
			return known.Exactly(max(hidden/2, 0)), nil
		})
	return []view.Entry[rounds]{right, list[1], once}
}

var roundReadings = slices.Concat([]view.Entry[rounds]{
	lossSoFar(),
	violationReading(),
}, roundAttackers(), []view.Entry[rounds]{
	roundReading(view.Folded, known.NotNegative, "events-entering", "constraints added", numeral.Whole,
		"The shifts at which V exceeds δ, each with its worst event.",
		func(_ rounds, s querynoise.Stage) float64 { return float64(s.Entering) }),
	roundReading(view.Folded, known.NotNegative, "events-active", "constraints that bind", numeral.Whole,
		"The constraints that the noise meets exactly: together with its zeros they decide it.",
		func(_ rounds, s querynoise.Stage) float64 { return float64(s.Active) }),
	view.Reading[rounds]{Name: "rounds", Label: "rounds", ExactOf: "the program's run at this setting, begun with the tails",
		Style: numeral.Whole,
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
		Formula: "How often the program was solved, each time from where it stood, until no violated constraint was left."},
})

// lossSoFar returns the reading of the loss in the round; it bounds the last round's from below.
func lossSoFar() view.Reading[rounds] {
	r := roundReading(view.Shown, known.NotNegative, "loss-so-far", "loss so far", numeral.Plain,
		"The least loss under the constraints so far: no private noise on this grid has less. That of the last round is private.", nil)
	r.Title = func(q rounds) string { return q.cost() + " so far" }
	r.Value = bounding(func(q rounds, s querynoise.Stage) float64 { return s.Value * q.Scale() })
	r.Remark = view.Remark(func(_ rounds, v known.Value) string {
		if v.Missing() {
			return ""
		}
		return "by this search alone"
	})
	r.Opens = view.Says(func(rounds) string { return "noise" })
	return r
}

// violationReading returns the reading of what the worst event has beyond e^ε times its chance after the move.
func violationReading() view.Reading[rounds] {
	r := roundReading(view.Answering, known.Probability, "delta-needed", "δ needed", numeral.Plain,
		"The greatest V over all shifts: what an event has beyond e^ε times its chance after the move. The noise is private once it is at most δ.",
		func(_ rounds, s querynoise.Stage) float64 { return min(s.Violation, 1) })
	r.Remark = view.Remark(func(q rounds, v known.Value) string {
		if v.Missing() {
			return ""
		}
		return delta.Text(q.Delta) + " allowed"
	})
	return r
}
