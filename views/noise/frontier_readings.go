package noise

import (
	"context"
	"fmt"
	"slices"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/querynoise"
	"dpscope/views/view"
)

var frontierReadings = slices.Concat([]view.Entry[frontier]{lossReading[frontier](), boundReading[frontier](),
	view.Reading[frontier]{Name: "epsilon-truncated-laplace", Label: "trunc. Laplace needs", Symbol: "ε",
		ExactOf: "the closed form of its loss, held to that of the noise that was found", Round: numeral.Up, Goal: known.Lower,
		Range: known.NotNegative,
		Value: ofBest(func(q frontier, b querynoise.Best) known.Value {
			e := q.Budget("truncated-laplace", b.Loss, 500)
			if e == e {
				return known.Exactly(e)
			}
			rival, err := q.Compete("truncated-laplace")
			switch {
			case err != nil:
				return known.Nothing(err.Error())
			case rival.Loss.Missing():
				return rival.Loss
			case rival.Loss.Value <= b.Loss:
				return known.Nothing("at ε = 0.001 it has as little loss already")
			}
			return known.Nothing("no ε up to 500 has as little loss")
		}),
		Formula: "The ε at which truncated Laplace noise has the same expected loss as the noise that was found, δ being the same, rounded up; for the least loss there is it needs no less.",
		With: view.Says(func(q frontier) string {
			return fmt.Sprintf("The noise that was found has it at ε = %s.", numeral.Short(q.Epsilon))
		})}}, attackers[frontier](ofOptimised), []view.Entry[frontier]{
	savedReading[frontier](),
	view.Reading[frontier]{Name: "loss-ranges", Label: "by parts of the range", ExactOf: "the family that was found", Goal: known.Lower,
		Range: known.NotNegative,
		When:  func(q frontier) bool { return q.groups != "" },
		Value: func(ctx context.Context, q frontier) (known.Value, error) {
			loss, err := q.line.Family(ctx, q.at)
			if err != nil || loss != loss {
				return known.Nothing("no family is found at this setting"), err
			}
			return known.OrLess(loss), nil
		},
		Formula: "The expected loss of the family that the view “ranges” finds for these parts, on cells of a quarter of the sensitivity.",
		Assumes: "All answers lie in the range of the parts, which is public."},
	nextReading[frontier](), lossesWith[frontier](view.Folded),
	view.Reading[frontier]{Name: "loss-halved", Label: "at half the ε", Title: frontier.halving,
		ExactOf: "all noise, at δ = 0 and for a loss that is the same on either side", Goal: known.Lower, Range: known.NotNegative, Level: view.Shown,
		Value: func(ctx context.Context, q frontier) (known.Value, error) {
			half := q.Halved()
			best, err := half.Best(ctx)
			ranked := half.Ranked()
			switch {
			case err != nil:
				return known.Value{}, err
			case len(ranked) > 0 && (best.None != "" || best.Loss > ranked[0].Loss.Value):
				return known.OrLess(ranked[0].Loss.Value), nil
			case best.None != "":
				return known.Nothing("no noise on a coarse grid is private there"), nil
			}
			return bestLoss(q, best), nil
		},
		Remark: besideNoise(func(_ frontier, v known.Value, best querynoise.Best) string {
			if best.Loss == 0 {
				return ""
			}
			return "× " + numeral.Short(v.Value/best.Loss)
		}),
		Cases: []view.Case[frontier]{{
			If: "a whole curve is kept", When: view.Whenever(func(q frontier) bool { return q.Below.Any() }),
			Formula: "The expected loss of noise that stays below the curve of half the μ: on about sixty cells, or of the Gaussian itself where that is less.",
			With:    view.Says(func(q frontier) string { return fmt.Sprintf("μ/2 = %s.", numeral.Short(q.Below.Mu/2)) }),
		}},
		Formula: "The expected loss of noise that keeps half of ε, and the same δ: on about sixty cells, or of the best fixed shape where that is less.",
		With:    view.Says(func(q frontier) string { return fmt.Sprintf("ε/2 = %s.", numeral.Short(q.Epsilon/2)) })},
})

// halving returns which number of the guarantee is halved, in words.
func (q frontier) halving() string {
	if q.Below.Any() {
		return "at half the μ"
	}
	return "at half the ε"
}
