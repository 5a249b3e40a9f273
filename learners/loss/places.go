package loss

import (
	"math"
	"slices"
)

// Places are margins to draw a loss and its mirror image at: count of them from
// low to high, evenly, and both sides of every kink of either.
func Places(l Loss, low, high float64, count int) []float64 {
	var places []float64
	for i := range count {
		places = append(places, low+(high-low)*float64(i)/float64(count-1))
	}
	for _, k := range l.Traits().Kinks {
		for _, z := range []float64{k, -k} {
			for _, side := range []float64{math.Nextafter(z, low), z, math.Nextafter(z, high)} {
				if low < side && side < high {
					places = append(places, side)
				}
			}
		}
	}
	slices.Sort(places)
	return slices.Compact(places)
}
