package training

import (
	"context"
	"errors"

	"dpscope/engine/work"
	"dpscope/learners/loss"
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
	Epochs    int // at most
	Patience  int // epochs without a greater AUC on the flipped labels of a fifth kept apart, before it ends; 0: none is kept apart
	Flips     mechanisms.LabelFlip
	Seed      uint64 // of the records, the flips and the first weights
	LastOnly  bool   // judge the epoch alone whose score stands
}

// Model is what scores a record.
type Model struct {
	Hidden        int  // units of the hidden layer; 0: a linear score
	Convolutional bool // the network of the paper's experiments, for images of CIFAR-10
}

// What all trials have in common: as in the runs that they are compared with.
const (
	TestRecords = 2000
	batch       = 64  // of each label
	keptApart   = 0.2 // share of the records that patience watches
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
	Epochs    []Epoch // those judged
	Positive  float64 // share of the records trained on whose true label is positive
	Run       int     // epochs run
	Kept      int     // epoch whose score stands: the last one, or the best that patience saw; 0: none
	Impatient bool    // it ended before its time, as patience had it
	Blind     bool    // the labels kept apart are of one class, and patience sees nothing
	OneClass  bool    // the flips left labels of one class only, and there was no training
	Diverged  int     // epoch in which the scores ran away, after which there is none; 0: none
}

// course trains, or returns what the session keeps of that; show is handed the
// epochs so far.
func (t Trial) course(ctx context.Context, show func(Course, work.Progress)) (Course, error) {
	return work.Do(ctx, work.Job[Course]{Key: t.key(ctx), Bytes: func(c Course) int64 { return 64 + 40*int64(len(c.Epochs)) }, Run: t.run}, show)
}

// key names the trial by its content.
func (t Trial) key(ctx context.Context) Trial {
	t.Source = t.Source.content(ctx)
	return t
}

func (t Trial) run(ctx context.Context, show func(Course, work.Progress)) (Course, error) {
	r, err := t.begin(ctx)
	if err != nil {
		return Course{}, err
	}
	loop := train.Loop{Loss: t.Loss, Risk: t.Risk, Optimiser: t.Optimiser, Decay: t.Decay, Batch: batch, Pooled: t.Model.Convolutional, Epochs: t.Epochs}
	tell := func(p work.Progress) {
		c := r.course
		c.Epochs = c.Epochs[:len(c.Epochs):len(c.Epochs)]
		show(c, p)
	}
	var judging error
	err = loop.Run(work.Reporting(ctx, tell), r.score, r.learnt.Records, r.learnt.labels, random(t.Seed, shuffling), func(epoch int) (goOn bool) {
		goOn, judging = r.watch(ctx, epoch)
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
		return Course{}, err
	}
	return r.course, nil
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
