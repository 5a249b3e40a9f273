package rareclass

import (
	"context"
	"errors"
	"math"

	"dpscope/engine/known"
	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/learners/metric"
	"dpscope/learners/private"
	"dpscope/learners/synth"
	"dpscope/learners/table"
)

// Streams of random numbers that one seed starts.
const (
	mixing uint64 = iota
	splitting
	perturbing
)

// TestShare of the records, of either class, is set apart to judge on.
const TestShare = 0.2

// Trial is one fit of a split of the records. Equal trials give the same result on any number of cores.
type Trial struct {
	Source    Source
	Clip      float64 // of the features' norm, public; 0: the root of their number, and 8 for the mixture; +Inf: as they are
	Ratio     float64 // negative records to a positive one, declared public
	PerRecord float64 // λn: the ridge λ is this over the records learnt from
	Learner   Learner
	Rule      private.Rule // of objective perturbation
	Epsilon   float64      // of all that is published; +Inf: without noise
	Slack     float64      // δ, of learners that need one
	Splits    string       // a file of splits, from which Seed picks, from 1; empty: split at random
	Seed      uint64       // of the split and the noise
}

// Result judges a fit on the records set apart.
type Result struct {
	Half   metric.Outcomes // counts as positive a probability of one half and more
	Public metric.Outcomes // counts as positive 1/(1+r) and more, by the public ratio
	AUC    float64         // NaN where one class is missing
	Apart  float64         // records held out per record learnt from
	Scarce bool            // the learner could make nothing of a class, and calls no record positive
}

// Repeats holds the results of one trial over the seeds that have run.
type Repeats []Result

// Summary summarises one measure; a seed without one of the classes has no number.
func (r Repeats) Summary(of func(Result) float64) known.Summary {
	return trial.Summary(r, func(one Result) (float64, bool) { return trial.Number(of(one)) }).Splits(r.overlap())
}

// overlap returns the number of records held out per record learnt from, about equal on every split.
func (r Repeats) overlap() float64 {
	for _, one := range r {
		if one.Apart > 0 {
			return one.Apart
		}
	}
	return TestShare / (1 - TestShare)
}

// Content implements trial.Trial: what the learner does not look at is left out.
func (t Trial) Content(ctx context.Context) Trial {
	t = t.Learner.heeds(t)
	t.Source = t.Source.content(ctx)
	if t.Splits != "" {
		t.Splits = work.Identity(ctx, t.Splits)
	}
	if of, is := t.Learner.(interface{ content(context.Context) Learner }); is {
		t.Learner = of.content(ctx)
	}
	return t
}

// At implements trial.Trial.
func (t Trial) At(seed uint64) Trial {
	t.Seed += seed
	return t
}

// Size implements trial.Trial.
func (Trial) Size() (steps float64, unit string) { return 1, "fits" }

// Bytes implements trial.Trial.
func (Trial) Bytes(Result) int64 { return 128 }

// Run fits the learner, which shows nothing before its end.
func (t Trial) Run(ctx context.Context, _ func(Result)) (Result, error) {
	const split = 0.1 // of the work, about: splitting the records
	t = t.Learner.heeds(t)
	p, err := t.parts(work.Within(ctx, 0, split))
	if err != nil {
		return Result{}, err
	}
	scores, err := t.Learner.scores(work.Within(ctx, split, 1), t, p.learnt, p.test)
	if scarce := new(synth.ScarceError); errors.As(err, &scarce) {
		r := nobody(p.test)
		r.Apart = p.apart()
		return r, nil
	}
	if err != nil {
		return Result{}, err
	}
	return Result{
		Half:   metric.Count(scores, p.test.Positive, 0),
		Public: metric.Count(scores, p.test.Positive, private.PublicThreshold(t.Ratio)),
		AUC:    metric.AUC(scores, p.test.Positive).Value,
		Apart:  p.apart(),
	}, nil
}

// nobody returns the result of calling no record positive.
func nobody(test private.Rows) Result {
	same := make([]float64, test.Len())
	o := metric.Count(same, test.Positive, 1)
	return Result{Half: o, Public: o, AUC: metric.AUC(same, test.Positive).Value, Scarce: true}
}

// parts holds the records learnt from and those judged on.
type parts struct {
	learnt, test   private.Rows
	inside, beside []int // indices of these records
}

// apart returns the number of records judged on per record learnt from.
func (p parts) apart() float64 { return float64(p.test.Len()) / float64(p.learnt.Len()) }

// partsKey names parts by content.
type partsKey struct {
	source Source
	clip   float64
	splits string
	seed   uint64
}

func (p parts) bytes() int64 {
	return int64(8*(len(p.learnt.X)+len(p.test.X)) + 9*(p.learnt.Len()+p.test.Len()))
}

func (t Trial) parts(ctx context.Context) (parts, error) {
	key := partsKey{t.Source.content(ctx), t.Clip, "", t.Seed}
	if t.Splits != "" {
		key.splits = work.Identity(ctx, t.Splits)
	}
	return work.Reported(ctx, key, parts.bytes, func(ctx context.Context) (parts, error) {
		const read, drawn = 0.4, 0.7 // of the work, about, when records are there, and when they are drawn
		r, err := t.Source.Open(work.Within(ctx, 0, read))
		if err != nil {
			return parts{}, err
		}
		opened(ctx, read)
		learnt, test, err := t.split(ctx, r)
		if err != nil {
			return parts{}, err
		}
		opened(ctx, drawn)
		return parts{r.unit(learnt, t.clip(r.Dims())), r.unit(test, t.clip(r.Dims())), learnt, test}, nil
	})
}

// split returns the records to learn from and those to judge.
func (t Trial) split(ctx context.Context, r Records) (learnt, test []int, err error) {
	if t.Splits == "" {
		learnt, test = table.Stratified(r.Positive, TestShare, trial.Random(t.Seed, splitting))
		return learnt, test, nil
	}
	all, err := OpenSplits(ctx, t.Splits, r)
	if err != nil {
		return nil, nil, err
	}
	learnt, test = all.at(t.Seed, r.Len())
	return learnt, test, nil
}

// unit makes rows of norm 1 of some records; with an endless clip it leaves them as they are.
func (r Records) unit(records []int, clip float64) private.Rows {
	x, positive := make([]float64, 0, len(records)*r.Dims()), make([]bool, len(records))
	for k, i := range records {
		x = append(x, r.Row(i)...)
		positive[k] = r.Positive[i]
	}
	if math.IsInf(clip, 1) {
		return private.Rows{Dims: r.Dims(), X: x, Positive: positive}
	}
	return private.Unit(x, r.Dims(), positive, clip)
}

// clip returns the clip to use with that many features.
func (t Trial) clip(dims int) float64 {
	const mixture = 8 // four standard deviations of either class
	switch {
	case t.Clip > 0:
		return t.Clip
	case t.Source.File == "" && t.Source.Scaling == AsIs:
		return mixture
	}
	return math.Sqrt(float64(dims))
}

// Held returns the number of positive records that the trial judges on.
func (t Trial) Held(ctx context.Context) (int, error) {
	p, err := t.parts(ctx)
	return p.test.Positives(), err
}
