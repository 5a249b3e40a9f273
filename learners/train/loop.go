package train

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"dpscope/engine/work"
	"dpscope/learners/loss"
)

// Loop lowers a risk batch by batch. It is independent of the score's kind, of its loss, and of how weights
// move.
type Loop struct {
	Loss      loss.Loss
	Risk      Risk
	Optimiser Optimiser
	Decay     float64 // weight decay: this share of every weight is added to its gradient
	Batch     int     // records of each label in a step, or all if there are fewer
	Pooled    bool    // steps take twice as many of either label, in random order
	Epochs    int     // greatest number of passes; a pass has as many steps as batches hold the records
}

// Errors of a training.
var (
	ErrOneClass = errors.New("all labels are of one class; training needs both")
	ErrDiverged = errors.New("the scores have run away; a smaller learning rate would work")
)

// Run trains a score on records under some labels, from its present weights. The score must take batches of
// 2·Batch. It calls watch after each epoch, from 1, and stops when watch returns false. The same state of rng
// gives the same weights on any number of cores. It stops when ctx ends, even amid a long step, and reports
// its progress to ctx at every step.
func (l Loop) Run(ctx context.Context, s Score, r Records, labels []bool, rng *rand.Rand, watch func(epoch int) (goOn bool)) error {
	batches, err := l.batches(labels, rng)
	if err != nil {
		return err
	}
	slopes, move := make([]float32, 2*l.Batch), l.Optimiser.Start()
	steps := (len(labels) + 2*l.Batch - 1) / (2 * l.Batch)
	report := func(epochs float64) {
		work.Report(ctx, work.Progress{Done: epochs, Of: float64(l.Epochs), What: "epochs"})
	}
	for epoch := 1; epoch <= l.Epochs; epoch++ {
		for step := range steps {
			report(float64(epoch-1) + float64(step)/float64(steps))
			p, n := batches.deal(s.Input(), r)
			if p == 0 || n == 0 {
				continue // the risk is undefined
			}
			if err := l.slope(ctx, s, p, slopes[:p+n]); err != nil {
				return err
			}
			l.decay(s)
			move(ctx, s.Weights(), s.Gradient())
		}
		if !watch(epoch) {
			return nil
		}
		report(float64(epoch))
	}
	return nil
}

// slope sets the gradient of the risk of a batch with that many positives; slopes is memory for the
// derivatives by the scores.
func (l Loop) slope(ctx context.Context, s Score, positives int, slopes []float32) error {
	scores := s.Learn(ctx, len(slopes))
	switch err := ctx.Err(); {
	case err != nil:
		return err
	case !finite(scores):
		return ErrDiverged
	}
	l.Risk.Slopes(l.Loss, scores[:positives], scores[positives:], slopes[:positives], slopes[positives:])
	s.Backward(ctx, slopes)
	return ctx.Err()
}

// batches deals the batches of a training.
func (l Loop) batches(labels []bool, rng *rand.Rand) (dealer, error) {
	if !slices.Contains(labels, true) || !slices.Contains(labels, false) {
		return nil, ErrOneClass
	}
	if l.Pooled {
		return &pooled{labels: labels, batch: 2 * l.Batch, order: rng.Perm(len(labels)), at: len(labels), rng: rng}, nil
	}
	return byLabel{newDeck(labels, true, rng), newDeck(labels, false, rng), l.Batch}, nil
}

// decay adds the pull of the weights towards 0 to the gradient.
func (l Loop) decay(s Score) {
	if l.Decay == 0 {
		return
	}
	gradient := s.Gradient()
	for i, w := range s.Weights() {
		gradient[i] += float32(l.Decay) * w
	}
}

// finite reports whether scores sum to a finite number, without infinities and NaN.
func finite(scores []float32) bool {
	sum := 0.0
	for _, f := range scores {
		sum += math.Abs(float64(f))
	}
	return sum <= math.MaxFloat32
}

// Patience ends a training that no longer improves (Goodfellow, Bengio & Courville 2016, algorithm 7.1):
// after Epochs epochs without a greater value of the watched quantity, such as the AUC on records kept apart.
type Patience struct {
	Epochs int // without a greater value; at least 1

	best   float64
	since  int // epochs since the greatest value
	looked bool
}

// Look takes the value after one more epoch, and says whether it is the greatest
// so far, and whether to go on.
func (p *Patience) Look(value float64) (best, goOn bool) {
	if !p.looked || value > p.best {
		p.looked, p.best, p.since = true, value, 0
		return true, true
	}
	p.since++
	return false, p.since < p.Epochs
}
