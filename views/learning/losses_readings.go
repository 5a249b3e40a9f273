package learning

import (
	"context"
	"fmt"
	"math"
	"slices"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/views/control"
	"dpscope/views/view"
)

var lossReadings = []view.Entry[losses]{
	view.Reading[losses]{Name: "flat-to", Label: "symmetric up to |z|", Brief: "sum constant up to", Symbol: "h",
		Range: known.NotNegative, Level: view.Answering,
		ExactOf: "this loss",
		Title: func(q losses) string {
			if q.Symmetric() || q.Flat == 0 {
				return "symmetric for"
			}
			return "symmetric up to |z|"
		},
		Styled: func(q losses) numeral.Style { return wholeIf(q.Flat) },
		Value: view.Known(func(q losses) known.Value {
			switch {
			case q.Symmetric():
				return known.Named("everywhere", "every z")
			case q.Flat == 0:
				return known.Named("nowhere", "no z")
			}
			return known.Exactly(q.Flat)
		}),
		Cases: becauseOfLoss("The greatest h for which loss(z) + loss(-z) is constant on [-h, h]: r of the barrier hinge, 1 of "+
			"the hinge.", nil,
			"A loss that is symmetric everywhere, convex and bounded from below is constant: each of these gives up one of the three.")},
	view.Reading[losses]{Name: "symmetric-sum", Label: "sum of both at z", Brief: "sum of both", Symbol: "loss(z) + loss(-z)",
		Range: known.Signed, Level: view.Shown,
		ExactOf: "this loss at this margin and at its mirror image",
		Styled:  func(q losses) numeral.Style { return wholeIf(q.sum()) },
		Value:   view.Exactly(losses.sum),
		Cases: becauseOfLoss("loss(z) + loss(-z): what a record and the same record with its label flipped are charged together.",
			func(q losses, v known.Value) string {
				return fmt.Sprintf("loss(%s) + loss(%s) = %s.", numeral.Short(q.z), numeral.Short(-q.z), numeral.Short(v.Value))
			}, "")},
	view.Reading[losses]{Name: "value", Label: "loss at z", Symbol: "loss(z)",
		Range: known.Signed, Level: view.Shown,
		ExactOf: "this loss at this margin",
		Value:   view.Exactly(func(q losses) float64 { return q.loss.Value(q.z) }),
		Cases: becauseOfLoss("loss(z): what a record of this margin is charged.", func(q losses, v known.Value) string {
			return fmt.Sprintf("loss(%s) = %s.", numeral.Short(q.z), numeral.Short(v.Value))
		}, "")},
	flag(view.Shown, "convex", "convex", "No chord lies below the curve: with a linear model every local minimum is global.",
		func(q losses) bool { return q.Convex }),
	view.Reading[losses]{Name: "derivative", Label: "slope at z", Symbol: "loss′(z)",
		Range:   known.Signed,
		ExactOf: "this loss at this margin; at a kink, of the slope that training takes",
		Remark:  besideSlope,
		Value:   view.Exactly(func(q losses) float64 { return q.loss.Derivative(q.z) }),
		Cases: becauseOfLoss("loss′(z): the gradient of a record of this margin.", func(q losses, v known.Value) string {
			return fmt.Sprintf("loss′(%s) = %s.", numeral.Short(q.z), numeral.Short(v.Value))
		}, "At a kink it is one of the two slopes that meet: the middle one of the barrier hinge, 0 of the hinge.")},
	view.Reading[losses]{Name: "symmetric-constant", Label: "sum of both at z = 0", Symbol: "2·loss(0)",
		Range:   known.NotNegative,
		ExactOf: "this loss at z = 0",
		Styled:  func(q losses) numeral.Style { return wholeIf(q.constant()) },
		Value:   view.Exactly(losses.constant),
		Cases: becauseOfLoss("loss(0) + loss(0): the sum wherever the loss is symmetric, "+
			"at z or not.", func(q losses, v known.Value) string {
			return fmt.Sprintf("2·loss(0) = 2·%s = %s.", numeral.Short(q.loss.Value(0)), numeral.Short(v.Value))
		}, "")},
	flag(view.Folded, "bounded", "bounded below",
		"Without a lower bound nothing stops scores from growing: only weight decay or the end of training does.",
		func(q losses) bool { return q.Bounded }),
	flag(view.Folded, "calibrated", "classification-calibrated",
		"A score that minimises the expected loss has the sign of the more frequent label at each point (Bartlett, Jordan & McAuliffe 2006).",
		func(q losses) bool { return q.Calibrated }),
	view.Reading[losses]{Name: "left-wall", Label: "left kink at", Symbol: "z",
		Range:   known.NotPositive,
		ExactOf: "this loss",
		When:    func(q losses) bool { return len(q.Kinks) > 1 },
		Value:   view.Exactly(func(q losses) float64 { return q.Kinks[0] }),
		Cases: becauseOfLoss("The left kink, -br/(b - 1), where the loss is r(2b - 1)/(b - 1): a little beyond -r.",
			func(q losses, v known.Value) string {
				return fmt.Sprintf("loss(%s) = %s.", numeral.Short(v.Value), numeral.Short(q.loss.Value(v.Value)))
			}, "")},
	lossVerdict,
}

// sum returns loss(z) + ℓ(-z) at the margin, and constant the same at 0.
func (q losses) sum() float64      { return q.loss.SymmetricSum(q.z) }
func (q losses) constant() float64 { return q.loss.SymmetricSum(0) }

// wholeIf returns the style of a number, written without decimals where it has none.
func wholeIf(v float64) numeral.Style {
	const most = 1e15 // up to which a count is written to its last digit
	if v == math.Trunc(v) && math.Abs(v) < most {
		return numeral.Whole
	}
	return numeral.Plain
}

// besideSlope names the two slopes that meet at a kink, as only one is used.
func besideSlope(_ context.Context, q losses, _ known.Value) (string, error) {
	if !slices.Contains(q.Kinks, q.z) {
		return "", nil
	}
	return fmt.Sprintf("kink, %s or %s", numeral.Short(q.loss.Derivative(math.Nextafter(q.z, math.Inf(-1)))),
		numeral.Short(q.loss.Derivative(math.Nextafter(q.z, math.Inf(1))))), nil
}

// becauseOfLoss explains an answer about a loss, with the loss's own formula before the numbers; with may be nil.
func becauseOfLoss(formula string, with func(losses, known.Value) string, assumes string) []view.Case[losses] {
	return []view.Case[losses]{{
		Formula: formula,
		With: view.Remark(func(q losses, v known.Value) string {
			if with == nil {
				return q.loss.Formula() + "."
			}
			return control.Sentences(q.loss.Formula()+".", with(q, v))
		}),
		SourceOf: func(q losses) string { return q.kind.Source },
		Assumes:  assumes,
	}}
}

// flag declares a trait that a loss has or lacks.
func flag(level view.Level, name, label, meaning string, has func(losses) bool) view.Reading[losses] {
	return view.Reading[losses]{Name: name, Label: label, Level: level,
		ExactOf: "this loss at every margin",
		Value: view.Known(func(q losses) known.Value {
			if has(q) {
				return known.Said("yes")
			}
			return known.Said("no")
		}),
		Cases: becauseOfLoss(meaning, nil, "")}
}
