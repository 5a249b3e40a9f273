package rareclass

import (
	"context"
	"strconv"
	"testing"

	"dpscope/engine/oracle"
	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/engine/work/worktest"
)

// mammographyTrial returns a private fit of the largest set.
func mammographyTrial(b *testing.B) Trial {
	return Trial{Source: Source{File: oracle.Path(b, "data", "imbalanced", "mammography.csv"), Label: "y"}, Clip: 3, Ratio: 42, PerRecord: 1, Epsilon: 1}
}

// One private fit of four fifths of 11,183 records of six features, by budget.
func BenchmarkFit(b *testing.B) {
	for _, c := range []struct {
		name      string
		weighting Weighting
		epsilon   float64
	}{{"unweighted/0.1", Unweighted, 0.1}, {"unweighted/1", Unweighted, 1}, {"weighted/1", Inverse, 1}, {"weighted/10", Inverse, 10}} {
		b.Run(c.name, func(b *testing.B) {
			t := mammographyTrial(b)
			t.Learner, t.Epsilon = c.weighting, c.epsilon
			p, err := t.parts(context.Background())
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := t.Learner.scores(context.Background(), t, p.learnt, p.test); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// All that the view of weights fits: two learners over eight budgets, and 20 seeds,
// from the file on.
func BenchmarkSweep(b *testing.B) {
	for b.Loop() {
		ctx := worktest.Session(context.Background(), 1<<28)
		var trials []Trial
		for _, w := range []Weighting{Unweighted, Inverse} {
			for _, epsilon := range []float64{0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10} {
				t := mammographyTrial(b)
				t.Learner, t.Epsilon = w, epsilon
				trials = append(trials, t)
			}
		}
		if _, err := trial.Sweep[Repeats](ctx, trials, 20, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// All lines that anatomy draws, by records.
func BenchmarkLines(b *testing.B) {
	for _, records := range []int{1000, 5000, 20_000} {
		b.Run(strconv.Itoa(records), func(b *testing.B) {
			for b.Loop() {
				ctx := worktest.Session(context.Background(), 1<<28)
				if _, err := (Anatomy{Epsilon: 1, Lambda: 0.001, Records: records, Most: 1, Clip: 8, Seed: 1}).Lines(ctx, func(Lines, work.Progress) {}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Boosted trees on four fifths of 11,183 records of six features: 100 rounds of depth 6, on one core.
func BenchmarkBoosted(b *testing.B) {
	for _, c := range []struct {
		name    string
		learner Learner
	}{{"even", Boosted{}}, {"weighted", Boosted{Weighted: true}}} {
		b.Run(c.name, func(b *testing.B) {
			t := c.learner.heeds(mammographyTrial(b))
			p, err := t.parts(worktest.Session(context.Background(), 1<<28))
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := c.learner.scores(context.Background(), t, p.learnt, p.test); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// SMOTE of the same records: 8,530 rows between 208.
func BenchmarkSmote(b *testing.B) {
	t := Boosted{}.heeds(mammographyTrial(b))
	p, err := t.parts(worktest.Session(context.Background(), 1<<28))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Smote.balance(context.Background(), p.learnt, trial.Random(1, 1)); err != nil {
			b.Fatal(err)
		}
	}
}
