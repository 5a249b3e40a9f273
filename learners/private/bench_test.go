package private

import (
	"math/rand/v2"
	"testing"

	"dpscope/learners/train"
)

// BenchmarkNetworkStep measures a step of a network 20-64-64-1 at 256 records: the plain one, and the one that clips each
// record's gradient and adds noise.
func BenchmarkNetworkStep(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	r := train.Gauss2(together/2, together/2, rng)
	all := make([]int, together)
	for i := range all {
		all[i] = i
	}
	score := train.NewDense(r.Dims, []int{64, 64}, together, rng)
	b.Run("plain", func(b *testing.B) {
		slopes, move := make([]float32, together), train.Adam[float32](1e-3)
		for b.Loop() {
			copy(score.Input(), r.X)
			for i, odds := range score.Learn(b.Context(), together) {
				slopes[i] = train.Logistic(odds, r.Positive[i]) / together
			}
			score.Backward(b.Context(), slopes)
			move(b.Context(), score.Weights(), score.Gradient())
		}
	})
	b.Run("private", func(b *testing.B) {
		d := Descent{Rate: 1, Steps: 1, Clip: 1, Pace: 0.1, Deviation: 1, Weights: Even}
		g := newGradients(d, score, r)
		by := chance{func() []int { return all }, rng.NormFloat64}
		for b.Loop() {
			if err := descend(b.Context(), d, together, by, nil, score.Weights(), g.sum, func(taken []int) { g.add(b.Context(), taken) }, func(int) error { return nil }); err != nil {
				b.Fatal(err)
			}
		}
	})
}
