package training

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"dpscope/engine/param"
	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/learners"
	"dpscope/learners/metric"
	"dpscope/learners/table"
	"dpscope/learners/train"
	"dpscope/mechanisms"
	"dpscope/mechanisms/privacy"
)

// noisyNetwork is a network with one hidden layer by noisy gradient descent: at every
// step each record takes part with a probability, its gradient of the logistic loss
// is cut to a norm and then weighed by its class, and the sum gets normal noise once
// (Abadi and others 2016). How the features are scaled, and how many records there
// are of either class, count as public.
type noisyNetwork struct{ Epsilon float64 }

// What noisy networks have in common.
const (
	noisySlack  = 1e-5 // δ
	noisyRate   = 0.1  // share of the records in an expected batch
	noisySteps  = 200
	noisyClip   = 1.0
	noisyPace   = 0.02
	noisyHidden = 16
)

var noisyKind = param.Kind[learners.Learner]{Name: "private-network", Title: "Private network", Tag: "priv. network",
	Help: fmt.Sprintf("%d hidden units, trained by noisy gradients, with public weights by which both classes count alike. It is (ε, δ)-private with δ = 10⁻⁵ where a record "+
		"is added or taken away, and sees the true labels; how features are scaled and how many records either class has count as public.", noisyHidden),
	Source: "Abadi and others 2016, with the accountant of Mironov, Talwar & Zhang 2019",
	New: func(v param.Values) (learners.Learner, error) {
		return noisyNetwork{v.Get(mechanisms.LabelEpsilon)}, nil
	}}

func (n noisyNetwork) String() string {
	return fmt.Sprintf("a network of %d hidden units by noisy gradients, ε = %g", noisyHidden, n.Epsilon)
}

// Claim is that of a Private.
func (n noisyNetwork) Claim() privacy.Claim {
	return privacy.Claim{Epsilon: n.Epsilon, Delta: noisySlack, Notion: privacy.Approximate, Neighbours: privacy.OneAdded}
}

// Fit takes the noisy steps.
func (n noisyNetwork) Fit(ctx context.Context, d table.Data, rng *rand.Rand) (learners.Classifier, error) {
	if n.Epsilon <= 0 {
		return nil, fmt.Errorf("ε = %g allows no gradient at all; a positive budget would work", n.Epsilon)
	}
	deviation, err := trial.Steps{Rate: noisyRate, Count: noisySteps, Epsilon: n.Epsilon, Delta: noisySlack}.Deviation(ctx)
	if err != nil {
		return nil, err
	}
	r := single(d)
	t := descending{score: train.NewDense(r.Dims, []int{noisyHidden}, len(r.Positive), rng), records: r, weights: alike(r.Positive), rng: rng}
	move := train.Adam[float32](noisyPace)
	expected := noisyRate * float64(len(r.Positive))
	for step := range noisySteps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		work.Report(ctx, work.Progress{Done: float64(step), Of: noisySteps, What: "steps"})
		gradient := t.sum(ctx)
		for j, g := range gradient {
			gradient[j] = float32((float64(g) + deviation*noisyClip*rng.NormFloat64()) / expected)
		}
		move(ctx, t.score.Weights(), gradient)
	}
	return toNetwork(t.score.Layers()), nil
}

// alike are the weights of negative and of positive records, 1 at most, by which
// both classes count alike.
func alike(positive []bool) map[bool]float32 {
	ones := float64(metric.Positives(positive))
	ratio := (float64(len(positive)) - ones) / max(ones, 1)
	return map[bool]float32{true: float32(min(ratio, 1)), false: float32(min(1/ratio, 1))}
}

// descending is a score that is trained step by step.
type descending struct {
	score   *train.Dense
	records train.Records
	weights map[bool]float32
	rng     *rand.Rand
}

// sum is that of the clipped gradients of the records that take part, each by its
// own chance.
func (t descending) sum(ctx context.Context) []float32 {
	var part []int
	for i := range t.records.Positive {
		if t.rng.Float64() < noisyRate {
			copy(t.score.Input()[len(part)*t.records.Dims:], t.records.Row(i))
			part = append(part, i)
		}
	}
	if len(part) == 0 {
		clear(t.score.Gradient())
		return t.score.Gradient()
	}
	slopes, weights := make([]float32, len(part)), make([]float32, len(part))
	for k, f := range t.score.Forward(ctx, len(part)) {
		label := t.records.Positive[part[k]]
		if slopes[k], weights[k] = float32(1/(1+math.Exp(-float64(f)))), t.weights[label]; label {
			slopes[k]--
		}
	}
	t.score.BackwardClipped(ctx, slopes, noisyClip, weights, nil)
	return t.score.Gradient()
}
