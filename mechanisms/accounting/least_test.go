package accounting

import (
	"math"
	"testing"

	"dpscope/engine/effort"
	"dpscope/mechanisms/privacy"
)

// The least noise keeps its budget, and hardly less does not: the true least lies between, within a tenth of a thousandth.
func TestLeastDeviation(t *testing.T) {
	effort.ForNumbers(t)
	for _, c := range []struct {
		rate           float64
		steps          int
		epsilon, delta float64
		want           float64 // 0: no other source has it
	}{{0.1, 200, 2, 1e-5, 0}, {0.01, 1000, 0.5, 1e-6, 0}, {1, 10, 8, 1e-5, 0}, {0.1, 200, 0.05, 1e-5, 0}, {1e-4, 3, 0.1, 1e-9, 0}, {0.1, 100, 1, 1e-5, 3.942}} {
		deviation, err := LeastDeviation(t.Context(), c.rate, c.steps, c.epsilon, c.delta)
		if err != nil {
			t.Fatal(err)
		}
		spent := func(deviation float64) Bounds {
			return bounds(t, Run{Step{c.rate, deviation}, float64(c.steps)}, c.delta, Fine)
		}
		if spent(deviation).High > c.epsilon || spent(deviation*0.998).Low <= c.epsilon {
			t.Errorf("%+v: noise of %g spends %v, a little less %v", c, deviation, spent(deviation), spent(deviation*0.998))
		}
		if c.want > 0 && math.Abs(deviation/c.want-1) > 2e-3 {
			t.Errorf("%+v: %g", c, deviation)
		}
	}
}

// One calibration finds noise, a rate, a number of steps or a budget of each: the result keeps the promise, and hardly less
// does not.
func TestCalibration(t *testing.T) {
	effort.ForNumbers(t)
	const delta = 1e-5
	for i, c := range []Calibration{
		{By: Losses{Accuracy: Coarse}, Near: Orders{}, Tree: func(x float64) Event { return Both{NormalSteps(0.1, x, 20), NormalSteps(0.02, 2*x, 30)} }, Keeps: privacy.Claim{Epsilon: 1}},
		{By: Losses{Accuracy: Coarse}, Near: Orders{}, Tree: func(x float64) Event { return NormalSteps(min(1/x, 1), 1.5, 100) }, Keeps: privacy.Claim{Epsilon: 1}},
		{By: Losses{Accuracy: Coarse}, Tree: func(x float64) Event { return NormalSteps(0.05, 2, math.Ceil(1e4/x)) }, Keeps: privacy.Claim{Epsilon: 3}},
		{By: Claims{Optimal}, Tree: func(x float64) Event { return Times{Sampled{claimOf(1/x, privacy.OneAdded), 0.1, Poisson}, 50} }, Keeps: privacy.Claim{Epsilon: 2}},
	} {
		if !effort.Sample(i, 3, 1) {
			continue
		}
		c.Keeps.Delta, c.Least, c.Most, c.Start = delta, 1e-3, 1e5, 1
		x, err := c.Find(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		spent := func(x float64) float64 {
			v, err := c.By.Price(t.Context(), c.Tree(x), delta)
			if err != nil {
				t.Fatal(err)
			}
			return v.High
		}
		const apart = 0.01 // of bounds that are coarse
		if !(spent(x) <= c.Keeps.Epsilon && spent(x*(1-apart)) > c.Keeps.Epsilon) {
			t.Errorf("%v: at %g it spends %g, a little less %g, and it keeps %g", c.Tree(x), x, spent(x), spent(x*(1-apart)), c.Keeps.Epsilon)
		}
		c.Most, c.Start = x/10, x/20
		if x, err := c.Find(t.Context()); err != nil || x == x {
			t.Errorf("%v: %g is enough, where none is", c.Tree(x), x)
		}
	}
	broken := Calibration{By: Orders{}, Tree: func(float64) Event { return Noise{answers("five"), privacy.OneAdded} }, Keeps: privacy.Claim{Epsilon: 1, Delta: delta}, Least: 1e-3, Most: 1e5, Start: 1}
	if _, err := broken.Find(t.Context()); err == nil {
		t.Error("a refusal is no answer")
	}
}
