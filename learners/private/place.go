package private

import "math"

// Place is a number's position between the bounds of its column: 0 in the middle, with as many steps on
// either side as its bits allow. It takes half the memory of a number, and is never outside.
type Place int32

// PlaceOf returns the place of a number within the bounds; one outside moves to the nearer bound.
func PlaceOf(v, low, high float64) Place {
	return Place(math.Round(min(max(2*(v-low)/(high-low)-1, -1), 1) * math.MaxInt32))
}

// Unit returns the place in [−1, 1].
func (p Place) Unit() float64 { return float64(p) / math.MaxInt32 }
