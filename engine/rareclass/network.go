package rareclass

import (
	"context"
	"fmt"
	"math"
	"slices"

	"dpscope/engine/known"
	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/learners/metric"
	"dpscope/learners/private"
	"dpscope/learners/train"
)

// NetworkTrial is one training of a network by noisy gradient descent (DP-SGD), step by step, on a split of the records. Equal trials end
// alike, on any number of cores.
type NetworkTrial struct {
	Source   Source
	Ratio    float64 // negative records to a positive one, declared public
	Hidden   int     // units of the one hidden layer; 0: a linear score
	Weighted bool    // public weights and the threshold one half; else all records count alike and the threshold is public
	Descent          // its steps
	Epsilon  float64 // of all steps
	Slack    float64 // δ
	Seed     uint64  // of the split, the first weights and the noise
}

// Stage is what the owner of the records sees after a step; no ε covers it.
type Stage struct {
	Step              int     // from 1
	Loss              float64 // the mean logistic loss over the records set apart, with the training weights
	AUC, GMean        float64 // over them; NaN where one class is missing
	Low, Median, High float64 // tenth, half and nine tenths of this step's gradient norms before they are clipped; NaN if no record took part
}

// Trained holds a network's results on the records set apart, and its course.
type Trained struct {
	Course  []Stage // some of the steps, including the last once it has ended
	Ended   bool    // all steps are taken; the fields below mean nothing before
	GMean   float64 // NaN where one class is missing
	AUC     float64 // likewise
	Clipped float64 // share of all gradients longer than the clip; NaN without gradients
}

// Trainings holds the results of one trial over several seeds, ended or under way.
type Trainings []Trained

// Summary summarises a number over the trainings that have ended and have it.
func (t Trainings) Summary(of func(Trained) float64) known.Summary {
	return trial.Summary(t, func(one Trained) (v float64, found bool) {
		if !one.Ended {
			return 0, false
		}
		return trial.Number(of(one))
	}).Splits(TestShare / (1 - TestShare))
}

// PairedTrainings summarises by how much the G-mean of one exceeds that of another on the same splits, if
// both have ended.
func PairedTrainings(a, b Trainings) known.Summary {
	var differences []float64
	for i := range min(len(a), len(b)) {
		if d := a[i].GMean - b[i].GMean; a[i].Ended && b[i].Ended && !math.IsNaN(d) {
			differences = append(differences, d)
		}
	}
	return known.Summarise(differences).Splits(TestShare / (1 - TestShare))
}

// Content implements trial.Trial.
func (t NetworkTrial) Content(ctx context.Context) NetworkTrial {
	t.Source = t.Source.content(ctx)
	return t
}

// At implements trial.Trial.
func (t NetworkTrial) At(seed uint64) NetworkTrial {
	t.Seed += seed
	return t
}

// Size implements trial.Trial.
func (t NetworkTrial) Size() (steps float64, unit string) { return float64(t.Steps), "steps" }

// Bytes implements trial.Trial.
func (NetworkTrial) Bytes(r Trained) int64 { return int64(128 + 72*len(r.Course)) }

// Deviation returns the noise of a step, in units of the clip.
func (t NetworkTrial) Deviation(ctx context.Context) (float64, error) {
	return t.Descent.Deviation(ctx, t.Epsilon, t.Slack)
}

// Linear returns the same training of a linear score with a public threshold: equal steps, noise and
// guarantee.
func (t NetworkTrial) Linear() NetworkTrial {
	t.Hidden, t.Weighted = 0, false
	return t
}

// weights returns the weight of each class in the loss.
func (t NetworkTrial) weights() private.Weights {
	if t.Weighted {
		return private.Inverse(t.Ratio)
	}
	return private.Even
}

// threshold returns the log-odds from which a record counts as positive.
func (t NetworkTrial) threshold() float64 {
	if t.Weighted {
		return 0
	}
	return private.PublicThreshold(t.Ratio)
}

// stages limits the number of judged steps of a course.
const stages = 50

// Run trains, and shows the course so far.
func (t NetworkTrial) Run(ctx context.Context, show func(Trained)) (Trained, error) {
	const prepared = 0.1 // share of the work, roughly, that splitting the records and solving for the noise take
	p, err := Trial{Source: t.Source, Clip: math.Inf(1), Seed: t.Seed}.parts(work.Within(ctx, 0, prepared))
	if err != nil {
		return Trained{}, err
	}
	learnt, test, err := singles(p.learnt, p.test)
	if err != nil {
		return Trained{}, err
	}
	if err := t.check(learnt); err != nil {
		return Trained{}, err
	}
	deviation, err := t.Deviation(work.Within(ctx, 0, prepared))
	if err != nil {
		return Trained{}, err
	}
	n := private.Network{Width: t.Hidden, Descent: t.Descent.with(t.weights(), deviation)}
	if t.Hidden > 0 {
		n.Hidden = 1
	}
	ctx = work.Within(ctx, prepared, 1)
	w := &watching{of: t, test: test, apart: max(1, t.Steps/stages), show: show}
	_, err = n.Fit(ctx, learnt, trial.Random(t.Seed, perturbing),
		func(s private.Seen, score *train.Dense) error { return w.see(ctx, s, score) })
	return w.so, err
}

// check refuses sizes that would take minutes.
func (t NetworkTrial) check(r train.Records) error {
	const most = 4e9 // weights times gradients: some seconds
	weights := float64(max(t.Hidden, 1) * (r.Dims + 2))
	if asked := float64(t.Steps) * max(t.Rate*float64(len(r.Positive)), 1) * weights; asked > most {
		return fmt.Errorf("%d steps of %.0f records each through %.0f weights take too long; %.0f steps, or a smaller q, would work",
			t.Steps, t.Rate*float64(len(r.Positive)), weights, math.Max(1, math.Floor(float64(t.Steps)*most/asked)))
	}
	return nil
}

// single converts rows to the precision of networks, and refuses values too large for it.
func single(r private.Rows) (train.Records, error) {
	const most = 1e6
	s := train.Records{Dims: r.Dims, X: make([]float32, len(r.X)), Positive: r.Positive}
	for i, v := range r.X {
		if !(math.Abs(v) <= most) {
			return s, fmt.Errorf("a feature has the value %g, and a network takes up to %g; scaling=zscore would work", v, most)
		}
		s.X[i] = float32(v)
	}
	return s, nil
}

// singles converts the records learnt from and those judged on.
func singles(learnt, test private.Rows) (rows, judged train.Records, err error) {
	if rows, err = single(learnt); err == nil {
		judged, err = single(test)
	}
	return rows, judged, err
}

// watching is a training under way, as its owner sees it.
type watching struct {
	of            NetworkTrial
	test          train.Records
	apart         int // steps from one judged to the next
	seen, clipped int // gradients
	so            Trained
	show          func(Trained)
}

// see counts the gradients of a step, and judges the network at some steps.
func (w *watching) see(ctx context.Context, s private.Seen, score *train.Dense) error {
	for _, v := range s.Norms {
		w.seen++
		if v > w.of.Clip {
			w.clipped++
		}
	}
	step, last := s.Step+1, s.Step+1 == w.of.Steps
	if step != 1 && step%w.apart != 0 && !last {
		return nil
	}
	odds := private.Odds(ctx, score, w.test)
	at := Stage{Step: step, Loss: w.loss(odds), AUC: metric.AUC(odds, w.test.Positive).Value,
		GMean: metric.GeometricMean.Value(metric.Count(odds, w.test.Positive, w.of.threshold())).Value}
	at.Low, at.Median, at.High = tenths(s.Norms)
	w.so.Course = append(slices.Clip(w.so.Course), at) // shown courses stay unchanged
	if last {
		w.so.Ended, w.so.GMean, w.so.AUC, w.so.Clipped = true, at.GMean, at.AUC, float64(w.clipped)/float64(w.seen)
	}
	w.show(w.so)
	return nil
}

// loss returns the weighted mean logistic loss of the records set apart.
func (w *watching) loss(odds []float64) float64 {
	sum, all, weigh := 0.0, 0.0, w.of.weights()
	for i, v := range odds {
		weight := weigh.Negative
		if w.test.Positive[i] {
			v, weight = -v, weigh.Positive
		}
		sum, all = sum+weight*(max(v, 0)+math.Log1p(math.Exp(-math.Abs(v)))), all+weight
	}
	return sum / all
}

// tenths returns the values with a tenth, a half and nine tenths of the numbers below; NaN without numbers.
func tenths(of []float64) (low, median, high float64) {
	if len(of) == 0 {
		return math.NaN(), math.NaN(), math.NaN()
	}
	sorted := slices.Sorted(slices.Values(of))
	at := func(share float64) float64 { return sorted[int(math.Round(share*float64(len(sorted)-1)))] }
	return at(0.1), at(0.5), at(0.9)
}
