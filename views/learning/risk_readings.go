package learning

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/training"
	"dpscope/views/control"
	"dpscope/views/publishing"
	"dpscope/views/view"
)

const twoTheorems = "Charoenphakdee, Lee & Sugiyama 2019, Theorems 1 and 2; " + paper + ", section IV"

var riskReadings = slices.Concat([]view.Entry[risk]{
	view.Reading[risk]{Name: "order-kept", Label: "pairs ordered right", Brief: "pairs right", Style: numeral.Percent, Goal: known.Higher,
		Range: known.Probability, Level: view.Answering,
		Value: ofRisks(func(c training.Comparison) known.Value {
			if c.Ordered == 0 {
				return known.Nothing("all alike")
			}
			return known.Approximated(c.Kept)
		}),
		Cases: whyRisks("The share of the pairs of models of unequal clean risk of which noisy risk prefers the one that clean risk prefers; where noisy risk is equal, a pair counts half.",
			"Of a symmetric loss all pairs are kept at any ε above 0, in the mean over flips.")},
	view.Reading[risk]{Name: "slope-expected", Label: "slope, if symmetric", Goal: known.Higher,
		Range:   known.Probability,
		ExactOf: "the mean over flips of these records that leave both labels, for a loss that is symmetric",
		Value:   view.Exactly(func(q risk) float64 { return q.mean.Slope }),
		Formula: "The mean of (a·n₋ - b·n₊)/(m(n - m)) over the flips that leave both labels, 0 < m < n: of n₊ and n₋ records a and b are labelled positive, " +
			"m = a + b, with a ~ Bin(n₊, 1 - p) and b ~ Bin(n₋, p).",
		With: view.Remark(func(q risk, v known.Value) string {
			return fmt.Sprintf("n₊ = %d, n₋ = %d, p = %s: %s. If loss(z) + loss(-z) = C everywhere, noisy risk = %s · clean risk + "+
				"C · %s in the mean.",
				q.Positives, q.Negatives,
				numeral.Short(q.m.Flip), numeral.Short(v.Value), numeral.Short(v.Value), numeral.Short((1-v.Value)/2))
		}),
		Source:  "a sum over both binomial distributions; " + twoTheorems,
		Assumes: "Of flips that leave one label no risk is defined, and they are left out."},
	view.Reading[risk]{Name: "slope-limit", Label: "slope, many records", Symbol: "π - π′", Goal: known.Higher,
		Range:   known.Probability,
		ExactOf: "the limit of many records",
		Value:   view.Exactly(func(q risk) float64 { return q.limit.Slope }),
		Formula: "π - π′, the shares of true positives among the records labelled positive and negative, of a population: the limit of many records, tanh(ε/2) where the classes are balanced.",
		With: view.Remark(func(q risk, v known.Value) string {
			return fmt.Sprintf("%s - %s = %s.", numeral.Short(q.limit.Positive), numeral.Short(q.limit.Negative), numeral.Short(v.Value))
		}),
		Source: twoTheorems},
	view.Reading[risk]{Name: "both-labels", Label: "flips leave both labels", Style: numeral.Percent, Goal: known.Higher,
		Range:   known.Probability,
		ExactOf: "flips of so many records, half of each class",
		Value:   view.Exactly(func(q risk) float64 { return q.mean.Left }),
		Formula: "1 - p^n₊·(1 - p)^n₋ - (1 - p)^n₊·p^n₋: neither all labels are flipped to negative nor all to positive.",
		With: view.Remark(func(q risk, v known.Value) string {
			return fmt.Sprintf("n₊ = %d, n₋ = %d, p = %s: %s.", q.Positives, q.Negatives, numeral.Short(q.m.Flip), numeral.Percent.Format(v.Value))
		})},
	view.Reading[risk]{Name: "slope", Label: "slope of the fit", Goal: known.Higher,
		Range: known.Signed,
		Value: ofRisks(func(c training.Comparison) known.Value { return known.Approximated(c.Slope) }),
		Cases: whyRisks("The slope of the least-squares line of noisy risk on clean risk.", "")},
	view.Reading[risk]{Name: "spread", Label: "scatter about the line", Style: numeral.Relative, Goal: known.Lower,
		Range: known.NotNegative,
		Value: ofRisks(func(c training.Comparison) known.Value {
			if c.Spread < roundedAway {
				return known.Approximated(0)
			}
			return known.Approximated(c.Spread)
		}),
		Cases: whyRisks("The standard deviation of the noisy risks about their least-squares line, as a part of their own: 0 is a straight line.",
			"")},
	view.Reading[risk]{Name: "regret", Label: "excess risk of pick", Brief: "excess risk", Goal: known.Lower,
		Range: known.NotNegative, Level: view.Shown,
		Value:  ofRisks(func(c training.Comparison) known.Value { return known.Approximated(c.Regret) }),
		Remark: besideRegret,
		Cases: whyRisks("The clean risk of the model that has the least noisy risk, above the least clean risk of all: what choosing by noisy labels costs. Of several models that share the least noisy risk it is the mean.",
			"")},
	publishing.FlipChance[risk](view.Shown),
	publishing.Stated[risk](),
	riskVerdict,
}, publishing.Attackers[risk](view.Shown))

// roundedAway is the apparent spread of a straight line by rounding of sums.
const roundedAway = 1e-9

// ofRisks makes a Value from the risks of the models, if they have any.
func ofRisks(of func(training.Comparison) known.Value) func(context.Context, risk) (known.Value, error) {
	return func(ctx context.Context, q risk) (known.Value, error) {
		c, err := q.risks.Get(ctx)
		if errors.Is(err, training.ErrOneClass) {
			return known.Nothing("one class"), nil
		}
		if err != nil {
			return known.Value{}, err
		}
		return of(c), nil
	}
}

// whyRisks explains an answer about the risks of the models.
func whyRisks(formula, assumes string) []view.Case[risk] {
	return []view.Case[risk]{{
		Formula: formula,
		With: view.Remark(func(q risk, v known.Value) string {
			if v.Missing() {
				return "In this draw all labels are of one class, and no risk is defined; another seed, more records or a larger ε helps."
			}
			return fmt.Sprintf("%s models over n = %s, %s, by %s.", numeral.Count(float64(q.Count)), control.Records(q.Positives+q.Negatives),
				q.manner(), q.Loss.Formula())
		}),
		Source:  twoTheorems,
		Assumes: control.Sentences(assumes, modelsAre),
	}}
}

const modelsAre = "The models are drawn at random, linear, and over two normal classes; others would give other numbers."

func (q risk) manner() string {
	if q.drawn {
		return fmt.Sprintf("under one draw of flips (seed %d)", q.Seed)
	}
	return "in the mean over the flips that leave both labels"
}

// besideRegret says whether the choice is the best one.
func besideRegret(ctx context.Context, q risk, v known.Value) (string, error) {
	if v.Missing() {
		return "", nil
	}
	c, err := q.risks.Get(ctx)
	if err == nil && c.Regret == 0 {
		return "best picked", nil
	}
	return "", err
}
