package training

import (
	"context"
	"fmt"
	"math/rand/v2"

	"dpscope/engine/param"
	"dpscope/engine/trial"
	"dpscope/learners"
	"dpscope/learners/metric"
	"dpscope/learners/private"
	"dpscope/learners/table"
	"dpscope/mechanisms"
	"dpscope/mechanisms/privacy"
)

// noisyNetwork is a network with one hidden layer by noisy gradient descent: at every
// step each record takes part with a probability, its gradient of the logistic loss
// is cut to a norm and then weighed by its class, and the sum gets normal noise once
// (Abadi and others 2016). How the features are scaled, and how many records there are of either class, count as public.
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

// Claim implements Private.
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
	score, err := private.Network{Descent: private.Descent{Rate: noisyRate, Steps: noisySteps, Clip: noisyClip, Deviation: deviation, Pace: noisyPace, Weights: alike(r.Positive)},
		Width: noisyHidden, Hidden: 1, Adam: true, Coins: true}.Fit(ctx, r, rng, nil)
	if err != nil {
		return nil, err
	}
	return toNetwork(score.Layers()), nil
}

// alike returns weights that give both classes the same total weight.
func alike(positive []bool) private.Weights {
	ones := float64(metric.Positives(positive))
	return private.Inverse((float64(len(positive)) - ones) / max(ones, 1))
}
