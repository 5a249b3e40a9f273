// Package exp raises e to many numbers at once, each to the very bits of math.Exp.
package exp

import "math"

// All gives each number of into e to the power of the number of x in its place. Both may be the same slice.
func All(into, x []float64) {
	into = into[:len(x)]
	i := 0
	if vectors() {
		for i+lanes <= len(x) {
			i += kernel((len(x)-i)/lanes, &x[i], &into[i])
			each(into[i:min(i+lanes, len(x))], x[i:])
			i = min(i+lanes, len(x))
		}
	}
	each(into[i:], x[i:])
}

// lanes is how many numbers a kernel takes at once.
const lanes = 4

func each(into, x []float64) {
	for i := range into {
		into[i] = math.Exp(x[i])
	}
}
