package control

import (
	"math"

	"dpscope/engine"
	"dpscope/mechanisms"
)

// densityPlaces is the number of columns in which a list shows a density: odd, so that one is in the middle.
const densityPlaces = 13

// Densities returns how much of each noise lies in places of equal width, from -reach to reach in the answer's unit. The laws
// are in sensitivities, and nil where a row has none. Of whole numbers each place holds as many as any other.
func Densities(laws []mechanisms.Law, sensitivity, reach float64, whole bool) engine.Densities {
	name := "density"
	if whole {
		name = "probability"
		each := 2*math.Ceil(reach/densityPlaces) - 1 // numbers in each place: odd, so that none is at an edge
		if each*densityPlaces < 2*reach {
			each += 2
		}
		reach = each * densityPlaces / 2
	}
	d := engine.Densities{Name: name, Low: -reach, High: reach, Weights: make([][]float64, len(laws))}
	width := 2 * reach / densityPlaces
	for row, law := range laws {
		if law == nil {
			continue
		}
		for k := range densityPlaces {
			from := -reach + float64(k)*width
			d.Weights[row] = append(d.Weights[row], law.Mass(from/sensitivity, (from+width)/sensitivity))
		}
	}
	return d
}
