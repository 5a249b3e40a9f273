package classifier

import (
	"context"
	"fmt"
	"slices"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/population"
	"dpscope/views/control"
	"dpscope/views/view"
)

// crowdOrders compares values for the records of the table; intervals are about the population.
var crowdOrders = []view.Inequality{
	{Less: "worst", More: "fifth", Told: true},
	{Less: "worst", More: "mean", Told: true},
	{Less: "mean-proven", More: "mean", Told: true},
}

var crowdReadings = slices.Concat(allReadings, attackers[populationQuestion](view.Shown), groupReadings, tableReadings[populationQuestion](),
	[]view.Entry[populationQuestion]{rangesOf[populationQuestion]()})

// allReadings lists the readings about all records.
var allReadings = []view.Entry[populationQuestion]{
	reachCount,
	toldReading(view.Shown, "mean", "average", func(s population.Summary) known.Value { return s.Mean }, view.Case[populationQuestion]{
		Formula: "The mean over the records, by their agreements or what is proven of them.",
		With: ofTold(func(q populationQuestion, t population.Spread) string {
			return control.Sentences(q.words(t), q.unlessWhole(fmt.Sprintf("By the bootstrap, seed %d, with room for records of a kind of which none was drawn.", q.Seed)), q.aboutPeople())
		}),
		Source: "Efron & Tibshirani 1993, ch. 13",
	}),
	lowestReading, lowestClass, lowestMean, lowestSize,
	toldReading(view.Folded, "fifth", "5th percentile", func(s population.Summary) known.Value { return s.Fifth }, view.Case[populationQuestion]{
		Formula: "At most one record in twenty keeps its prediction less often.",
		With: ofTold(func(q populationQuestion, t population.Spread) string {
			return control.Sentences(control.Records(t.Count)+".", q.unlessWhole("The interval is of order statistics, which are exact."),
				q.aboutPeople())
		}),
		Source: "David & Nagaraja 2003, sec. 7.1",
	}),
	view.Reading[populationQuestion]{Name: "worst", ExactOf: exactAll, Label: "worst record of all", Style: numeral.Percent, Goal: known.Higher, Expensive: true,
		Range: known.Probability,
		Value: view.Gets(populationQuestion.Described, func(q populationQuestion, t population.Spread) known.Value {
			return q.Least(t.Summary, t.Basis)
		}),
		Interval: func(ctx context.Context, q populationQuestion, _ known.Value) (known.Value, error) {
			t, err := q.Summarised(ctx)
			return q.Least(t.Summary, t.Basis), err
		},
		Opens:   worstAddress,
		Formula: "The least over the records, by their agreements or what is proven of them.",
		With: ofTold(func(q populationQuestion, t population.Spread) string {
			named := ""
			if t.WorstAt >= 0 {
				named = "It is that of " + q.Sample.FullNameOf(t.WorstAt) + "."
			}
			return control.Sentences(q.words(t), named, q.belowWorst(t))
		})},
	view.Reading[populationQuestion]{Name: "worst-record", ExactOf: exactAll, Label: "which record is worst", Expensive: true,
		Value: func(ctx context.Context, q populationQuestion) (known.Value, error) {
			t, err := q.Described(ctx)
			if err != nil || t.WorstAt < 0 {
				return known.Nothing("no record has an answer yet"), err
			}
			name := q.Sample.FullNameOf(t.WorstAt)
			return known.Named(name, inLead(name)).As(q.WhoBasis()), nil
		},
		Opens:   worstAddress,
		Formula: "The record of the least agreement, by its line in the file and its id where the file has ids. The first of several.",
		With:    view.Says(func(q populationQuestion) string { return q.Sample.String() + "." })},
	view.Reading[populationQuestion]{Name: "reach-target", ExactOf: exactAll, Label: "share that reaches the target", Style: numeral.Percent,
		Round: numeral.Down, Goal: known.Higher, Expensive: true,
		Range: known.Probability,
		Title: func(q populationQuestion) string { return "share that reaches " + control.Target.Text(q.target) },
		Value: view.Gets(populationQuestion.Described, func(q populationQuestion, t population.Spread) known.Value {
			return t.Say(t.Reach(q.target))
		}),
		Interval: func(ctx context.Context, q populationQuestion, _ known.Value) (known.Value, error) {
			t, err := q.Summarised(ctx)
			return t.Say(t.Reach(q.target)), err
		},
		Formula: "The share of the records that reach the target, by their agreements or what is proven of them.",
		With: view.Tells(populationQuestion.Described, func(q populationQuestion, t population.Spread) string {
			return control.Sentences(q.words(t), "The target is "+control.Target.Text(q.target)+".", q.aboutPeople())
		}),
		Source: "Clopper & Pearson 1934, without replacement where the records are drawn from a file"},
	view.Reading[populationQuestion]{Name: "mean-proven", ExactOf: exactAll, Label: "average, proven", Style: numeral.Percent, Goal: known.Higher,
		Expensive: true,
		Range:     known.Probability,
		Value:     func(ctx context.Context, q populationQuestion) (known.Value, error) { return q.Proven(ctx) },
		Interval: func(ctx context.Context, q populationQuestion, _ known.Value) (known.Value, error) {
			mean, _, err := q.ProvenSummarised(ctx)
			return mean, err
		},
		Formula: "The mean of the masses of the largest proven boxes, a bound on the mean agreement.",
		With: func(ctx context.Context, q populationQuestion, _ known.Value) (string, error) {
			_, records, err := q.ProvenSummarised(ctx)
			return control.Sentences(control.Records(records)+".", q.aboutPeople()), err
		}},
	view.Reading[populationQuestion]{Name: "records", ExactOf: theseRecords, Label: "records answered", Style: numeral.Whole,
		Range: known.NotNegative,
		Value: view.Gets(populationQuestion.Described, func(_ populationQuestion, t population.Spread) known.Value {
			return known.Exactly(float64(t.Count + t.Added))
		}),
		Formula: "Records with an answer."},
	view.Reading[populationQuestion]{Name: "epsilon-total", ExactOf: exactTotal, Label: "ε in total", Goal: known.Lower,
		Range:   known.NotNegative,
		Value:   view.Exactly(func(q populationQuestion) float64 { return float64(len(q.Private)) * q.epsilon }),
		Parts:   func(q populationQuestion) int { return equalParts(q.Run.Weights, q.features()) },
		Remark:  view.Says(func(q populationQuestion) string { return summed(q.Run.Weights, q.features(), q.epsilon) }),
		Formula: "Every private feature is perturbed with ε; what one person reveals adds up to d·ε (basic composition), and δ, where the mechanism has one, to d·δ."},
}

// toldReading declares a number of the summary; its interval comes late.
func toldReading(level view.Level, name, label string, of func(population.Summary) known.Value, why view.Case[populationQuestion]) view.Reading[populationQuestion] {
	return view.Reading[populationQuestion]{Name: name, ExactOf: exactAll, Label: label, Style: numeral.Percent, Goal: known.Higher, Expensive: true,
		Value: view.Gets(populationQuestion.Described, func(_ populationQuestion, t population.Spread) known.Value {
			return t.Say(of(t.Summary))
		}),
		Interval: func(ctx context.Context, q populationQuestion, _ known.Value) (known.Value, error) {
			t, err := q.Summarised(ctx)
			return t.Say(of(t.Summary)), err
		},
		Range: known.Probability, Level: level, Cases: []view.Case[populationQuestion]{why}}
}

// ofTold makes a With from the summary with its intervals.
func ofTold(of func(populationQuestion, population.Spread) string) func(context.Context, populationQuestion, known.Value) (string, error) {
	return view.Tells(populationQuestion.Summarised, func(q populationQuestion, t population.Spread) string { return of(q, t) })
}

// worstAddress returns the address of the record that fares worst.
func worstAddress(ctx context.Context, q populationQuestion, _ known.Value) (string, error) {
	t, err := q.Described(ctx)
	return q.recordAddress(t.WorstAt), err
}
