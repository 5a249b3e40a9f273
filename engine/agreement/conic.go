package agreement

import (
	"context"
	"math"
	"slices"

	"dpscope/engine/num/quad"
	"dpscope/learners/proof"
)

// conics is a region bounded by conic sections: the points of a plane where
// each of some quadratic functions is positive.
type conics struct {
	leads  []proof.Quadratic
	record [2]float64
	room   *sectionRoom // for one section after another; nil: each has its own
}

// sectionRoom is reused memory for building a section, valid until the next one.
type sectionRoom struct {
	ends  []float64
	sides []proof.Side
}

// conicsOf returns the region in the coordinates of the plane, which may be
// the private features in either order.
func (p plane) conicsOf() conics {
	c := conics{leads: p.r.leads, record: [2]float64{p.r.Record[p.r.Private[0]], p.r.Record[p.r.Private[1]]}}
	if p.free[0] != p.r.Private[0] {
		return c.swapped()
	}
	return c
}

// swapped returns the region with its coordinates in the other order.
func (c conics) swapped() conics {
	c.leads = slices.Clone(c.leads)
	for i := range c.leads {
		q := &c.leads[i]
		q.Gradient[0], q.Gradient[1] = q.Gradient[1], q.Gradient[0]
		q.UU, q.VV = q.VV, q.UU
	}
	c.record[0], c.record[1] = c.record[1], c.record[0]
	return c
}

// section returns the section of the region, within a window of the second
// coordinate, by the vertical line at u. Between the places where a boundary
// crosses the line, inside tells from one value.
func (c conics) section(u float64, window proof.Side, inside func(v float64) bool) []proof.Side {
	du, room := u-c.record[0], c.room
	if room == nil {
		room = &sectionRoom{}
	}
	ends, sides := append(room.ends[:0], window.Low, window.High), room.sides[:0]
	for _, q := range c.leads {
		at := roots(q.VV/2, q.Gradient[1]+q.UV*du, q.Value+du*(q.Gradient[0]+q.UU*du/2))
		for _, dv := range at.all() {
			if v := c.record[1] + dv; window.Low < v && v < window.High {
				ends = append(ends, v)
			}
		}
	}
	slices.Sort(ends)
	for i := 1; i < len(ends); i++ {
		low, high := ends[i-1], ends[i]
		if low < high {
			sides = appendPart(sides, low, high, inside(low+(high-low)/2))
		}
	}
	room.ends, room.sides = ends, sides
	return sides
}

// clearly reports whether a point is in the interior of the region, and where
// rounding leaves that open, what ask says: on a line that a boundary runs along,
// ties decide.
func (c conics) clearly(u, v float64, ask func() bool) bool {
	du, dv := u-c.record[0], v-c.record[1]
	open := false
	for _, q := range c.leads {
		size := math.Abs(q.Value) + math.Abs(du*q.Gradient[0]) + math.Abs(dv*q.Gradient[1]) +
			math.Abs(du*du*q.UU) + math.Abs(du*dv*q.UV) + math.Abs(dv*dv*q.VV)
		switch lead := q.At(du, dv); {
		case math.Abs(lead) <= 0x1p-44*size:
			open = true
		case lead < 0:
			return false
		}
	}
	return !open || ask()
}

// inside reports whether a point is in the interior of the region.
func (c conics) inside(u, v float64) bool {
	for _, q := range c.leads {
		if !(q.At(u-c.record[0], v-c.record[1]) > 0) {
			return false
		}
	}
	return true
}

// breaks returns where sections are not smooth in u: where a boundary turns
// back, and where it crosses one of the levels. Where two boundaries cross is
// left to the integration to find.
func (c conics) breaks(levels []float64) (at quad.Breaks) {
	places := func(list []float64, distances solutions) []float64 {
		for _, du := range distances.all() {
			list = append(list, c.record[0]+du)
		}
		return list
	}
	for _, q := range c.leads {
		// the discriminant of q as a polynomial in dv
		at.Turns = places(at.Turns, roots(q.UV*q.UV-q.VV*q.UU, 2*(q.Gradient[1]*q.UV-q.VV*q.Gradient[0]),
			q.Gradient[1]*q.Gradient[1]-2*q.VV*q.Value))
		at.Kinks = places(at.Kinks, roots(0, q.UV, q.Gradient[1]))
		for _, level := range levels {
			dv := level - c.record[1]
			at.Kinks = places(at.Kinks, roots(q.UU/2, q.Gradient[0]+q.UV*dv, q.Value+dv*(q.Gradient[1]+q.VV*dv/2)))
		}
	}
	return at
}

// solutions holds the at most two roots of a quadratic equation.
type solutions struct {
	at    [2]float64
	count int
}

func (s *solutions) all() []float64 { return s.at[:s.count] }

// roots solves a·t² + b·t + c = 0 without cancellation.
func roots(a, b, c float64) solutions {
	if a == 0 {
		if b == 0 {
			return solutions{}
		}
		return solutions{[2]float64{-c / b}, 1}
	}
	d := math.FMA(b, b, -4*a*c)
	if d < 0 {
		return solutions{}
	}
	s := -(b + math.Copysign(math.Sqrt(d), b)) / 2
	if s == 0 { // b = c = 0
		return solutions{count: 1}
	}
	return solutions{[2]float64{s / a, c / s}, 2}
}

// byConics integrates the mass of sections over the first coordinate.
func (p plane) byConics(ctx context.Context) (float64, error) {
	c := p.conicsOf()
	c.room = &sectionRoom{}
	total := 0.0
	if p.u.bins == nil {
		breaks := c.breaks(p.breaks[1])
		breaks.Kinks = append(breaks.Kinks, p.breaks[0]...)
		total = p.u.expectation(p.window[0].Low, p.window[0].High, breaks, func(u float64) float64 {
			mass := 0.0
			for _, s := range c.section(u, p.window[1], func(v float64) bool { return c.inside(u, v) }) {
				mass += p.v.smooth(s.Low, s.High)
			}
			return mass
		})
	}
	across := c.swapped()
	onLines, err := p.lines(ctx, func(along int, x []float64) ([]proof.Side, error) {
		lines := [2]conics{across, c}[along]
		held := x[p.free[1-along]]
		return lines.section(held, p.window[along], func(v float64) bool {
			return lines.clearly(held, v, func() bool { return p.r.keeps(x, p.free[along], v) })
		}), nil
	})
	if total += onLines; err != nil || 1-total >= rounding {
		return total, err
	}
	sides := p.window[:]
	if p.free[0] != p.r.Private[0] {
		sides = []proof.Side{p.window[1], p.window[0]}
	}
	if v, err := p.r.Proven(ctx, sides); err != nil || v.Proven {
		return p.whole(), err
	}
	return total, nil
}
