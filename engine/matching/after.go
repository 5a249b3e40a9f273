package matching

import (
	"context"
	"math"

	"dpscope/engine/known"
	"dpscope/engine/num/normal"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/privacy"
)

// GaussianAfter returns the cost of the normal noise that has the advantage of a shape after all releases, and not after one,
// and its σ in sensitivities. The advantage of the shape is between two numbers, and so are they.
func (q Question) GaussianAfter(ctx context.Context, name string) (cost, sigma known.Value, err error) {
	advantage, err := q.Advantage(ctx, name)
	if err != nil || advantage.Missing() {
		return advantage, advantage, err
	}
	if !(advantage.Low > 0 && advantage.High < 1) {
		none := known.Nothing("no normal noise has this advantage")
		return none, none, nil
	}
	low, high := q.sigmaAfter(advantage.High), q.sigmaAfter(advantage.Low)
	return known.Enclosed(q.normalCost(high), q.normalCost(low), q.normalCost(high)), known.Enclosed(high, low, high), nil
}

// sigmaAfter returns the σ of normal noise with an advantage after all releases: 2Φ(√T/(2σ)) − 1.
func (q Question) sigmaAfter(advantage float64) float64 {
	return math.Sqrt(q.Times) / (2 * normal.UpperQuantile(1-privacy.RightGuess(advantage)))
}

// normalCost returns the expected loss of normal noise of σ, in the answer's unit.
func (q Question) normalCost(sigma float64) float64 {
	k, _ := Find("gaussian")
	n, err := q.noiseOf(k, central.Shifted(1/sigma))
	if err != nil {
		return math.NaN()
	}
	return n.Expected(q.Loss) * q.Scale()
}
