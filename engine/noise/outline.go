package noise

import (
	"slices"

	"dpscope/mechanisms"
	"dpscope/mechanisms/optimal"
)

// Outline is the density of noise in the answer's unit, at places from low to
// high: exactly where it has steps, else at so many places.
func (q Question) Outline(law mechanisms.Law, low, high float64, count int) (at, density []float64) {
	left, right := law.Support()
	places := []float64{max(low, left*q.Sensitivity), min(high, right*q.Sensitivity)}
	for i := range count {
		places = append(places, low+(high-low)*float64(i)/float64(count-1))
	}
	if l, ok := law.(optimal.Law); ok {
		places = []float64{low, high}
		for _, edge := range l.Edges {
			places = append(places, edge*q.Sensitivity)
		}
	}
	slices.Sort(places)
	for _, x := range slices.Compact(places) {
		if low <= x && x <= high {
			at = append(at, x)
			density = append(density, law.Density(x/q.Sensitivity)/q.Sensitivity)
		}
	}
	return at, density
}
