package rareclass

import (
	"context"
	"math"
	"testing"

	"dpscope/engine/trial"
	"dpscope/engine/work/worktest"
	"dpscope/mechanisms/accounting"
)

// The noise of descent suffices by the law of the loss, which encloses the ε spent, and is hardly more than the least.
func TestDescentKeepsItsBudget(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		d              Descent
		epsilon, delta float64
	}{{Descent{Rate: 0.1, Steps: 100}, 1, 1e-5}, {Descent{Rate: 0.01, Steps: 1000}, 0.05, 1e-6}, {Descent{Rate: 1, Steps: 10}, 10, 1e-5}} {
		sigma, err := c.d.Deviation(ctx, c.epsilon, c.delta)
		if err != nil {
			t.Fatal(err)
		}
		run := func(deviation float64) accounting.Run {
			return accounting.Run{Step: accounting.Step{Rate: c.d.Rate, Deviation: deviation}, Steps: float64(c.d.Steps)}
		}
		spent, err := run(sigma).Losses(ctx, c.delta, accounting.Fine)
		if err != nil || spent.High > c.epsilon || spent.Low < 0.999*c.epsilon {
			t.Errorf("%+v at σ = %v spends %+v of %v by the law of its loss (%v)", c.d, sigma, spent, c.epsilon, err)
		}
	}
}

// Every learner finds the mixture's minority with much budget, and equal trials give equal results.
func TestLearnersLearn(t *testing.T) {
	store := worktest.Session(context.Background(), 1<<26)
	for _, l := range []Learner{Unweighted, Inverse, Normalised, Bagged{Models: 3, Share: 0.5}, Descent{Rate: 0.2, Steps: 200, Clip: 1, Pace: 6}, Baseline{}, Baseline{Weighted: true}, Boosted{}, Boosted{Weighted: true}} {
		fit := Trial{Clip: 8, Ratio: MixtureRatio, PerRecord: 1, Learner: l, Epsilon: 20, Slack: 1e-5, Seed: 3}
		one, err := trial.Do(store, fit, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !(one.AUC > 0.9) {
			t.Errorf("%T %+v has AUC %v", l, l, one.AUC)
		}
		again, err := trial.Do(context.Background(), fit, nil)
		if err != nil || again != one {
			t.Errorf("%T %+v ends at %+v, and again at %+v (%v)", l, l, one, again, err)
		}
		fit.Epsilon = math.Inf(1)
		if free, err := trial.Do(store, fit, nil); err != nil || !(free.AUC > 0.91) {
			t.Errorf("%T %+v without noise: %+v (%v)", l, l, free, err)
		}
	}
}
