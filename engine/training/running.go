package training

import (
	"context"
	"math"

	"dpscope/engine/trial"
	"dpscope/learners/metric"
	"dpscope/learners/train"
	"dpscope/mechanisms"
)

// labelled holds records with the labels that training sees.
type labelled struct {
	train.Records
	labels []bool
}

// running is a trial under way.
type running struct {
	Trial
	score         train.Score
	learnt, apart labelled // records to train on, and records that patience watches
	test          train.Records
	patience      train.Patience
	course        TrainingHistory
}

// begin draws the records, their flips and the score.
func (t Trial) begin(ctx context.Context) (*running, error) {
	learnt, test, err := t.records(ctx)
	if err != nil {
		return nil, err
	}
	score, err := t.score(learnt.Dims)
	if err != nil {
		return nil, err
	}
	labels := train.Flip(learnt.Positive, mechanisms.NewLabelThresholds(len(learnt.Positive), trial.Random(t.Seed, flipping)).Flipped(t.Flips))
	r := &running{Trial: t, score: score, learnt: labelled{learnt, labels}, test: test, patience: train.Patience{Epochs: t.Patience}}
	if t.Patience > 0 {
		order := trial.Random(t.Seed, parting).Perm(len(labels))
		at := int(keptApart * float64(len(order)))
		r.apart, r.learnt = r.learnt.some(order[:at]), r.learnt.some(order[at:])
		r.course.OneClassValidation = metric.AUC(make([]float64, at), r.apart.labels).Missing()
	}
	r.course.Positive = float64(metric.Positives(r.learnt.Positive)) / float64(len(r.learnt.labels))
	return r, nil
}

// some returns the listed records, in the order of the file.
func (l labelled) some(records []int) labelled {
	few := labelled{Records: some(l.Records, records)}
	for _, i := range records {
		few.labels = append(few.labels, l.labels[i])
	}
	return few
}

// watch looks at the score after an epoch, and says whether to go on.
func (r *running) watch(ctx context.Context, epoch int) (goOn bool, err error) {
	r.course.Run = epoch
	best, goOn, ok, err := r.look(ctx)
	if err != nil {
		return false, err
	}
	if stands := best && (r.patient() || epoch == r.Epochs); ok && (stands || !r.LastOnly) {
		if ok, err = r.enter(ctx, epoch, best); err != nil {
			return false, err
		}
	}
	if !ok {
		r.diverge(epoch)
		return false, nil
	}
	r.course.EarlyStopped = !goOn && epoch < r.Epochs
	return goOn, nil
}

// patient reports whether there is something by which patience decides.
func (r *running) patient() bool { return r.Patience > 0 && !r.course.OneClassValidation }

// look asks patience whether the score is the best so far, and whether to go on;
// without patience the latest is. ok is false where scores are no numbers.
func (r *running) look(ctx context.Context) (best, goOn, ok bool, err error) {
	if !r.patient() {
		return true, true, true, nil
	}
	scores, err := train.Scores(ctx, r.score, r.apart.Records, 2*batch)
	if err != nil {
		return false, false, false, err
	}
	auc := metric.AUC(scores, r.apart.labels)
	if auc.Missing() {
		return false, false, false, nil
	}
	best, goOn = r.patience.Look(auc.Value)
	return best, goOn, true, nil
}

// enter judges an epoch, and keeps it if it is the best.
func (r *running) enter(ctx context.Context, epoch int, best bool) (ok bool, err error) {
	e, ok, err := r.judge(ctx, epoch)
	if err != nil || !ok {
		return ok, err
	}
	if r.LastOnly {
		r.course.Epochs = nil
	}
	r.course.Epochs = append(r.course.Epochs, e)
	if best {
		r.course.Kept = epoch
	}
	return true, nil
}

// diverge ends the course; what patience has kept until then stands.
func (r *running) diverge(epoch int) {
	r.course.Diverged = epoch
	if !r.patient() {
		r.course.Kept = 0
	}
}

// judge says how the score stands; ok is false where it is no number.
func (r *running) judge(ctx context.Context, epoch int) (e Epoch, ok bool, err error) {
	learnt, err := train.Scores(ctx, r.score, r.learnt.Records, 2*batch)
	if err != nil {
		return e, false, err
	}
	unseen, err := train.Scores(ctx, r.score, r.test, 2*batch)
	if err != nil {
		return e, false, err
	}
	noisy, clean := metric.AUC(learnt, r.learnt.labels), metric.AUC(unseen, r.test.Positive)
	most := 0.0
	for _, f := range learnt {
		most = max(most, math.Abs(f))
	}
	if noisy.Missing() || clean.Missing() || math.IsInf(most, 1) {
		return e, false, nil
	}
	balanced := metric.BalancedAccuracy.Value(metric.Count(unseen, r.test.Positive, 0))
	return Epoch{Number: epoch, TestAUC: clean.Value, TestBalanced: balanced.Value, NoisyAUC: noisy.Value, MaxScore: most}, true, nil
}
