package rareclass

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/learners/private"
)

// Learner is a way to learn from records in a Trial. Equal learners learn alike.
type Learner interface {
	// Weights returns the weight of each class in the loss, by the declared ratio and the number of positive
	// records.
	Weights(ratio float64, positives, records int) private.Weights

	// heeds returns a trial without what the learner does not look at: equal results learn alike.
	heeds(t Trial) Trial

	// scores learns from rows and scores others: above 0 is positive.
	scores(ctx context.Context, t Trial, learnt, test private.Rows) ([]float64, error)
}

// Weighting is objective perturbation with weights by class.
type Weighting int

const (
	Unweighted Weighting = iota
	Inverse              // 1 for the rarer class and 1/r for the other, by the public ratio
	Normalised           // n₀/n and n₁/n of the data themselves
)

// Weights implements Learner.
func (w Weighting) Weights(ratio float64, positives, records int) private.Weights {
	switch w {
	case Inverse:
		return private.Inverse(ratio)
	case Normalised:
		return private.Normalised(positives, records)
	}
	return private.Even
}

// Fit returns the fit to that many records and positives.
func (w Weighting) Fit(t Trial, positives, records int) private.Fit {
	f := private.Fit{Epsilon: t.Epsilon, Lambda: t.PerRecord / float64(records), Weights: w.Weights(t.Ratio, positives, records), Rule: t.Rule}
	if w == Normalised {
		f.Rule = private.OfData
	}
	return f
}

func (Weighting) heeds(t Trial) Trial {
	t.Slack = 0
	return t
}

func (w Weighting) scores(ctx context.Context, t Trial, learnt, test private.Rows) ([]float64, error) {
	beta, err := w.beta(ctx, t, learnt)
	return private.Scores(test, beta), err
}

func (w Weighting) beta(ctx context.Context, t Trial, rows private.Rows) ([]float64, error) {
	fit := w.Fit(t, rows.Positives(), rows.Len())
	if math.IsInf(t.Epsilon, 1) {
		return private.Plain(ctx, rows, fit.Weights, fit.Lambda)
	}
	return fit.Beta(ctx, rows, private.NewDraw(rows.Dims, t.random()), nil)
}

// Bagged is a vote of private models with public weights, each of a part of the
// records.
type Bagged struct {
	Models int
	Share  float64 // of the records that each sees
}

// Weights implements Learner.
func (Bagged) Weights(ratio float64, _, _ int) private.Weights { return private.Inverse(ratio) }

func (Bagged) heeds(t Trial) Trial { return t }

func (b Bagged) scores(ctx context.Context, t Trial, learnt, test private.Rows) ([]float64, error) {
	if math.IsInf(t.Epsilon, 1) {
		return Inverse.scores(ctx, t, learnt, test)
	}
	bagging := private.Bagging{Fit: Inverse.Fit(t, learnt.Positives(), learnt.Len()), Models: b.Models, Share: b.Share, Slack: t.Slack}
	betas, err := bagging.Betas(ctx, learnt, t.random())
	if err != nil {
		return nil, err
	}
	return private.Votes(test, betas), nil
}

// Descent is noisy gradient descent with public weights and the least noise that an accountant allows.
type Descent struct {
	Rate  float64 // share of the records in an expected batch
	Steps int
	Clip  float64 // of a gradient
	Pace  float64
}

// Weights implements Learner.
func (Descent) Weights(ratio float64, _, _ int) private.Weights { return private.Inverse(ratio) }

func (Descent) heeds(t Trial) Trial { return t }

// with returns the steps with public weights and that much noise, in units of the clip.
func (d Descent) with(weights private.Weights, deviation float64) private.Descent {
	return private.Descent{Rate: d.Rate, Steps: d.Steps, Clip: d.Clip, Pace: d.Pace, Weights: weights, Deviation: deviation}
}

func (d Descent) scores(ctx context.Context, t Trial, learnt, test private.Rows) ([]float64, error) {
	const most = 2e8 // numbers read in a fit: a second
	if read := float64(d.Steps) * d.Rate * float64(len(learnt.X)); read > most {
		return nil, fmt.Errorf("%d steps of %.0f records each take too long; %.0f steps, or a smaller q, would work", d.Steps,
			d.Rate*float64(learnt.Len()), math.Max(1, math.Floor(float64(d.Steps)*most/read)))
	}
	deviation := 0.0
	if !math.IsInf(t.Epsilon, 1) {
		var err error
		if deviation, err = d.Deviation(ctx, t.Epsilon, t.Slack); err != nil {
			return nil, err
		}
	}
	beta, err := d.with(private.Inverse(t.Ratio), deviation).Beta(ctx, learnt, t.random())
	if err != nil {
		return nil, err
	}
	return private.Scores(test, beta), nil
}

// Open is a Learner that is private in nothing: before it learns, rows of the rare class may be made.
type Open interface {
	Learner
	After(Making) Learner
}

// Baseline is plain logistic regression as libraries have it, C = 1 for the features as they are: private in nothing.
type Baseline struct {
	Making
	Weighted bool // by weights that balance the classes, as they were before anything was made
}

// Weights implements Learner.
func (b Baseline) Weights(_ float64, positives, records int) private.Weights {
	if !b.Weighted {
		return private.Even
	}
	return private.Balanced(positives, records)
}

func (Baseline) heeds(t Trial) Trial { return open(t) }

// open returns a trial of a learner without any privacy.
func open(t Trial) Trial {
	t.Slack, t.Epsilon = 0, math.Inf(1)
	return unclipped(t)
}

// unclipped returns a trial of a learner that takes features as they are, without a ridge.
func unclipped(t Trial) Trial {
	t.Clip, t.PerRecord, t.Rule = math.Inf(1), 0, private.RankOne
	return t
}

// After implements Open: rows that are made have the effect of weights.
func (Baseline) After(m Making) Learner { return Baseline{m, m == AsRecorded} }

func (b Baseline) scores(ctx context.Context, t Trial, learnt, test private.Rows) ([]float64, error) {
	if oneClass(learnt) {
		return make([]float64, test.Len()), nil
	}
	const making = 0.5                                            // of the work, about
	weigh := b.Weights(t.Ratio, learnt.Positives(), learnt.Len()) // by the records as they were
	learnt, err := b.balance(work.Within(ctx, 0, making), learnt, t.random())
	if err != nil {
		return nil, err
	}
	size := max(longest(learnt), longest(test)) // nothing is cut by it
	unit := size * math.Sqrt2
	beta, err := private.Logistic(work.Within(ctx, making, 1), private.Unit(learnt.X, learnt.Dims, learnt.Positive, size), weigh, unit*unit)
	return private.Scores(private.Unit(test.X, test.Dims, test.Positive, size), beta), err
}

// oneClass reports whether rows show one class alone.
func oneClass(r private.Rows) bool { return r.Positives() == 0 || r.Positives() == r.Len() }

// longest returns the greatest norm of rows, or 1 if all are 0.
func longest(rows private.Rows) float64 {
	most := 0.0
	for i := range rows.Len() {
		most = max(most, square(rows.Row(i), make([]float64, rows.Dims)))
	}
	if most == 0 {
		return 1
	}
	return math.Sqrt(most)
}

// Deviation returns the noise of a step, in units of the clip, that keeps all steps (ε, δ)-private.
func (d Descent) Deviation(ctx context.Context, epsilon, delta float64) (float64, error) {
	return trial.Steps{Rate: d.Rate, Count: d.Steps, Epsilon: epsilon, Delta: delta}.Deviation(ctx)
}

func (t Trial) random() *rand.Rand { return trial.Random(t.Seed, perturbing) }
