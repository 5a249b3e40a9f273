package private

import (
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/effort"
	"dpscope/learners/train"
)

// One record more moves the sum that gets noise by the clip at most: the first of all, a
// duplicate of another or its opposite, one at the origin or far away, of either class, wherever the
// weights are. The search comes near to the clip, and catches sums that move further.
func TestNetworkNeighbours(t *testing.T) {
	effort.ForNumbers(t)
	const dims, hidden, clip, beside = 2, 16, 1.0, 3 // beside: the number of records that take part with the added one
	for _, c := range []struct {
		name    string
		weights Weights
		more    *Weights // where the added record is there; nil: the same
		fair    bool
	}{
		{"public weights, the rarer class 1", Weights{Positive: 1, Negative: 0.1}, nil, true},
		{"weights of one over the share", Weights{Positive: 10, Negative: 1}, nil, false},
		{"weights that the record sets", Weights{Positive: 1, Negative: 0.1}, &Weights{Positive: 0.5, Negative: 1}, false},
	} {
		rng := rand.New(rand.NewPCG(3, 1))
		all := []int{0, 1, 2, 3}
		worst := 0.0
		for i := range effort.Scale(200, 500, 5000) {
			score := train.NewDense(dims, []int{hidden}, beside+1, rand.New(rand.NewPCG(uint64(i), 2)))
			size := float32(math.Exp(2 * rng.NormFloat64()))
			for j := range score.Weights() {
				score.Weights()[j] *= size
			}
			x := make([]float32, (beside+1)*dims)
			for j := range x {
				x[j] = float32(rng.NormFloat64())
			}
			added := x[beside*dims:]
			far := float32(math.Pow(10, float64(rng.IntN(5))))
			for j := range added {
				switch i % 5 {
				case 0: // a duplicate
					added[j] = x[j]
				case 1: // the opposite
					added[j] = -x[j]
				case 2: // the origin
					added[j] = 0
				case 3: // far away
					added[j] *= far
				}
			}
			positive := make([]bool, beside+1)
			for k := range positive {
				positive[k] = i%7 != 0 && rng.IntN(2) == 0 // at times all of a class
			}
			sum := func(records int, weights Weights) []float64 {
				d := newGradients(Descent{Clip: clip, Weights: weights}, score, train.Records{Dims: dims, X: x[:records*dims], Positive: positive[:records]})
				var sums []float64
				for _, g := range d.add(t.Context(), all[:records]) {
					sums = append(sums, float64(g))
				}
				return sums
			}
			more := c.weights
			if c.more != nil {
				more = *c.more
			}
			square := 0.0
			without := sum(beside, c.weights)
			for j, g := range sum(beside+1, more) {
				square += (g - without[j]) * (g - without[j])
			}
			worst = max(worst, math.Sqrt(square)/clip)
		}
		t.Logf("%s: a record moves the sum by %.5f clips", c.name, worst)
		if c.fair && !(0.99 < worst && worst < 1+1e-4) || !c.fair && !(worst > 1.01) {
			t.Errorf("%s: the search finds %v clips", c.name, worst)
		}
	}
}
