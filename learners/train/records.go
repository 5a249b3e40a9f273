package train

import (
	"math"
	"math/rand/v2"
)

type Records struct {
	Dims     int
	X        []float32 // row by row
	Positive []bool
}

// Row returns the features of record i.
func (r Records) Row(i int) []float32 { return r.X[i*r.Dims:][:r.Dims] }

// The two-Gaussian set.
const (
	Gauss2AUC      = 0.95     // of the log-likelihood ratio: no score has more
	Gauss2Accuracy = 0.877603 // of its sign for equally likely classes: no rule is more often right
	gaussDims      = 20
	gaussShift     = 1.16308715 // distance of either class's mean from 0
)

// Gauss2 draws two normal classes in 20 dimensions, x ~ N(±1.163·u, I) with u
// the unit vector along (1, ..., 1), which no scorer tells apart with an AUC
// above Gauss2AUC. The classes take turns while there is some of either.
func Gauss2(positives, negatives int, rng *rand.Rand) Records {
	r := Records{Dims: gaussDims, X: make([]float32, (positives+negatives)*gaussDims), Positive: make([]bool, positives+negatives)}
	for i := range r.Positive {
		shift := -gaussShift
		if positives > 0 && (negatives == 0 || i%2 == 0) {
			r.Positive[i], shift = true, gaussShift
			positives--
		} else {
			negatives--
		}
		for j := range r.Row(i) {
			r.X[i*gaussDims+j] = float32(rng.NormFloat64() + shift/math.Sqrt(gaussDims))
		}
	}
	return r
}

// Flip turns the labels round that are flipped.
func Flip(positive, flipped []bool) []bool {
	labels := make([]bool, len(positive))
	for i, p := range positive {
		labels[i] = p != flipped[i]
	}
	return labels
}
