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

// aboutPeople says of whom a number is true, and what its interval is about.
func (q crowd) aboutPeople() string {
	switch {
	case q.sample.Whole():
		return "All records that can be used are looked at: nothing is estimated."
	case q.sample.Of() == 0:
		return "For these records it is no estimate; the interval is about all that the same rules make up, at 95 %."
	}
	return fmt.Sprintf("For the records drawn it is no estimate; the interval is about the %s of the file that can be used, drawn from without replacement, at 95 %%.",
		numeral.Count(float64(q.sample.Of())))
}

// crowdOrders are about the records of the table, of which the values are told;
// intervals are about the population.
var crowdOrders = []view.Order{
	{Less: "worst", More: "fifth", Told: true},
	{Less: "worst", More: "mean", Told: true},
	{Less: "mean-proven", More: "mean", Told: true},
}

var crowdReadings = []view.Entry[crowd]{
	toldReading("mean", "mean", func(s population.Summary) known.Value { return s.Mean }, func(q crowd, t told) engine.Why {
		return engine.Why{Formula: "The mean of " + t.what + " of the records.", With: control.Sentences(fmt.Sprintf("%d records.", t.Count), q.unlessWhole(fmt.Sprintf("By the bootstrap, seed %d.", q.seed))),
			Source: "Efron & Tibshirani 1993, ch. 13", Assumes: q.aboutPeople()}
	}),
	toldReading("fifth", "5th percentile", func(s population.Summary) known.Value { return s.Fifth }, func(q crowd, t told) engine.Why {
		return engine.Why{Formula: "At most one record in twenty fares worse.", With: control.Sentences(fmt.Sprintf("%d records.", t.Count), q.unlessWhole("The interval is of order statistics, which are exact.")),
			Source: "David & Nagaraja 2003, sec. 7.1", Assumes: q.aboutPeople()}
	}),
	view.Reading[crowd]{Name: "worst", Label: "worst", Title: func(q crowd) string { return "worst" + q.unlessWhole(" of these") }, Style: numeral.Percent, Round: numeral.Down, Goal: known.Higher, Coarse: true,
		Value: func(ctx context.Context, q crowd) (known.Value, error) {
			t, err := q.described(ctx)
			return t.Least(t.basis), err
		},
		Beside: func(ctx context.Context, q crowd, v known.Value) (string, error) {
			t, err := q.described(ctx)
			if err != nil || t.WorstAt < 0 {
				return "", err
			}
			return q.sample.NameOf(t.WorstAt), nil
		},
		Opens: func(ctx context.Context, q crowd, _ known.Value) (string, error) {
			t, err := q.described(ctx)
			return q.recordAddress(t.WorstAt), err
		},
		Why: func(ctx context.Context, q crowd, _ known.Value) (engine.Why, error) {
			t, err := q.summarised(ctx)
			w := engine.Why{Formula: "The least of " + t.what + " of the records.", With: fmt.Sprintf("%d records.", t.Count)}
			if t.WorstAt >= 0 {
				w.With += " It is that of " + q.sample.FullNameOf(t.WorstAt) + "."
			}
			if err == nil && !math.IsNaN(t.BelowWorst) {
				w.Assumes = fmt.Sprintf("With 95 %% confidence at most %s of the population fare worse.", numeral.Up.Chance(t.BelowWorst))
			}
			return w, err
		}},
	view.Reading[crowd]{Name: "reach-target", Label: "reach the target", Style: numeral.Percent, Round: numeral.Down, Goal: known.Higher, Coarse: true,
		Title: func(q crowd) string { return "reach " + control.Target.Text(q.target) },
		Value: func(ctx context.Context, q crowd) (known.Value, error) {
			t, err := q.described(ctx)
			return t.say(t.Reach(q.target)), err
		},
		Late: func(ctx context.Context, q crowd, _ known.Value) (known.Value, error) {
			t, err := q.summarised(ctx)
			return t.say(t.Reach(q.target)), err
		},
		Why: func(ctx context.Context, q crowd, _ known.Value) (engine.Why, error) {
			s, err := q.described(ctx)
			return engine.Why{Formula: "The share of the records of which " + s.what + " reach the target.", With: fmt.Sprintf("%d records, %s.", s.Count, control.Target.Text(q.target)),
				Source: "Clopper & Pearson 1934, without replacement where the records are drawn from a file", Assumes: q.aboutPeople()}, err
		}},
	view.Reading[crowd]{Name: "mean-proven", Label: "mean, proven", Style: numeral.Percent, Goal: known.Higher, Coarse: true,
		Value: func(ctx context.Context, q crowd) (known.Value, error) {
			proven, err := q.answers.certified.Get(ctx)
			return q.provenMean(population.Describe(proven)), err
		},
		Late: func(ctx context.Context, q crowd, _ known.Value) (known.Value, error) {
			s, err := q.answers.ofProven.Get(ctx)
			return q.provenMean(s), err
		},
		Why: func(ctx context.Context, q crowd, _ known.Value) (engine.Why, error) {
			s, err := q.answers.ofProven.Get(ctx)
			return engine.Why{Formula: "The mean of the masses of the largest proven boxes, a bound on the mean agreement.", With: fmt.Sprintf("%d records.", s.Count), Assumes: q.aboutPeople()}, err
		}},
	view.Reading[crowd]{Name: "records", Label: "records answered", Style: numeral.Whole,
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
	counted("records-used", "records looked at", func(q crowd) int { return q.sample.Len() }, "Records looked at: all that can be used, or a part of them drawn by the seed."),
	counted("records-total", "records in all", func(q crowd) int { return q.sample.Total }, "Records of the file, or records made up."),
	counted("records-left-out", "records left out", func(q crowd) int { return q.sample.LeftOut() }, "Records that cannot be used: a value is missing, or a private one lies outside [0, 1]."),
	counted("classes", "classes among them", func(q crowd) int { return q.sample.Met() }, "Different classes that the classifier gives the records looked at; where it is one, the table may be on another scale than the classifier's."),
}

// counted is a number of records of the table.
func counted(name, label string, of func(crowd) int, formula string) view.Reading[crowd] {
	return view.Reading[crowd]{Name: name, Label: label, Style: numeral.Whole,
		Value: view.Exactly(func(q crowd) float64 { return float64(of(q)) }),
		Why: view.Because(func(q crowd, _ known.Value) engine.Why {
			return engine.Why{Formula: formula, With: q.sample.String() + "."}
		})}
}

// provenMean is the mean of the proven bounds, of which an interval is about that
// mean.
func (q crowd) provenMean(s population.Summary) known.Value {
	if q.sample.Whole() {
		return population.Settled(s.Mean, known.AtLeast)
	}
	return s.Mean
}

// unlessWhole is a text about a part of the records.
func (q crowd) unlessWhole(text string) string {
	if q.sample.Whole() {
		return ""
	}
	return text
}

// toldReading is a number of the summary, whose interval comes late.
func toldReading(name, label string, of func(population.Summary) known.Value, why func(crowd, told) engine.Why) view.Reading[crowd] {
	return view.Reading[crowd]{Name: name, Label: label, Style: numeral.Percent, Goal: known.Higher, Coarse: true,
		Value: func(ctx context.Context, q crowd) (known.Value, error) {
			t, err := q.described(ctx)
			return t.say(of(t.Summary)), err
		},
		Late: func(ctx context.Context, q crowd, _ known.Value) (known.Value, error) {
			t, err := q.summarised(ctx)
			return t.say(of(t.Summary)), err
		},
		Why: func(ctx context.Context, q crowd, _ known.Value) (engine.Why, error) {
			t, err := q.summarised(ctx)
			return why(q, t), err
		}}
}
