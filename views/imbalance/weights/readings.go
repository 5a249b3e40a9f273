package weights

import (
	"context"
	"fmt"
	"math"
	"slices"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/rareclass"
	"dpscope/views/control"
	"dpscope/views/imbalance"
	"dpscope/views/view"
)

var weightsReadings = slices.Concat(ofChosen(), []view.Entry[weights]{
	standing,
	view.Reading[weights]{Name: "without-noise", Label: "without noise", Styled: weights.drawnStyle, Goal: known.Higher, Expensive: true,
		Range: known.Correlation, RangeOf: weights.drawnRange,
		Value: func(ctx context.Context, q weights) (known.Value, error) {
			e := q.entrants[q.focus]
			r, err := q.plain(ctx, e)
			return e.value(q.measure, r), err
		},
		Cases: ofMeasures(func(m imbalance.Measure) view.Case[weights] {
			return view.Case[weights]{
				Formula: m.Formula + ".",
				With: view.Says(func(q weights) string {
					return q.trained() + " The same method on the same splits, with no noise and no privacy."
				}),
				Source: imbalance.RunHere,
			}
		})},
	view.Reading[weights]{Name: "effective-sample", Label: "worth in equal records", Style: numeral.Whole, Goal: known.Higher,
		Range: known.NotNegative, Level: view.Shown,
		When:    func(q weights) bool { return q.making == rareclass.AsRecorded },
		Value:   view.Known(func(q weights) known.Value { return known.Approximated(q.effective()) }),
		Remark:  view.Says(func(q weights) string { return "of " + numeral.Count(float64(q.records.Len())) }),
		Formula: "Σ wᵢ over the greatest weight: the noise covers a record of the greatest weight, whatever the weights of the others.",
		With: view.Remark(func(q weights, v known.Value) string {
			return fmt.Sprintf("%s positive records of %s.", numeral.Count(float64(q.records.Positives())), numeral.Count(float64(q.records.Len())))
		}),
		Source:  imbalance.Derived,
		Assumes: "With weights of one over the frequency it is about twice the rare records: weighting costs that much signal."},
	leftForNoise, eachModel, noisePerStep,
}, weightsVerdicts, weightsCrossing, weightsAttackers)

// ofChosen declares the measures of the chosen method at the chosen budget.
func ofChosen() (all []view.Entry[weights]) {
	for _, m := range imbalance.Measured {
		level := view.Folded
		if m.Name == "recall" || m.Name == "precision" {
			level = view.Shown
		}
		all = append(all, view.Reading[weights]{Name: m.Name, Label: m.Title, Style: m.Style(), Goal: known.Higher, Expensive: true, Range: m.Can(),
			Level: level,
			Value: func(ctx context.Context, q weights) (known.Value, error) {
				e := q.entrants[q.focus]
				r, err := q.here(ctx, e)
				return e.value(m, r), err
			},
			Remark: func(ctx context.Context, q weights, v known.Value) (string, error) {
				s, err := q.chosen(ctx, m)
				method := q.entrants[q.focus].title
				if err != nil || s.Seeds < 2 {
					return method, err
				}
				return method + ", sd " + m.Style().Format(s.Deviation), nil
			},
			Formula: m.Formula + ".",
			With: view.Says(func(q weights) string {
				return fmt.Sprintf("%s On the %s held out of each split.", q.trained(), q.apart())
			}),
			Source:  imbalance.RunHere,
			Assumes: exactly + " " + control.OverSplits})
	}
	return all
}

// ofMeasures returns the cases of an answer about the drawn measure.
func ofMeasures(of func(imbalance.Measure) view.Case[weights]) (cases []view.Case[weights]) {
	for _, m := range imbalance.Measured {
		c := of(m)
		c.If, c.When = "the measure is "+m.Title, view.Whenever(func(q weights) bool { return q.measure.Name == m.Name })
		cases = append(cases, c)
	}
	return cases
}

const exactly = "The guarantee is for the exact minimiser and real arithmetic."

// standing declares the methods' numbers by the drawn measure.
var standing = view.Family[weights]{Name: "standing", Of: "method", Label: "the measure that is drawn", Level: view.Answering,
	Members: view.Named(func(q weights) []learner { return q.entrants }, func(e learner) string { return e.name }),
	Each: func(member string) view.Reading[weights] {
		return view.Reading[weights]{Goal: known.Higher, Expensive: true, Styled: weights.drawnStyle,
			Range: known.Correlation, RangeOf: weights.drawnRange,
			Title: func(q weights) string { return q.titleOf(member) },
			Value: func(ctx context.Context, q weights) (known.Value, error) {
				i := slices.IndexFunc(q.entrants, func(e learner) bool { return e.name == member })
				if i < 0 {
					return known.Nothing("it does not run"), nil
				}
				r, err := q.here(ctx, q.entrants[i])
				return q.entrants[i].value(q.measure, r), err
			},
			Cases: ofMeasures(func(m imbalance.Measure) view.Case[weights] {
				return view.Case[weights]{
					Formula: m.Title + ": " + m.Formula + ".",
					With:    view.Says(func(q weights) string { return q.trainedBy(q.titleOf(member)) }),
					Source:  imbalance.RunHere,
					Assumes: "The same splits and the same draws of noise for every method.",
				}
			})}
	}}

// titleOf returns the title of a method.
func (q weights) titleOf(method string) string {
	for _, e := range q.entrants {
		if e.name == method {
			return e.title
		}
	}
	return method
}

// drawnRange returns the possible values of the drawn measure.
func (q weights) drawnRange() known.Range { return q.measure.Can() }

// drawnStyle returns the style of the drawn measure.
func (q weights) drawnStyle() numeral.Style { return q.measure.Style() }

// chosen returns a measure of the chosen method at the chosen budget.
func (q weights) chosen(ctx context.Context, m imbalance.Measure) (known.Summary, error) {
	e := q.entrants[q.focus]
	r, err := q.here(ctx, e)
	return e.summary(m, r), err
}

// learnt returns how many records are trained on, and how many of them are positive.
func (q weights) learnt() (positives, records int) {
	part := func(all int) int { return int(math.Round((1 - rareclass.TestShare) * float64(all))) }
	return part(q.records.Positives()), part(q.records.Len())
}

// learner returns the learner of the chosen method.
func (q weights) learner() rareclass.Learner { return q.entrants[q.focus].learner }

// effective returns the number of records in effect.
func (q weights) effective() float64 { return q.effectiveWith(q.learner()) }

// effectiveWith returns that number with a learner.
func (q weights) effectiveWith(l rareclass.Learner) float64 {
	positives, records := q.records.Positives(), q.records.Len()
	return l.Weights(q.trial.Ratio, positives, records).Effective(positives, records)
}

// trained says what a number of the chosen method was computed from.
func (q weights) trained() string { return q.trainedBy(q.entrants[q.focus].title) }

func (q weights) trainedBy(method string) string {
	return fmt.Sprintf("%s, ε = %s, λn = %s, r = %s, %s.", method, imbalance.FitEpsilon.Text(q.trial.Epsilon), perRecord.Text(q.trial.PerRecord),
		numeral.Short(q.trial.Ratio),
		numeral.Things(q.seeds, "split"))
}

// apart says how many records are held out.
func (q weights) apart() string {
	return fmt.Sprintf("%.0f records, about %.0f of them positive,", rareclass.TestShare*float64(q.records.Len()),
		rareclass.TestShare*float64(q.records.Positives()))
}
