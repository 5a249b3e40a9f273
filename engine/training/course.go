package training

import (
	"context"
	"errors"
	"math"

	"dpscope/engine/work"
	"dpscope/learners/loss"
	"dpscope/learners/metric"
	"dpscope/learners/train"
	"dpscope/mechanisms"
)

// Trial is one training on flipped labels of the two-Gaussian set. Equal trials
// go alike, on any number of cores.
type Trial struct {
	Records   int // to train on, half of each class; judged on TestRecords others
	Hidden    int // units of the hidden layer; 0: a linear score
	Loss      loss.Loss
	Risk      train.Risk
	Optimiser train.Optimiser
	Decay     float64
	Epochs    int
	Flips     mechanisms.LabelFlip
	Seed      uint64 // of the records, the flips and the first weights
	LastOnly  bool   // judge the last epoch alone
}

// What all trials have in common: as in the runs that they are compared with.
const (
	TestRecords = 2000
	batch       = 64 // of each label
)

// Epoch is how a score stands after an epoch.
type Epoch struct {
	Number       int
	TestAUC      float64 // on true labels of records not seen
	TestBalanced float64 // balanced accuracy on them, at threshold 0, which says something if the risk centres the score
	NoisyAUC     float64 // on the flipped labels that it was trained on: what is learnt by heart
	MaxScore     float64 // greatest |f(x)| over the records trained on
}

// Course is how a training went.
type Course struct {
	Epochs   []Epoch // those judged
	Run      int     // epochs run
	OneClass bool    // the flips left labels of one class only, and there was no training
	Diverged int     // epoch in which the scores ran away, after which there is none; 0: none
}

// Course trains, or returns what the session keeps of that; show is handed the
// epochs so far.
func (t Trial) Course(ctx context.Context, show func(Course, work.Progress)) (Course, error) {
	return work.Do(ctx, work.Job[Course]{Key: t, Bytes: func(c Course) int64 { return 64 + 40*int64(len(c.Epochs)) }, Run: t.run}, show)
}

func (t Trial) run(ctx context.Context, show func(Course, work.Progress)) (Course, error) {
	learnt, test := t.records(t.Records, making), t.records(TestRecords, judging)
	labels := train.Flip(learnt.Positive, mechanisms.NewLabelThresholds(t.Records, random(t.Seed, flipping)).Flipped(t.Flips))
	score := train.NewDense(learnt.Dims, t.hidden(), 2*batch, random(t.Seed, starting))
	loop := train.Loop{Loss: t.Loss, Risk: t.Risk, Optimiser: t.Optimiser, Decay: t.Decay, Batch: batch, Epochs: t.Epochs}
	var c Course
	err := loop.Run(ctx, score, learnt, labels, random(t.Seed, shuffling), func(epoch int) bool {
		c.Run = epoch
		if !t.LastOnly || epoch == t.Epochs {
			e, ok := judge(epoch, train.Scores(score, learnt, 2*batch), labels, train.Scores(score, test, 2*batch), test.Positive)
			if !ok {
				c.Diverged = epoch
				return false
			}
			c.Epochs = append(c.Epochs, e)
		}
		show(Course{Epochs: c.Epochs[:len(c.Epochs):len(c.Epochs)], Run: epoch}, work.Progress{Done: float64(epoch), Of: float64(t.Epochs), What: "epochs"})
		return true
	})
	switch {
	case errors.Is(err, train.ErrDiverged):
		c.Diverged = c.Run + 1
	case errors.Is(err, train.ErrOneClass):
		c.OneClass = true
	case err != nil:
		return Course{}, err
	}
	return c, nil
}

// judge says how scores stand; ok is false where they are none.
func judge(epoch int, learnt []float64, labels []bool, test []float64, truth []bool) (e Epoch, ok bool) {
	noisy, clean := metric.AUC(learnt, labels), metric.AUC(test, truth)
	most := 0.0
	for _, f := range learnt {
		most = max(most, math.Abs(f))
	}
	if noisy.Missing() || clean.Missing() || math.IsInf(most, 1) {
		return e, false
	}
	balanced := metric.BalancedAccuracy.Value(metric.Count(test, truth, 0))
	return Epoch{Number: epoch, TestAUC: clean.Value, TestBalanced: balanced.Value, NoisyAUC: noisy.Value, MaxScore: most}, true
}

func (t Trial) records(count int, stream uint64) train.Records {
	return train.Gauss2((count+1)/2, count/2, random(t.Seed, stream))
}

func (t Trial) hidden() []int {
	if t.Hidden == 0 {
		return nil
	}
	return []int{t.Hidden}
}
