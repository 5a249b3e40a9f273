package optimal

import (
	"math"
	"math/big"
)

// ends are where groups begin and end, in cells of the range, one more than there are groups, and how many cells a sensitivity has.
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

// Places are the ends of the groups, in sensitivities: one more than there are groups. A whole number is of the group
// that begins with it or before it.
func (f Family) Places() ([]float64, error) {
	places, unit, err := f.ends()
	for i := range places {
		places[i] /= unit
	}
	return places, err
}

// Ends are these places in the answer's unit. Two that are a sensitivity apart are no nearer as they are written in decimals: no answers
// across them are neighbours, and a certificate of what is written looks for some wherever rounding leaves room.
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
