package training

import (
	"context"
	"errors"
	"slices"

	"dpscope/engine/trial"
	"dpscope/learners/loss"
	"dpscope/learners/train"
	"dpscope/mechanisms"
)

// Streams of random numbers that one seed starts.
const (
	making uint64 = iota
	scoring
	flipping
	judging
	starting
	shuffling
	resampling
	parting
)

// drawn returns the random stream of one of many draws from the same seed.
func drawn(stream, draw uint64) uint64 { return stream + draw<<8 }

// Trial is one training on flipped labels. Equal trials give the same result on any number of cores.
type Trial struct {
	Source    Source
	Records   int // records to train on, half of each class, at most this number from a file; TestRecords other records judge
	Model     Model
	Loss      loss.Loss
	Risk      train.Risk
	Optimiser train.Optimiser
	Decay     float64
	Epochs    int // at most
	Patience  int // epochs without a greater AUC on the flipped labels of a fifth kept apart, before it ends; 0: none is kept apart
	Flips     mechanisms.LabelFlip
	Seed      uint64 // of the records, the flips and the first weights
	LastOnly  bool   // judge the epoch alone whose score stands
}

// Model is the scorer to train.
type Model struct {
	Hidden        int  // units of the hidden layer; 0: a linear score
	Convolutional bool // the network of the paper's experiments, for images of CIFAR-10
}

// Constants of all trials, as in the runs that they are compared with.
const (
	TestRecords = 2000
	batch       = 64  // of each label
	keptApart   = 0.2 // share of the records that patience watches
)

// Epoch judges the score after an epoch.
type Epoch struct {
	Number       int
	TestAUC      float64 // on true labels of unseen records
	TestBalanced float64 // balanced accuracy on them at threshold 0, meaningful if the risk centres the score
	NoisyAUC     float64 // on the flipped labels trained on: shows memorisation
	MaxScore     float64 // greatest |f(x)| over the records trained on
}

// TrainingHistory records the course of a training.
type TrainingHistory struct {
	Epochs             []Epoch // the epochs judged
	Positive           float64 // share of the records trained on with a positive true label
	Run                int     // epochs run
	Kept               int     // epoch of the final score: the last, or the best that patience saw; 0: none
	EarlyStopped       bool    // patience ended it early
	OneClassValidation bool    // the labels kept apart are of one class, which blinds patience
	OneClass           bool    // the flips left one class only, so nothing was trained
	Diverged           int     // epoch at which the scores diverged and training stopped; 0: none
}

// Content implements trial.Trial.
func (t Trial) Content(ctx context.Context) Trial {
	t.Source = t.Source.content(ctx)
	return t
}

// At implements trial.Trial.
func (t Trial) At(seed uint64) Trial {
	t.Seed += seed
	return t
}

// Size implements trial.Trial.
func (t Trial) Size() (steps float64, unit string) { return float64(t.Epochs), "epochs" }

// Bytes implements trial.Trial.
func (Trial) Bytes(c TrainingHistory) int64 { return 64 + 40*int64(len(c.Epochs)) }

// Run trains; show takes the course after each epoch that has been judged.
func (t Trial) Run(ctx context.Context, show func(TrainingHistory)) (TrainingHistory, error) {
	r, err := t.begin(ctx)
	if err != nil {
		return TrainingHistory{}, err
	}
	loop := train.Loop{Loss: t.Loss, Risk: t.Risk, Optimiser: t.Optimiser, Decay: t.Decay, Batch: batch, Pooled: t.Model.Convolutional,
		Epochs: t.Epochs}
	var judging error
	err = loop.Run(ctx, r.score, r.learnt.Records, r.learnt.labels, trial.Random(t.Seed, shuffling), func(epoch int) (goOn bool) {
		if goOn, judging = r.watch(ctx, epoch); len(r.course.Epochs) > 0 {
			c := r.course
			c.Epochs = slices.Clip(c.Epochs)
			show(c)
		}
		return goOn
	})
	if err == nil {
		err = judging
	}
	switch {
	case errors.Is(err, train.ErrDiverged):
		r.diverge(r.course.Run + 1)
	case errors.Is(err, train.ErrOneClass):
		r.course.OneClass = true
	case err != nil:
		return TrainingHistory{}, err
	}
	return r.course, nil
}

// score returns an untrained score with random weights.
func (t Trial) score(dims int) (train.Score, error) {
	rng := trial.Random(t.Seed, starting)
	if !t.Model.Convolutional {
		return train.NewDense(dims, hiddenLayers(t.Model.Hidden), 2*batch, rng), nil
	}
	if !t.Source.Images() {
		return nil, errors.New("the convolutional network takes images; a binary batch of CIFAR-10 (.bin) as the records, or another score, would work")
	}
	return train.NewConvolutional(train.CIFAR10, []int{18, 48}, []int{800, 400}, 2*batch, rng), nil
}

// records returns the records to train on, and those that judge.
func (t Trial) records(ctx context.Context) (learnt, test train.Records, err error) {
	if t.Source == (Source{}) {
		made := func(count int, stream uint64) train.Records {
			return train.Gauss2((count+1)/2, count/2, trial.Random(t.Seed, stream))
		}
		return made(t.Records, making), made(TestRecords, judging), nil
	}
	e, err := t.Source.Open(ctx)
	if err != nil {
		return learnt, test, err
	}
	learnt = e.Learnt
	if count := len(learnt.Positive); t.Records < count {
		learnt = some(learnt, trial.Random(t.Seed, making).Perm(count)[:t.Records])
	}
	return learnt, e.Test, nil
}

// hiddenLayers returns the widths of the hidden layers: one, or none for 0 units.
func hiddenLayers(units int) []int {
	if units == 0 {
		return nil
	}
	return []int{units}
}
