package optimal

import (
	"math"
	"slices"
)

// Shifts returns the shifts among which V has its maximum, increasing.
func (l Law) Shifts(m Moves) []float64 {
	switch {
	case m.none():
		return nil
	case m.Unit > 0:
		return l.multiples(m)
	}
	return l.differences(m)
}

// differences returns the differences of edges, and the greatest moves. Those of one grid differ by rounding,
// and one represents all within four times that.
func (l Law) differences(m Moves) []float64 {
	shifts := []float64{-m.Most, m.Most}
	hair := 4 * l.rounding(m)
	for apart := 1; apart < len(l.Edges); apart++ {
		near, last := false, math.NaN()
		for i, b := range l.Edges[apart:] {
			d := b - l.Edges[i]
			if d > m.Most+hair {
				continue
			}
			near = true
			if !(math.Abs(d-last) <= hair) { // cells of one width need only one
				shifts = append(shifts, d, -d)
				last = d
			}
		}
		if !near { // nor is any pair further apart
			break
		}
	}
	return apart(shifts, hair)
}

// apart sorts shifts; of those within a hair of one another the least represents all.
func apart(shifts []float64, hair float64) []float64 {
	slices.Sort(shifts)
	kept := shifts[:min(1, len(shifts))]
	for _, d := range shifts[len(kept):] {
		if d-kept[len(kept)-1] > hair {
			kept = append(kept, d)
		}
	}
	return kept
}

// multiples returns all moves up to the first at which nothing meets, in either direction.
func (l Law) multiples(m Moves) []float64 {
	hair := l.rounding(m)
	low, high := l.span()
	var shifts []float64
	for k := 1.0; k*m.Unit <= m.Most+hair; k++ {
		shift := k * m.Unit
		shifts = append(shifts, -shift, shift)
		alone := shift > high-low+4*hair || len(l.Masses) == 0 && !l.meets(shift, hair)
		if alone { // X and X + shift have nothing in common, nor have X and X − shift
			break
		}
	}
	slices.Sort(shifts)
	return shifts
}

// meets reports whether two points of positive mass are a shift apart, to rounding.
func (l Law) meets(shift, hair float64) bool {
	shift = math.Abs(shift)
	j := 0
	for _, p := range l.Points {
		for j < len(l.Points) && l.Points[j].At < p.At+shift-4*hair {
			j++
		}
		for i := j; i < len(l.Points) && l.Points[i].At <= p.At+shift+4*hair; i++ {
			if p.Mass > 0 && l.Points[i].Mass > 0 && shift > 0 {
				return true
			}
		}
	}
	return false
}
