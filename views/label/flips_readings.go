package label

import (
	"fmt"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/views/view"
)

var flippedLabels = view.Reading[strip]{Name: "flipped", Label: "labels flipped", Symbol: "F", Style: numeral.Whole,
	ExactOf: "this one draw",
	Value:   view.Exactly(func(q strip) float64 { return q.draw().Flipped() }),
	Beside:  view.Remark(func(q strip, _ known.Value) string { return "expected " + numeral.Short(q.flips().Mean()) }),
	Why: view.Because(func(q strip, _ known.Value) engine.Why {
		law := q.flips()
		return engine.Why{
			Formula: "Counted in one draw. F is binomial: mean n·p, standard deviation √(np(1-p)).",
			With: fmt.Sprintf("Drawn from seed %d. The mean is %d·%s = %s, the standard deviation %s.",
				q.seed, q.n, numeral.Short(q.m.Flip), numeral.Short(law.Mean()), numeral.Short(law.Deviation())),
		}
	})}

var flippedShare = view.Reading[strip]{Name: "flipped-share", Label: "share flipped", Symbol: "F/n", Style: numeral.Percent,
	ExactOf: "this one draw",
	Value:   view.Exactly(func(q strip) float64 { return q.draw().Share() }),
	Why: view.Because(func(q strip, _ known.Value) engine.Why {
		return engine.Why{
			Formula: "F/n in one draw; it concentrates on p as n grows (the law of large numbers, the same for randomised response).",
			With:    fmt.Sprintf("F/n = %.0f/%d, drawn from seed %d.", q.draw().Flipped(), q.n, q.seed),
		}
	})}
