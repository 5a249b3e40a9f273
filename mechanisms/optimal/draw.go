package optimal

import "math/rand/v2"

// share is a slot of an alias table: below Part it stands for itself, above for
// Other.
type share struct {
	part  float64
	other int
}

// aliases divides masses among slots of one size; each slot serves at most two (Walker 1977, in the form of
// Vose 1991).
func aliases(masses []float64) []share {
	slots := make([]share, len(masses))
	var poor, rich []int
	for i, m := range masses {
		slots[i] = share{m * float64(len(masses)), i}
		if slots[i].part < 1 {
			poor = append(poor, i)
		} else {
			rich = append(rich, i)
		}
	}
	for len(poor) > 0 && len(rich) > 0 {
		p, r := poor[len(poor)-1], rich[len(rich)-1]
		poor = poor[:len(poor)-1]
		slots[p].other = r
		if slots[r].part -= 1 - slots[p].part; slots[r].part < 1 {
			rich = rich[:len(rich)-1]
			poor = append(poor, r)
		}
	}
	return slots
}

// Sample picks a slot, one of the two that it serves, and a place within.
func (l Law) Sample(rng *rand.Rand) float64 {
	i := rng.IntN(len(l.alias))
	if rng.Float64() >= l.alias[i].part {
		i = l.alias[i].other
	}
	if i >= len(l.Masses) {
		return l.Points[i-len(l.Masses)].At
	}
	return l.Edges[i] + rng.Float64()*(l.Edges[i+1]-l.Edges[i])
}
