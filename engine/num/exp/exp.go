// Package exp raises e to many numbers at once.
package exp

import "math"

// All gives each number of into e to the power of the number of x in its place, with the very bits of math.Exp. Both may be the same slice.
func All(into, x []float64) {
	into = into[:len(x)]
	for i := 0; i < len(x); {
		if groups := (len(x) - i) / lanes; vectors() && groups > 0 {
			i += kernel(groups, &x[i], &into[i])
		}
		for end := min(i+lanes, len(x)); i < end; i++ {
			into[i] = math.Exp(x[i])
		}
	}
}

// lanes is how many numbers a kernel takes at once.
const lanes = 4
