package mechanisms

import (
	"math"
	"math/rand/v2"
)

// LabelThresholds is the randomness of n records, drawn once and kept while the
// budget moves: record i is flipped exactly while the mechanism's true ε is
// below its threshold. Flipped sets are then nested, and a slider adds no noise
// of its own.
//
// A threshold is ln((1−U)/U) for a uniform U, so that U < 1/(1+eᵃ) where a is
// below it; about half of them are negative, of labels that never flip.
type LabelThresholds []float64

// NewLabelThresholds draws the randomness of n records.
func NewLabelThresholds(n int, rng *rand.Rand) LabelThresholds {
	t := make(LabelThresholds, n)
	for i := range t {
		// U = e^−E, so that the smallest U keep their digits.
		e := rng.ExpFloat64()
		t[i] = e + math.Log(-math.Expm1(-e))
	}
	return t
}

// Flipped says which labels are flipped: the first sampler, independent coins.
func (t LabelThresholds) Flipped(m LabelFlip) []bool {
	flipped := make([]bool, len(t))
	for i, threshold := range t {
		flipped[i] = m.Epsilon < threshold
	}
	return flipped
}

// TwoStep draws a labelling as the paper does: first how many of n labels are
// flipped, then which, uniformly. It returns the flipped records in no
// particular order, in time and memory proportional to their number (Floyd's
// subset, Bentley & Floyd 1987). It has the law of LabelThresholds.
func (m LabelFlip) TwoStep(n int, rng *rand.Rand) []int {
	return uniformSubset(n, int(m.Flips(float64(n)).Sample(rng)), rng)
}

// uniformSubset draws count of the numbers below n, each subset alike likely.
func uniformSubset(n, count int, rng *rand.Rand) []int {
	subset := make([]int, 0, count)
	in := make(map[int]bool, count)
	for j := n - count; j < n; j++ {
		pick := rng.IntN(j + 1)
		if in[pick] {
			pick = j
		}
		in[pick] = true
		subset = append(subset, pick)
	}
	return subset
}
