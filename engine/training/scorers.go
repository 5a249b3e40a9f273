package training

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/learners/loss"
	"dpscope/learners/train"
	"dpscope/mechanisms"
)

// Scorers are random linear scores and the records that judge them: two normal classes. Equal values mean the
// same scorers.
type Scorers struct {
	Loss                 loss.Loss
	Risk                 Risk
	Positives, Negatives int     // records, at least one of each
	Count                int     // of scorers
	Scale                float64 // median spread of scores
	Seed                 uint64
}

// Parts returns the risks of every scorer; the session keeps them.
func (s Scorers) Parts(ctx context.Context) ([]Parts, error) {
	return work.Do(ctx, work.Job[[]Parts]{Key: s, Bytes: func(p []Parts) int64 { return int64(len(p)) * 40 },
		Run: func(ctx context.Context, _ func([]Parts, work.Progress)) ([]Parts, error) {
			records, scorers := s.draw()
			all := make([]Parts, s.Count)
			return all, work.Each(ctx, s.Count, func(_ context.Context, i int) error {
				positive, negative := split(scorers[i].scores(records), records.Positive)
				all[i] = s.Risk.parts(s.Loss, positive, negative)
				return nil
			})
		}}, nil)
}

// ErrOneClass says that a draw of flips left one class only.
var ErrOneClass = errors.New("flipped, all labels are of one class")

// Drawn returns the risks of every scorer under one draw of flips; draws at several budgets are nested.
func (s Scorers) Drawn(ctx context.Context, m mechanisms.LabelFlip) ([]float64, error) {
	records, scorers := s.draw()
	labels := train.Flip(records.Positive, mechanisms.NewLabelThresholds(s.Positives+s.Negatives, trial.Random(s.Seed, flipping)).Flipped(m))
	if p, n := split(make([]float64, len(labels)), labels); len(p) == 0 || len(n) == 0 {
		return nil, ErrOneClass
	}
	risks := make([]float64, s.Count)
	return risks, work.Each(ctx, s.Count, func(_ context.Context, i int) error {
		positive, negative := split(scorers[i].scores(records), labels)
		risks[i] = s.Risk.of(s.Loss, positive, negative)
		return nil
	})
}

// scorer is f(x) = w·x + c.
type scorer struct {
	weights []float64
	offset  float64
}

// draw makes the records and the scorers. How well a scorer points at the
// classes is uniform, from all wrong to all right, so that the risks spread; how
// steep it is has a logarithm of deviation 0.5.
func (s Scorers) draw() (train.Records, []scorer) {
	records := train.Gauss2(s.Positives, s.Negatives, trial.Random(s.Seed, making))
	rng := trial.Random(s.Seed, scoring)
	all := make([]scorer, s.Count)
	for i := range all {
		right, steep := 2*rng.Float64()-1, s.Scale*math.Exp(0.5*rng.NormFloat64())
		all[i] = scorer{weights: pointing(records.Dims, right, rng), offset: steep * rng.NormFloat64() / 2}
		for j := range all[i].weights {
			all[i].weights[j] *= steep
		}
	}
	return records, all
}

// pointing returns a random unit vector whose cosine with (1, ..., 1) is right, otherwise uniform.
func pointing(dims int, right float64, rng *rand.Rand) []float64 {
	w, sum, square := make([]float64, dims), 0.0, 0.0
	for j := range w {
		w[j] = rng.NormFloat64()
		sum += w[j]
	}
	for j := range w {
		w[j] -= sum / float64(dims)
		square += w[j] * w[j]
	}
	for j := range w {
		w[j] = right/math.Sqrt(float64(dims)) + math.Sqrt((1-right*right)/square)*w[j]
	}
	return w
}

func (s scorer) scores(r train.Records) []float64 {
	scores := make([]float64, len(r.Positive))
	for i := range scores {
		sum := s.offset
		for j, x := range r.Row(i) {
			sum += s.weights[j] * float64(x)
		}
		scores[i] = sum
	}
	return scores
}

// split tells scores apart by label.
func split(scores []float64, labels []bool) (positive, negative []float64) {
	for i, f := range scores {
		if labels[i] {
			positive = append(positive, f)
		} else {
			negative = append(negative, f)
		}
	}
	return positive, negative
}
