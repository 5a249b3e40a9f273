package learning

import (
	"context"
	"fmt"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/training"
	"dpscope/views/control"
	"dpscope/views/view"
)

// besideWorth says what the rule of thumb needs, where that is not so.
func besideWorth(_ context.Context, q learning, _ known.Value) (string, error) {
	switch t := q.training(); {
	case t.Source != training.Source{}:
		return "if balanced", nil
	case !t.Loss.Traits().Symmetric():
		return "if symmetric", nil
	}
	return "", nil
}

var learningReadings = append(endsOf[learning](),
	view.Reading[learning]{Name: "worth", Label: "worth of clean labels", Symbol: "n·tanh(ε/4)²", Goal: known.Higher,
		Range: known.NotNegative, Level: view.Shown,
		Value: func(ctx context.Context, q learning) (known.Value, error) {
			records, err := q.records(ctx)
			return known.Approximated(training.Worth(records, q.training().Flips)), err
		},
		Beside: besideWorth,
		Cases: []view.Case[learning]{{
			Formula: "n·tanh(ε/4)²: flips leave tanh(ε/4) of the signal of a symmetric risk, and all of its sampling noise.",
			With: func(ctx context.Context, q learning, v known.Value) (string, error) {
				records, err := q.records(ctx)
				return fmt.Sprintf("%s·%s² = %s.", numeral.Count(records), numeral.Short(q.training().Flips.Contraction), numeral.Short(v.Value)), err
			},
			Source:  paper + ", section IV, with our count of the noise",
			Assumes: "The classes are balanced and the loss is symmetric; it is a rule of thumb.",
		}}},
	view.Reading[learning]{Name: "printed", Label: "as printed", Symbol: "\"",
		Range: known.Probability,
		When:  func(q learning) bool { _, ok := q.printed(); return ok },
		Value: view.Known(func(q learning) known.Value {
			p, _ := q.printed()
			return p.At(q.training().Flips.Nominal)
		}),
		Cases: []view.Case[learning]{{
			Formula: "The mean of ten runs as the paper prints it, of a convolutional network on images of CIFAR-10.",
			With: view.Remark(func(q learning, v known.Value) string {
				p, _ := q.printed()
				none := ""
				if v.Missing() {
					none = "It prints no number there; ε = 0.1, 0.5, 1, 1.5, 3, 5 and 7 have one."
				}
				return control.Sentences(
					fmt.Sprintf("Table %s, airplanes against the class %s, n = %s, ε = %s.", p.Table, q.pair, numeral.Count(p.Records), numeral.Short(q.training().Flips.Nominal)),
					none, "Its records are images, ours "+q.ours()+".")
			}),
			SourceOf: func(q learning) string { p, _ := q.printed(); return paper + ", Table " + p.Table },
			Assumes:  "The two tell the same story, and are not the same number.",
		}}},
)
