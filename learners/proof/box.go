package proof

import "math"

// Side is the range of one coordinate.
type Side struct {
	Low, High         float64 // may be infinite; Low ≤ High
	OpenLow, OpenHigh bool    // Low or High itself is outside
}

// Only returns the side that holds v alone.
func Only(v float64) Side { return Side{Low: v, High: v} }

// Ends returns the least and the greatest float64 of the side.
func (s Side) Ends() (least, greatest float64) {
	least, greatest = s.Low, s.High
	if s.OpenLow {
		least = math.Nextafter(least, math.Inf(1))
	}
	if s.OpenHigh {
		greatest = math.Nextafter(greatest, math.Inf(-1))
	}
	return least, greatest
}

// Contains reports whether v is in the side.
func (s Side) Contains(v float64) bool {
	least, greatest := s.Ends()
	return least <= v && v <= greatest
}

// Within returns the part of the side that is in the other.
func (s Side) Within(other Side) Side {
	if other.Low > s.Low || other.Low == s.Low && other.OpenLow {
		s.Low, s.OpenLow = other.Low, other.OpenLow
	}
	if other.High < s.High || other.High == s.High && other.OpenHigh {
		s.High, s.OpenHigh = other.High, other.OpenHigh
	}
	return s
}

// Box is an axis-parallel region: the points with each coordinate in its side.
type Box []Side

// Contains reports whether x is in the box.
func (b Box) Contains(x []float64) bool {
	for i, s := range b {
		if !s.Contains(x[i]) {
			return false
		}
	}
	return true
}

// Point returns the box that holds x alone.
func Point(x []float64) Box {
	b := make(Box, len(x))
	for i, v := range x {
		b[i] = Only(v)
	}
	return b
}

// Ball returns the points that differ from x by at most radius in each of the
// free coordinates, and not at all in the others. Of a free coordinate only
// the part within limits is taken, and x itself. Every float64 of the ball of
// real numbers is in the box, for rounding to the nearest steps over none.
func Ball(x []float64, free []int, radius float64, limits Side) Box {
	b := Point(x)
	for _, i := range free {
		b[i] = Side{Low: max(x[i]-radius, min(limits.Low, x[i])), High: min(x[i]+radius, max(limits.High, x[i]))}
	}
	return b
}
