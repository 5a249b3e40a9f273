package agreement

import (
	"math"
	"slices"

	"dpscope/learners/proof"
)

// height returns how far a box over a reach may go up or down, right up to rounding; −1 if it cannot be that
// wide.
func (s *planeSearch) height(at extent) float64 {
	h, ok := s.known.heights[at]
	if !ok {
		if s.r.leads != nil {
			h = s.heightByConics(at)
		} else {
			h = s.heightByPieces(at)
		}
		s.known.heights[at] = h
	}
	return h
}

// slab returns the values of u over a reach.
func (s *planeSearch) slab(at extent) proof.Side {
	if at.right {
		return proof.Side{Low: s.x[0], High: s.x[0] + at.reach}
	}
	return proof.Side{Low: s.x[0] - at.reach, High: s.x[0]}
}

// heightByPieces returns the distance to the nearest polygon of another class in the strip; −1 if one lies
// across the record's own height.
func (s *planeSearch) heightByPieces(at extent) float64 {
	strip := s.slab(at)
	h := math.Inf(1)
	for _, q := range s.others {
		low, high, meets := spanWithin(q.Corners, strip)
		switch {
		case !meets:
		case low > s.x[1]:
			if at.up {
				h = min(h, low-s.x[1])
			}
		case high < s.x[1]:
			if !at.up {
				h = min(h, s.x[1]-high)
			}
		default:
			return -1
		}
	}
	return h
}

// spanWithin returns the least and greatest height of the part of a convex
// polygon over a strip, and whether that part has any width where the strip has.
func spanWithin(corners []proof.Corner, strip proof.Side) (low, high float64, meets bool) {
	low, high = math.Inf(1), math.Inf(-1)
	least, most := math.Inf(1), math.Inf(-1)
	for i, c := range corners {
		least, most = min(least, c.U), max(most, c.U)
		if strip.Low <= c.U && c.U <= strip.High {
			low, high = min(low, c.V), max(high, c.V)
		}
		d := corners[(i+1)%len(corners)]
		for _, u := range [2]float64{strip.Low, strip.High} {
			if v, crosses := crossing(c, d, u); crosses {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	from, to := max(least, strip.Low), min(most, strip.High)
	return low, high, from < to || from == to && strip.Low == strip.High
}

// heightByConics returns the distance, up or down, at which a boundary first enters the strip: at one of the
// strip's ends, or at the boundary's own lowest or highest point; −1 if a boundary lies across the record's
// own height.
func (s *planeSearch) heightByConics(at extent) float64 {
	strip := s.slab(at)
	low, high := strip.Low-s.x[0], strip.High-s.x[0]
	h := math.Inf(1)
	for _, q := range s.r.leads {
		across := roots(q.UU/2, q.Gradient[0], q.Value)
		for _, du := range across.all() {
			if low <= du && du <= high {
				return -1
			}
		}
		meet := func(heights []float64) {
			const nothing = 1e-15 // rounding may have turned the sign of a height below it
			for _, dv := range heights {
				if !at.up {
					dv = -dv
				}
				if dv > -nothing {
					h = min(h, max(dv, 0))
				}
			}
		}
		for _, du := range [2]float64{low, high} {
			ends := roots(q.VV/2, q.Gradient[1]+q.UV*du, q.Value+du*(q.Gradient[0]+q.UU*du/2))
			meet(ends.all())
		}
		if q.UU != 0 { // on the line where q is level in u, q is a quadratic function of dv
			tops := roots(q.VV-q.UV*q.UV/q.UU, 2*(q.Gradient[1]-q.UV*q.Gradient[0]/q.UU), 2*q.Value-q.Gradient[0]*q.Gradient[0]/q.UU)
			meet(slices.DeleteFunc(tops.all(), func(dv float64) bool {
				du := -(q.Gradient[0] + q.UV*dv) / q.UU
				return !(low <= du && du <= high)
			}))
		}
	}
	return h
}
