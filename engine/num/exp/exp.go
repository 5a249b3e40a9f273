// Package exp raises e to many numbers at once.
package exp

import "math"

// All writes e to the power of each number of x into into, bit for bit as math.Exp. Both may be the same
// slice.
func All(into, x []float64) {
	into = into[:len(x)]
	for i := 0; i < len(x); {
		if groups := min((len(x)-i)/lanes, together); vectors() && groups > 0 {
			if taken := kernel(groups, &x[i], &into[i]); taken > 0 {
				i += taken
				continue
			}
		}
		for end := min(i+lanes, len(x)); i < end; i++ {
			into[i] = math.Exp(x[i])
		}
	}
}

// lanes is the number of values in a kernel's group, and together the greatest number of groups per call,
// which cannot be interrupted: some microseconds.
const lanes, together = 4, 256
