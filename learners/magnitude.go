package learners

import (
	"fmt"
	"math"

	"dpscope/learners/table"
)

// ordinary bounds the binary exponents of the numbers in proofs: their fourth powers, which discriminants
// take, are within float64.
const ordinary = 200

// ToOrdinary returns the power of two by which numbers of at most this size are
// to be multiplied; 0 where they are ordinary.
func ToOrdinary(size float64) int {
	_, exponent := math.Frexp(size)
	if size == 0 || -ordinary <= exponent && exponent <= ordinary {
		return 0
	}
	return -exponent
}

// Multiply multiplies numbers by 2^power in their places, all of their digits
// kept.
func Multiply(what string, numbers []float64, power int) error {
	for i, v := range numbers {
		numbers[i] = math.Ldexp(v, power)
		if math.Ldexp(numbers[i], -power) != v {
			return fmt.Errorf("%s %d = %g cannot be told from 0 beside numbers of %.0e; those within a factor of 1e+300 of one another would work, or 0",
				what, i, v, math.Ldexp(0.5, -power))
		}
	}
	return nil
}

// LargestSize returns the greatest size of numbers.
func LargestSize(numbers []float64) float64 {
	most := 0.0
	for _, v := range numbers {
		most = max(most, math.Abs(v))
	}
	return most
}

// Fold makes w·x + b of raw values one of scaled values.
func Fold(weights []float64, bias *float64, scales []table.Scale) {
	for i, s := range scales {
		*bias += weights[i] * s.Offset
		weights[i] *= s.Width()
	}
}
