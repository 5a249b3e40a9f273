// Package ticks knows the numbers that people count in: 1, 2 and 5 times the
// powers of ten. A caller who forgives rounding moves its number by as much as
// it forgives.
package ticks

import (
	"math"
	"strconv"
)

// Above returns the least tick greater than v > 0.
func Above(v float64) float64 {
	i := decade(v)
	for at(i) <= v {
		i++
	}
	return at(i)
}

// AtLeast returns the least tick that is not below v; 0, below all ticks, for v ≤ 0 and NaN: an empty span
// takes no room.
func AtLeast(v float64) float64 {
	if !(v > 0) {
		return 0
	}
	i := decade(v)
	for at(i) < v {
		i++
	}
	return at(i)
}

// Below returns the greatest tick less than v > 0.
func Below(v float64) float64 {
	i := decade(v) + 5
	for at(i) >= v {
		i--
	}
	return at(i)
}

// AtMost returns the greatest tick that is not above v > 0.
func AtMost(v float64) float64 {
	i := decade(v) + 5
	for at(i) > v {
		i--
	}
	return at(i)
}

// Between lists the ticks from low > 0 to high, both included.
func Between(low, high float64) []float64 {
	var list []float64
	for i := decade(low); at(i) <= high; i++ {
		if v := at(i); v >= low {
			list = append(list, v)
		}
	}
	return list
}

// decade returns the index of a tick below v, at most five before the first above it: the logarithm may be
// rounded to the next decade. It uses Log2, which handles subnormal numbers; Log10 returns -308 for all of
// them.
func decade(v float64) int { return 3*int(math.Floor(math.Log2(v)*(math.Ln2/math.Ln10))) - 1 }

// at returns tick i, the closest float64 to it: 1, 2, 5, 10 ... from index 0 on.
func at(i int) float64 {
	power := int(math.Floor(float64(i) / 3))
	v, _ := strconv.ParseFloat([...]string{"1e", "2e", "5e"}[i-3*power]+strconv.Itoa(power), 64) // ±Inf and 0 outside the range of float64
	return v
}
