package rareclass

import (
	"context"
	"fmt"
	"math"

	"dpscope/engine/work"
	"dpscope/learners/private"
	"dpscope/learners/table"
	"dpscope/learners/train"
)

// Transformer is attention between features, with weights that count both classes alike: the paper's FT-Transformer. Without steps it is
// private in nothing. With steps it is trained by noisy gradients with public weights, at the guarantee for a record that is replaced, as
// Perceptron is.
type Transformer struct{ Descent }

// PrivateTransformer is the paper's: twenty passes over the records, by the recommended clip.
var PrivateTransformer = Transformer{Descent{Rate: 0.05, Steps: 400, Clip: 1, Pace: 0.1}}

// Weights implements Learner.
func (f Transformer) Weights(ratio float64, positives, records int) private.Weights {
	if f.Steps == 0 {
		return private.Balanced(positives, records)
	}
	return private.Inverse(ratio)
}

func (f Transformer) heeds(t Trial) Trial {
	if f.Steps == 0 {
		t.Slack, t.Epsilon = 0, math.Inf(1)
	}
	return unclipped(t)
}

func (f Transformer) scores(ctx context.Context, t Trial, learnt, test private.Rows) ([]float64, error) {
	const prepared, fitted = 0.05, 0.98 // of the work, about
	if oneClass(learnt) {
		return make([]float64, test.Len()), nil
	}
	rows, judged, err := singles(learnt, test)
	if err != nil {
		return nil, err
	}
	weights := f.Weights(t.Ratio, learnt.Positives(), learnt.Len())
	if err := f.check(rows); err != nil {
		return nil, err
	}
	var score *train.Former
	if f.Steps == 0 {
		score, err = f.plain(work.Within(ctx, 0, fitted), t, rows, weights)
	} else {
		d := f.with(weights, 0)
		if !math.IsInf(t.Epsilon, 1) {
			if d.Deviation, err = f.Replaced(work.Within(ctx, 0, prepared), t.Epsilon, t.Slack); err != nil {
				return nil, err
			}
		}
		score, err = private.Transformer{Descent: d, Shape: train.PaperTransformer}.Fit(work.Within(ctx, prepared, fitted), rows, t.random())
	}
	if err != nil {
		return nil, err
	}
	return score.Odds(ctx, judged)
}

// check refuses sizes that would take hours.
func (f Transformer) check(r train.Records) error {
	const most = 2e7 // tokens forward and back: a quarter of an hour
	passes := float64(train.PaperFit.Epochs)
	if f.Steps > 0 {
		passes = f.Rate * float64(f.Steps)
	}
	each := passes * float64(r.Dims+1)
	if asked := each * float64(len(r.Positive)); asked > most {
		return fmt.Errorf("%d records of %d features take a transformer hours; %.0f records would work", len(r.Positive), r.Dims, math.Floor(most/each))
	}
	return nil
}

// plain keeps a fifth of the records learned from apart, to say when to end.
func (f Transformer) plain(ctx context.Context, t Trial, rows train.Records, weights private.Weights) (*train.Former, error) {
	rng := t.random()
	learn, apart := table.Stratified(rows.Positive, TestShare, rng)
	if len(apart) == 0 {
		apart = learn
	}
	fit := train.PaperFit
	fit.Weight = weights.Of
	return fit.Fit(ctx, some(rows, learn), some(rows, apart), rng)
}

// some returns a part of records.
func some(r train.Records, part []int) train.Records {
	s := train.Records{Dims: r.Dims}
	for _, i := range part {
		s.X, s.Positive = append(s.X, r.Row(i)...), append(s.Positive, r.Positive[i])
	}
	return s
}
