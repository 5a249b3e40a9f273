package attack

import (
	"context"

	"dpscope/engine/composition"
	"dpscope/engine/known"
	"dpscope/mechanisms/accounting"
	"dpscope/mechanisms/privacy"
)

// Training is a run of noisy steps on batches, all of them seen.
type Training struct{ composition.Run }

func (s Training) attack(ctx context.Context, accuracy float64) (privacy.Attack, error) {
	return s.Attack(ctx, leastRate, accuracy)
}

func (s Training) claim(ctx context.Context, delta, accuracy float64) (Claim, error) {
	s.Delta = delta
	bounds := s.Bounds
	if accuracy > accounting.Fine {
		bounds = s.Coarse
	}
	b, err := bounds(ctx)
	switch low, high := b.Low, b.High; {
	case err != nil || high.Missing() || low.Missing():
		return Claim{high, delta}, err
	case low.Value == high.Value:
		return exactly(high.Value, delta)
	default:
		return Claim{known.Enclosed(high.Value, low.Value, high.Value), delta}, nil
	}
}

// byCoins is a training whose records are drawn by coins; at a rate of 0 none takes part.
func byCoins(rate, sigma, steps float64) Subject {
	if rate == 0 {
		return Stated{}
	}
	return Training{composition.Run{Rate: rate, Sigma: sigma, Steps: steps, Drawn: composition.Poisson, Neighbours: privacy.OneAdded}}
}

// Apart reports whether the answers of a question lie between a bound and what a known attacker attains, which are of different laws.
func (q Question) Apart() bool {
	s, is := q.Of.(Training)
	return is && !s.OneLaw()
}
