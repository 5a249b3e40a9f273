// Package sum adds numbers without error, so that a sum does not depend on the order of its parts, nor on who
// adds which of them.
package sum

import (
	"math"
	"slices"
)

// Exact is a sum of finite numbers that has lost nothing: numbers that do not overlap, the least first, which
// together are the sum (Shewchuk 1997, Adaptive precision floating-point arithmetic, theorem 10). The zero Exact
// is 0. It holds some forty numbers at most, however many are added; a sum that overflows is none.
type Exact struct {
	Parts []float64 // exported for encoders alone
}

// Add adds a number.
func (s *Exact) Add(x float64) {
	kept := 0
	for _, y := range s.Parts {
		if math.Abs(x) < math.Abs(y) {
			x, y = y, x
		}
		high := x + y
		if low := y - (high - x); low != 0 { // the error of the sum, which is a number itself (Dekker 1971)
			s.Parts[kept] = low
			kept++
		}
		x = high
	}
	s.Parts = append(s.Parts[:kept], x)
}

// Merge adds another sum.
func (s *Exact) Merge(other Exact) {
	for _, x := range other.Parts {
		s.Add(x)
	}
}

// Value returns the number nearest to the sum, the even one of two.
func (s Exact) Value() float64 {
	n := len(s.Parts)
	if n == 0 {
		return 0
	}
	high, low := s.Parts[n-1], 0.0
	for n--; n > 0; n-- {
		x, y := high, s.Parts[n-1]
		high = x + y
		if low = y - (high - x); low != 0 {
			n--
			break
		}
	}
	// If the remainder lies halfway between two numbers, the next part decides which one is nearer.
	if n > 0 && (low < 0) == (s.Parts[n-1] < 0) && s.Parts[n-1] != 0 {
		if twice := 2 * low; high+twice-high == twice {
			high += twice
		}
	}
	return high
}

// Clone returns a copy that further additions leave unchanged.
func (s Exact) Clone() Exact { return Exact{slices.Clone(s.Parts)} }

// Of returns the number nearest to the sum of numbers.
func Of(numbers []float64) float64 {
	var s Exact
	for _, x := range numbers {
		s.Add(x)
	}
	return s.Value()
}
