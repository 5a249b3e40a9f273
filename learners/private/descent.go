package private

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"dpscope/engine/work"
	"dpscope/learners/train"
)

// Descent is weighted logistic regression by noisy gradient descent: at every step each record takes part
// with probability Rate, its gradient is clipped to the norm Clip and only then weighted, so that one record
// more moves the sum by at most Clip, and the sum gets normal noise once. It is accounted as that many steps
// of a subsampled Gaussian, between neighbours that differ by the presence of one record.
//
// The paper's Algorithm 4 adds noise to every gradient before averaging, √B times too much, steps within a
// batch, which no accountant covers, and takes its weights from the data, so that one label moves every
// gradient.
type Descent struct {
	Rate      float64 // q, in (0, 1]
	Steps     int
	Clip      float64 // C
	Deviation float64 // σ of the noise, in units of the clip
	Pace      float64 // η
	Weights   Weights // public
}

// Beta returns the mean of the second half of the steps, each of which may be published. The number of
// records is public. It reports every step.
func (d Descent) Beta(ctx context.Context, rows Rows, rng *rand.Rand) ([]float64, error) {
	if err := d.check(); err != nil {
		return nil, err
	}
	beta, mean := make([]float64, rows.Dims), make([]float64, rows.Dims)
	sum := make([]float64, rows.Dims)
	add := func(taken []int) {
		clear(sum)
		for _, i := range taken {
			d.add(sum, rows.Row(i), rows.Positive[i], beta)
		}
	}
	err := descend(ctx, d, rows.Len(), d.chance(rows.Len(), rng), nil, beta, sum, add, func(step int) error {
		d.average(mean, beta, step)
		return nil
	})
	return mean, err
}

// chance draws a run's random numbers.
type chance struct {
	batch  func() []int   // the records of a step; valid until the next
	normal func() float64 // standard normal
}

func (d Descent) chance(records int, rng *rand.Rand) chance {
	var taken []int
	return chance{normal: rng.NormFloat64, batch: func() []int {
		taken = taken[:0]
		for i := d.next(-1, rng); i < records; i = d.next(i, rng) {
			taken = append(taken, i)
		}
		return taken
	}}
}

// coins draws who takes part by a coin for each record.
func (d Descent) coins(records int, rng *rand.Rand) chance {
	var taken []int
	return chance{normal: rng.NormFloat64, batch: func() []int {
		taken = taken[:0]
		for i := range records {
			if rng.Float64() < d.Rate {
				taken = append(taken, i)
			}
		}
		return taken
	}}
}

// descend takes all steps from the present weights. add sets sum to the clipped and weighted gradients of the
// records of the step; descend adds noise once, also to an empty step, and divides by the expected number of
// records, not the actual one. move takes the step; without it, the weights move against the gradient at the
// descent's pace. after is called after each step, and may end the run.
func descend[F train.Float](ctx context.Context, d Descent, records int, by chance, move train.Move[F], weights, sum []F,
	add func(taken []int), after func(step int) error) error {
	expected := d.Rate * float64(records)
	for step := range d.Steps {
		if err := ctx.Err(); err != nil {
			return err
		}
		work.Report(ctx, work.Progress{Done: float64(step), Of: float64(d.Steps), What: "steps"})
		add(by.batch())
		for j := range weights {
			noisy := float64(sum[j]) + d.Deviation*d.Clip*by.normal()
			if sum[j] = F(noisy / expected); move == nil {
				weights[j] -= F(d.Pace * noisy / expected)
			}
		}
		if move != nil {
			move(ctx, weights, sum)
		}
		if err := after(step); err != nil {
			return err
		}
	}
	return nil
}

// average adds the weights of a step to their mean over the second half of the steps.
func (d Descent) average(mean, weights []float64, step int) {
	if half := d.Steps / 2; step >= half {
		for j, v := range weights {
			mean[j] += v / float64(d.Steps-half)
		}
	}
}

func (d Descent) check() error {
	switch {
	case !(0 < d.Rate && d.Rate <= 1):
		return fmt.Errorf("q = %g is outside (0, 1]; the expected batch over the records would work", d.Rate)
	case d.Steps < 1:
		return fmt.Errorf("%d steps; 1 at least would work", d.Steps)
	case !(d.Clip > 0 && d.Pace > 0 && d.Deviation >= 0):
		return fmt.Errorf("clip = %g, pace = %g and sigma = %g; the first two above 0 and the last not below it would work", d.Clip, d.Pace,
			d.Deviation)
	}
	return d.Weights.check()
}

// next returns the next record that takes part: the number skipped before it is geometric.
func (d Descent) next(i int, rng *rand.Rand) int {
	if d.Rate == 1 {
		return i + 1
	}
	skipped := math.Log1p(-rng.Float64()) / math.Log1p(-d.Rate)
	return i + 1 + int(min(skipped, 1<<30))
}

// add adds the gradient of one record to a sum, cut and then weighed.
func (d Descent) add(sum, x []float64, positive bool, beta []float64) {
	slope, weight := 1/(1+math.Exp(-dot(x, beta))), d.Weights.Negative
	if positive {
		slope, weight = slope-1, d.Weights.Positive
	}
	if size := math.Abs(slope) * norm(x); size > d.Clip {
		slope *= d.Clip / size
	}
	for j, v := range x {
		sum[j] += weight * slope * v
	}
}
