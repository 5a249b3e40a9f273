package rareclass

import (
	"testing"

	"dpscope/engine/known"
)

func TestVerdict(t *testing.T) {
	of := func(mean float64) known.Summary { return known.Summary{Mean: mean, Deviation: 0.001, Seeds: 9} }
	sure := Contest{Weights: of(0.2), NeitherToWeights: of(-0.3), NeitherToMoved: of(-0.1), Best: 0.8, Guess: 0.5, Recall: 0.7, Worst: 0.6}
	for _, c := range []struct {
		change func(*Contest)
		want   Verdict
	}{
		{func(*Contest) {}, WeightsAhead},
		{func(c *Contest) { c.Weights.Mean = -0.2 }, MovedAhead},
		{func(c *Contest) { c.Weights.Mean = leastDifference / 2 }, Either},
		{func(c *Contest) { c.Weights.Deviation = 1 }, Either},
		{func(c *Contest) { c.Weights.Seeds = 1 }, Undecided},
		{func(c *Contest) { c.Best = 0.4 }, Guessing},
		{func(c *Contest) { c.Best, c.Guess = 0.4, 0 }, WeightsAhead},
		{func(c *Contest) { c.Recall, c.Worst = 1, 0 }, Ridge},
		{func(c *Contest) { c.NeitherToWeights, c.NeitherToMoved = of(0.1), of(0.3) }, Neither},
		{func(c *Contest) { c.NeitherToWeights = of(0.1) }, WeightsAhead},
	} {
		tried := sure
		c.change(&tried)
		if got := tried.Verdict(); got != c.want {
			t.Errorf("%+v: %s, want %s", tried, got, c.want)
		}
	}
}
