package learners

import (
	"fmt"
	"math"
)

// ordinary bounds the binary exponents of the numbers that proofs work with:
// their fourth powers, which discriminants take, are within float64.
const ordinary = 200

// far bounds the coordinates of points from which squared distances are taken.
const far = 1e50

// rescaled is a classifier whose classes do not change when its numbers are all
// multiplied by one positive number.
type rescaled interface {
	// rescale brings numbers that are beyond the ordinary into it, by a power of
	// two, which changes no digit. It is an error where that cannot be.
	rescale() error
}

// toOrdinary returns the power of two by which numbers of at most this size are
// to be multiplied; 0 where they are ordinary.
func toOrdinary(size float64) int {
	_, exponent := math.Frexp(size)
	if size == 0 || -ordinary <= exponent && exponent <= ordinary {
		return 0
	}
	return -exponent
}

// multiply multiplies numbers by 2^power in their places, all of their digits
// kept.
func multiply(what string, numbers []float64, power int) error {
	for i, v := range numbers {
		numbers[i] = math.Ldexp(v, power)
		if math.Ldexp(numbers[i], -power) != v {
			return fmt.Errorf("%s %d = %g cannot be told from 0 beside numbers of %.0e; those within a factor of 1e+300 of one another would do, or 0",
				what, i, v, math.Ldexp(0.5, -power))
		}
	}
	return nil
}

// largestSize returns the greatest size of numbers.
func largestSize(numbers []float64) float64 {
	most := 0.0
	for _, v := range numbers {
		most = max(most, math.Abs(v))
	}
	return most
}

// checkFar says whether a point is near enough for squared distances to it.
func checkFar(what string, k int, point []float64) error {
	if most := largestSize(point); most > far {
		return fmt.Errorf("%s %d reaches %g, where squared distances are beyond float64; at most %g would do", what, k, most, far)
	}
	return nil
}

// chain follows the size of the numbers of a network, layer after layer.
type chain struct{ most, least float64 }

// newChain is before the first layer.
func newChain() *chain { return &chain{1, 1} }

// add says whether the outputs stay within float64 with one layer more: for
// inputs of size 1, taken as if each weight were the largest of its layer.
func (c *chain) add(weights, bias []float64) error {
	const beyond = 1e100
	w, b := largestSize(weights), largestSize(bias)
	c.most = max(c.most*w, b, 1)
	if w > 0 {
		c.least *= min(1, w)
	}
	if c.most > beyond || c.least < 1/beyond {
		return fmt.Errorf("with numbers of size %g the outputs may be beyond float64; dividing the weights and biases of a layer, "+
			"and the biases of all that follow, by one number would do, and changes no class", max(w, b))
	}
	return nil
}
