package training

import (
	"context"
	"fmt"
	"math/rand/v2"

	"dpscope/engine/param"
	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/learners"
	"dpscope/learners/metric"
	"dpscope/learners/private"
	"dpscope/learners/table"
	"dpscope/learners/train"
	"dpscope/mechanisms"
	"dpscope/mechanisms/privacy"
)

// noisyNetwork is a network with one hidden layer by noisy gradient descent: at every
// step each record takes part with a probability, its gradient of the logistic loss
// is cut to a norm and then weighed by its class, and the sum gets normal noise once
// (Abadi and others 2016). Unlike a private.Network it takes its steps by Adam, with a coin for
// each record, whose gradients it has from there. How the features are scaled, and how many records there
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
		"is added or taken away, and sees the true labels; how features are scaled and how many records either class has count as public.",
		noisyHidden),
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
	score := train.NewDense(r.Dims, []int{noisyHidden}, len(r.Positive), rng)
	gradients := private.NewGradients(private.Descent{Clip: noisyClip, Weights: alike(r.Positive)}, score, r)
	move := train.Adam[float32](noisyPace)
	expected := noisyRate * float64(len(r.Positive))
	for step := range noisySteps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		work.Report(ctx, work.Progress{Done: float64(step), Of: noisySteps, What: "steps"})
		gradient := gradients.Add(ctx, taking(len(r.Positive), rng))
		for j, g := range gradient {
			gradient[j] = float32((float64(g) + deviation*noisyClip*rng.NormFloat64()) / expected)
		}
		move(ctx, score.Weights(), gradient)
	}
	return toNetwork(score.Layers()), nil
}

// taking draws the records that take part in a step, each by a coin of its own.
func taking(records int, rng *rand.Rand) (part []int) {
	for i := range records {
		if rng.Float64() < noisyRate {
			part = append(part, i)
		}
	}
	return part
}

// alike are weights by which both classes count alike.
func alike(positive []bool) private.Weights {
	ones := float64(metric.Positives(positive))
	return private.Inverse((float64(len(positive)) - ones) / max(ones, 1))
}
