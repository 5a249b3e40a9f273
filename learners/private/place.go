package private

import "math"

// Place is where a number lies between the bounds of its column: 0 in the middle, and as many steps on either side as it has bits for.
// It takes half the memory of a number, and is never outside.
type Place int32

// PlaceOf is that of a number within the bounds; one outside is moved to the nearer of them.
func PlaceOf(v, low, high float64) Place {
	return Place(math.Round(min(max(2*(v-low)/(high-low)-1, -1), 1) * math.MaxInt32))
}

// Unit is the place in [−1, 1].
func (p Place) Unit() float64 { return float64(p) / math.MaxInt32 }
