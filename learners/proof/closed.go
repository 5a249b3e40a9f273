package proof

import (
	"math"
	"slices"
)

// Closed is a box by its least and greatest points.
type Closed struct{ Low, High []float64 }

// Closed returns the box by its least and greatest float64 points.
func (b Box) Closed() Closed {
	both := make([]float64, 2*len(b))
	c := Closed{both[:len(b)], both[len(b):]}
	for i, s := range b {
		c.Low[i], c.High[i] = s.Ends()
	}
	return c
}

// Middle returns the point in the middle of the box.
func (c Closed) Middle() []float64 {
	mid := make([]float64, len(c.Low))
	for i := range mid {
		mid[i] = Middle(c.Low[i], c.High[i])
	}
	return mid
}

// Halves cuts the box in the middle of a coordinate; both parts hold the cut.
// The box is not to be used afterwards. There are none for coordinate -1.
func (c Closed) Halves(coordinate int) []Closed {
	if coordinate < 0 {
		return nil
	}
	mid := Middle(c.Low[coordinate], c.High[coordinate])
	right := Closed{slices.Clone(c.Low), slices.Clone(c.High)}
	c.High[coordinate], right.Low[coordinate] = mid, mid
	return []Closed{c, right}
}

// Middle returns a float64 between the two, without overflow.
func Middle(low, high float64) float64 {
	switch {
	case math.IsInf(low, -1) && math.IsInf(high, 1):
		return 0
	case math.IsInf(low, -1):
		return min(2*high, high/2) - 1
	case math.IsInf(high, 1):
		return max(2*low, low/2) + 1
	}
	return min(max(low/2+high/2, low), high)
}
