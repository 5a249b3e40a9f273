package robustness

import (
	"context"
	"fmt"
	"math"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/population"
	"dpscope/views/control"
	"dpscope/views/view"
)

// The interval of a number about people is about those whom the table stands
// for.
const aboutPeople = "For the table itself it is no estimate; the interval is about the population that the records are drawn from, at 95 %."

// crowdOrders are about the records of the table, of which the values are told;
// intervals are about the population.
var crowdOrders = []view.Order{
	{Less: "worst", More: "fifth", Told: true},
	{Less: "worst", More: "mean", Told: true},
	{Less: "mean-proven", More: "mean", Told: true},
}

var crowdReadings = []view.Entry[crowd]{
	toldReading("mean", "mean", func(s population.Summary) known.Value { return s.Mean }, func(q crowd, t told) engine.Why {
		return engine.Why{Formula: "The mean of " + t.what + " of the records.", With: fmt.Sprintf("%d records. By the bootstrap, seed %d.", t.Count, q.seed),
			Source: "Efron & Tibshirani 1993, ch. 13", Assumes: aboutPeople}
	}),
	toldReading("fifth", "5th percentile", func(s population.Summary) known.Value { return s.Fifth }, func(_ crowd, t told) engine.Why {
		return engine.Why{Formula: "At most one record in twenty fares worse.", With: fmt.Sprintf("%d records. The interval is of order statistics, which are exact.", t.Count),
			Source: "David & Nagaraja 2003, sec. 7.1", Assumes: aboutPeople}
	}),
	view.Reading[crowd]{Name: "worst", Label: "worst", Style: numeral.Percent, Round: numeral.Down, Goal: known.Higher, Coarse: true,
		Value: func(ctx context.Context, q crowd) (known.Value, error) {
			t, err := q.described(ctx)
			return t.Least(t.basis), err
		},
		Beside: func(ctx context.Context, q crowd, v known.Value) (string, error) {
			t, err := q.described(ctx)
			if err != nil || t.WorstAt < 0 {
				return "", err
			}
			return "record " + q.table.Names[t.WorstAt], nil
		},
		Why: func(ctx context.Context, q crowd, _ known.Value) (engine.Why, error) {
			t, err := q.summarised(ctx)
			w := engine.Why{Formula: "The least of " + t.what + " of the records.", With: fmt.Sprintf("%d records.", t.Count)}
			if err == nil && !math.IsNaN(t.BelowWorst) {
				w.Assumes = fmt.Sprintf("With 95 %% confidence at most %s of the population fare worse (1 - 0.05^(1/n)).", numeral.Up.Chance(t.BelowWorst))
			}
			return w, err
		}},
	view.Reading[crowd]{Name: "reach-target", Label: "reach the target", Style: numeral.Percent, Round: numeral.Down, Goal: known.Higher, Coarse: true,
		Title: func(q crowd) string { return "reach " + control.Target.Text(q.target) },
		Value: func(ctx context.Context, q crowd) (known.Value, error) {
			t, err := q.described(ctx)
			return t.Reach(q.target, t.basis), err
		},
		Why: func(ctx context.Context, q crowd, _ known.Value) (engine.Why, error) {
			s, err := q.described(ctx)
			return engine.Why{Formula: "The share of the records whose agreement is at least the target.", With: fmt.Sprintf("%d records, %s.", s.Count, control.Target.Text(q.target))}, err
		}},
	view.Reading[crowd]{Name: "mean-proven", Label: "mean, proven", Style: numeral.Percent, Goal: known.Higher, Coarse: true,
		Value: func(ctx context.Context, q crowd) (known.Value, error) {
			proven, err := q.answers.certified.Get(ctx)
			return population.Describe(proven).Mean, err
		},
		Late: func(ctx context.Context, q crowd, _ known.Value) (known.Value, error) {
			s, err := q.answers.ofProven.Get(ctx)
			return s.Mean, err
		},
		Why: func(ctx context.Context, q crowd, _ known.Value) (engine.Why, error) {
			s, err := q.answers.ofProven.Get(ctx)
			return engine.Why{Formula: "The mean of the masses of the largest proven boxes, a bound on the mean agreement.", With: fmt.Sprintf("%d records.", s.Count), Assumes: aboutPeople}, err
		}},
	view.Reading[crowd]{Name: "records", Label: "records", Style: numeral.Whole,
		Value: func(ctx context.Context, q crowd) (known.Value, error) {
			t, err := q.described(ctx)
			return known.Exactly(float64(t.Count)), err
		},
		Why: view.Because(func(crowd, known.Value) engine.Why { return engine.Why{Formula: "Records with an answer."} })},
	view.Reading[crowd]{Name: "epsilon-total", Label: "ε in total", Goal: known.Lower,
		Value: view.Exactly(func(q crowd) float64 { return float64(len(q.private)) * q.epsilon }),
		Beside: view.Remark(func(q crowd, _ known.Value) string {
			return fmt.Sprintf("%d × %s", len(q.private), numeral.Short(q.epsilon))
		}),
		Why: view.Because(func(crowd, known.Value) engine.Why {
			return engine.Why{Formula: "Every private feature is perturbed with ε; what one person reveals adds up to d·ε (basic composition), and δ, where the mechanism has one, to d·δ."}
		})},
}

// toldReading is a number of the summary, whose interval comes late.
func toldReading(name, label string, of func(population.Summary) known.Value, why func(crowd, told) engine.Why) view.Reading[crowd] {
	return view.Reading[crowd]{Name: name, Label: label, Style: numeral.Percent, Goal: known.Higher, Coarse: true,
		Value: func(ctx context.Context, q crowd) (known.Value, error) {
			t, err := q.described(ctx)
			return of(t.Summary), err
		},
		Late: func(ctx context.Context, q crowd, _ known.Value) (known.Value, error) {
			t, err := q.summarised(ctx)
			return of(t.Summary), err
		},
		Why: func(ctx context.Context, q crowd, _ known.Value) (engine.Why, error) {
			t, err := q.summarised(ctx)
			return why(q, t), err
		}}
}
