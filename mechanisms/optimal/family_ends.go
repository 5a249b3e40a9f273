package optimal

import (
	"math"
	"math/big"
)

// ends returns the places of the groups' ends, in cells of the range, one more than there are groups, and the
// number of cells per sensitivity.
func (f Family) ends() (cells []float64, unit float64, err error) {
	sizes, err := ReadGroups(f.Groups)
	if err != nil {
		return nil, 0, err
	}
	total := 0
	for _, size := range sizes {
		total += size
	}
	at := -float64(total) / 2
	if f.Query == Count {
		at = -float64(total / 2)
	}
	cells = []float64{at}
	for _, size := range sizes {
		at += float64(size)
		cells = append(cells, at)
	}
	return cells, float64(f.Steps * f.fineness()), nil
}

// Places returns the ends of the groups, in sensitivities: one more than there are groups. A whole number
// belongs to the group that begins with it or before it.
func (f Family) Places() ([]float64, error) {
	places, unit, err := f.ends()
	for i := range places {
		places[i] /= unit
	}
	return places, err
}

// Ends returns the places in the answer's unit. Two ends a sensitivity apart are no nearer in written
// decimals: answers across them are no neighbours, and a certificate of the written numbers would find some
// if rounding left room.
func (f Family) Ends(sensitivity float64) ([]float64, error) {
	cells, unit, err := f.ends()
	var ends []float64
	for i, at := range cells {
		end := at * sensitivity / unit
		for j := range i {
			if at-cells[j] != unit {
				continue
			}
			least := new(big.Rat).Add(decimal(ends[j]), decimal(sensitivity))
			for decimal(end).Cmp(least) < 0 {
				end = math.Nextafter(end, math.Inf(1))
			}
		}
		ends = append(ends, end)
	}
	return ends, err
}
