package proof

import "math"

// plane is the function a·u + b·v + c.
type plane struct{ a, b, c float64 }

func (p plane) minus(q plane) plane { return plane{p.a - q.a, p.b - q.b, p.c - q.c} }

// at returns the value at a corner, and 0 where that is within rounding error.
func (p plane) at(c Corner) float64 {
	s, t := p.a*c.U, p.b*c.V
	v := s + t + p.c
	if math.Abs(v) <= 0x1p-50*(math.Abs(s)+math.Abs(t)+math.Abs(p.c)) {
		return 0
	}
	return v
}

// sides reports whether the plane is positive and whether it is negative
// somewhere on the polygon.
func (p plane) sides(polygon []Corner) (above, below bool) {
	for _, c := range polygon {
		v := p.at(c)
		above = above || v > 0
		below = below || v < 0
	}
	return above, below
}

// clip returns the part of the polygon where the plane is not negative.
func (p plane) clip(polygon []Corner) []Corner {
	var kept []Corner
	last := polygon[len(polygon)-1]
	from := p.at(last)
	for _, c := range polygon {
		v := p.at(c)
		if from*v < 0 {
			t := from / (from - v)
			kept = append(kept, Corner{last.U + t*(c.U-last.U), last.V + t*(c.V-last.V)})
		}
		if v >= 0 {
			kept = append(kept, c)
		}
		last, from = c, v
	}
	if len(kept) < 3 {
		return nil
	}
	return kept
}

func (p plane) negative() plane { return plane{-p.a, -p.b, -p.c} }
