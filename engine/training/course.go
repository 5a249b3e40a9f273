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

// Trial is one training on flipped labels. Equal trials go alike, on any number of
// cores.
type Trial struct {
	Source    Source
	Records   int // to train on, half of each class and judged on TestRecords others; of a file at most
	Model     Model
	Loss      loss.Loss
	Risk      train.Risk
	Optimiser train.Optimiser
	Decay     float64
	Epochs    int
	Flips     mechanisms.LabelFlip
	Seed      uint64 // of the records, the flips and the first weights
	LastOnly  bool   // judge the last epoch alone
}

// Model is what scores a record.
type Model struct {
	Hidden        int  // units of the hidden layer; 0: a linear score
	Convolutional bool // the network of the paper's experiments, for images of CIFAR-10
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
	named := t
	named.Source = t.Source.content()
	return work.Do(ctx, work.Job[Course]{Key: named, Bytes: func(c Course) int64 { return 64 + 40*int64(len(c.Epochs)) }, Run: t.run}, show)
}

func (t Trial) run(ctx context.Context, show func(Course, work.Progress)) (Course, error) {
	learnt, test, err := t.records(ctx)
	if err != nil {
		return Course{}, err
	}
	score, err := t.score(learnt.Dims)
	if err != nil {
		return Course{}, err
	}
	labels := train.Flip(learnt.Positive, mechanisms.NewLabelThresholds(len(learnt.Positive), random(t.Seed, flipping)).Flipped(t.Flips))
	loop := train.Loop{Loss: t.Loss, Risk: t.Risk, Optimiser: t.Optimiser, Decay: t.Decay, Batch: batch, Pooled: t.Model.Convolutional, Epochs: t.Epochs}
	var c Course
	var judging error
	err = loop.Run(ctx, score, learnt, labels, random(t.Seed, shuffling), func(epoch int) bool {
		c.Run = epoch
		if !t.LastOnly || epoch == t.Epochs {
			e, ok, err := judge(ctx, epoch, score, learnt, labels, test)
			if judging = err; err != nil {
				return false
			}
			if !ok {
				c.Diverged = epoch
				return false
			}
			c.Epochs = append(c.Epochs, e)
		}
		show(Course{Epochs: c.Epochs[:len(c.Epochs):len(c.Epochs)], Run: epoch}, work.Progress{Done: float64(epoch), Of: float64(t.Epochs), What: "epochs"})
		return true
	})
	if err == nil {
		err = judging
	}
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

// score draws what is to be trained.
func (t Trial) score(dims int) (train.Score, error) {
	rng := random(t.Seed, starting)
	if !t.Model.Convolutional {
		return train.NewDense(dims, hiddenLayers(t.Model.Hidden), 2*batch, rng), nil
	}
	if !t.Source.Images() {
		return nil, errors.New("the convolutional network takes images; a binary batch of CIFAR-10 (.bin) as the records, or another score, would do")
	}
	return train.NewConvolutional(train.CIFAR10, []int{18, 48}, []int{800, 400}, 2*batch, rng), nil
}

// judge says how scores stand; ok is false where they are none.
func judge(ctx context.Context, epoch int, s train.Score, r train.Records, labels []bool, test train.Records) (e Epoch, ok bool, err error) {
	learnt, err := train.Scores(ctx, s, r, 2*batch)
	if err != nil {
		return e, false, err
	}
	unseen, err := train.Scores(ctx, s, test, 2*batch)
	if err != nil {
		return e, false, err
	}
	noisy, clean := metric.AUC(learnt, labels), metric.AUC(unseen, test.Positive)
	most := 0.0
	for _, f := range learnt {
		most = max(most, math.Abs(f))
	}
	if noisy.Missing() || clean.Missing() || math.IsInf(most, 1) {
		return e, false, nil
	}
	balanced := metric.BalancedAccuracy.Value(metric.Count(unseen, test.Positive, 0))
	return Epoch{Number: epoch, TestAUC: clean.Value, TestBalanced: balanced.Value, NoisyAUC: noisy.Value, MaxScore: most}, true, nil
}

// records are those to train on, and those that judge.
func (t Trial) records(ctx context.Context) (learnt, test train.Records, err error) {
	if t.Source == (Source{}) {
		made := func(count int, stream uint64) train.Records {
			return train.Gauss2((count+1)/2, count/2, random(t.Seed, stream))
		}
		return made(t.Records, making), made(TestRecords, judging), nil
	}
	e, err := t.Source.Open(ctx)
	if err != nil {
		return learnt, test, err
	}
	learnt = e.Learnt
	if count := len(learnt.Positive); t.Records < count {
		learnt = some(learnt, random(t.Seed, making).Perm(count)[:t.Records])
	}
	return learnt, e.Test, nil
}

// hiddenLayers are the widths of one of so many units, or of none.
func hiddenLayers(units int) []int {
	if units == 0 {
		return nil
	}
	return []int{units}
}
