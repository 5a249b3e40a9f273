package private

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"dpscope/mechanisms/privacy"
)

// Threshold is a private threshold of one feature between the means of two classes:
// values are cut to [−Clip, Clip], either mean gets normal noise for the most that
// one value can move it, 2·Clip over its class's number, and Gamma of the positive
// mean and 1 − Gamma of the negative one make the threshold. The classes' numbers are
// public. It is (ε, δ)-private where a record's value may change, and where its label
// may, with or without its value, but for what the numbers tell of that: a value moves one sum
// by 2·Clip at most, and a label both sums by Clip at most, which is 1/√2 as far in deviations of their noise. So no other change
// is told apart better than a value that goes from one end of the clip to the other.
type Threshold struct {
	Epsilon, Delta float64
	Clip           float64
	Gamma          float64
	Classical      bool // noise by the classical formula, up to ClassicalMost
}

// ClassicalMost is the greatest ε for which the classical formula of normal noise
// is proven.
const ClassicalMost = 1

// Unit is the standard deviation of noise for a sensitivity of 1: √(2 ln(1.25/δ))/ε
// (Dwork & Roth 2014, Theorem A.1) where that is asked for and holds, else that of Balle &
// Wang 2018, the least there is.
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
