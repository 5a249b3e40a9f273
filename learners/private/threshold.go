package private

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"dpscope/mechanisms/privacy"
)

// Threshold is a private threshold of one feature between the means of two classes: values are cut to [−Clip,
// Clip], each mean gets normal noise for the greatest effect of one value, 2·Clip over its class's size, and
// the threshold is Gamma of the positive mean plus 1 − Gamma of the negative one. The class sizes are public.
// It is (ε, δ)-private for a changed value of a record, and for a changed label, with or without its value,
// except for what the sizes reveal of it: a value moves one sum by at most 2·Clip, and a label both sums by
// at most Clip, 1/√2 as far in deviations of their noise. So no other change is easier to tell apart than a
// value that moves from one end of the clip to the other.
type Threshold struct {
	Epsilon, Delta float64
	Clip           float64
	Gamma          float64
	Classical      bool // noise by the classical formula, up to ClassicalMost
}

// ClassicalMost is the greatest ε for which the classical formula of normal noise
// is proven.
const ClassicalMost = 1

// Unit returns the standard deviation of noise for a sensitivity of 1: √(2 ln(1.25/δ))/ε (Dwork & Roth 2014,
// Theorem A.1) if requested and valid, else the least possible (Balle & Wang 2018).
func (t Threshold) Unit() float64 {
	if !t.Classical || t.Epsilon > ClassicalMost {
		return privacy.AnalyticSigma(t.Epsilon, t.Delta)
	}
	return math.Sqrt(2*math.Log(1.25/t.Delta)) / t.Epsilon
}

// Of releases the threshold of the values of both classes.
func (t Threshold) Of(positive, negative []float64, rng *rand.Rand) (float64, error) {
	switch {
	case len(positive) == 0 || len(negative) == 0:
		return 0, errors.New("a class has no records, and no mean; one of each at least would work")
	case !(t.Epsilon > 0 && 0 < t.Delta && t.Delta < 1 && t.Clip > 0):
		return 0, fmt.Errorf("epsilon = %g, delta = %g, clip = %g; above 0, in (0, 1) and above 0 would work", t.Epsilon, t.Delta, t.Clip)
	}
	noise := 2 * t.Clip * t.Unit()
	mean := func(values []float64) float64 {
		sum := 0.0
		for _, v := range values {
			sum += min(max(v, -t.Clip), t.Clip)
		}
		return (sum + noise*rng.NormFloat64()) / float64(len(values))
	}
	return t.Gamma*mean(positive) + (1-t.Gamma)*mean(negative), nil
}
