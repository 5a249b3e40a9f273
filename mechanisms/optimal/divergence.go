package optimal

import (
	"cmp"
	"math"
	"slices"

	"dpscope/mechanisms"
)

// Divergence returns V at a shift: the hockey-stick divergence of X from X + shift. If any real number is a
// move, points count as if no two of them met: it is the limit of V at shifts beside, and V itself if none
// meet.
func (l Law) Divergence(m Moves, epsilon, shift float64) float64 {
	return l.DivergenceFrom(l, m, epsilon, shift)
}

// DivergenceFrom returns the divergence of X from another law's Y + shift; it is V when answers have laws of
// their own.
func (l Law) DivergenceFrom(other Law, m Moves, epsilon, shift float64) float64 {
	v, _, _ := l.enclosed(other, m, epsilon, shift)
	return v
}

// enclosed computes V of a law from another at a shift, with bounds that hold for these laws and for all with
// places, masses, ε and shift equal to rounding, and for all shifts that this one represents in Shifts.
//
// An edge of the law is off by at most a rounding, and one of the moved law by eleven: its own, its sum's,
// that of the difference that defines its shift, and the eight within which a shift represents others. V is C
// − ∫ min(f, e^ε·f moved), and min is at most f: a place that changes sides changes V by at most the greater
// of f on either side. Every such place is next to an end of a part, and every piece has a part, so that 24
// roundings per part cover all. A rounded width changes a density by a share, and the part's length is at
// most that width: two more per part. Masses, e^ε and sums are off by a share of less than (4n + 2ε +
// 16)·2⁻⁵².
func (l Law) enclosed(other Law, m Moves, epsilon, shift float64) (v, low, high float64) {
	const unit, ends = 0x1p-52, 26
	blur, ratio := 0.0, math.Exp(epsilon)
	off := ends * max(l.rounding(m), other.rounding(m))
	l.against(other, m, shift, func(p part) {
		blur += off * p.density
		if more := p.here - ratio*p.there; more > 0 {
			v += more
		}
		if p.doubtful {
			high += min(p.here, ratio*p.there)
		}
	})
	blur += unit * (4*float64(max(len(l.Masses)+len(l.Points), len(other.Masses)+len(other.Points))) + 2*epsilon + 16)
	return min(v, 1), max(v-blur, 0), min(v+blur+high, 1)
}

// Worst returns the event that attains V at a shift: where X has more than e^ε times the mass of X + shift.
func (l Law) Worst(m Moves, epsilon, shift float64) []Interval {
	return l.WorstFrom(l, m, epsilon, shift)
}

// WorstFrom returns the event where X has more than e^ε times the mass of another law's Y + shift.
func (l Law) WorstFrom(other Law, m Moves, epsilon, shift float64) []Interval {
	var event []Interval
	l.above(other, m, epsilon, shift, func(p part, _ float64) {
		if last := len(event) - 1; last >= 0 && p.Low-event[last].High <= 1e-12 && p.Low < p.High {
			event[last].High = p.High
			return
		}
		event = append(event, p.Interval)
	})
	return event
}

// Above is a piece of a worst event: there the density of X exceeds the allowed e^ε times that of X + shift.
type Above struct {
	Interval
	Density, Allowed float64
}

// Excess returns where X has more than e^ε times the density of X + shift, piece by piece.
func (l Law) Excess(m Moves, epsilon, shift float64) []Above {
	var above []Above
	l.above(l, m, epsilon, shift, func(p part, allowed float64) {
		if width := p.High - p.Low; width > 0 {
			above = append(above, Above{Interval: p.Interval, Density: p.here / width, Allowed: allowed / width})
		}
	})
	return above
}

// above goes through the parts where the law has more than e^ε times the mass of another moved, by more than
// rounding.
func (l Law) above(other Law, m Moves, epsilon, shift float64, do func(p part, allowed float64)) {
	const rounding = 1e-13
	ratio := math.Exp(epsilon)
	l.against(other, m, shift, func(p part) {
		if allowed := ratio * p.there; p.here-allowed > rounding {
			do(p, allowed)
		}
	})
}

// part is an interval on which a law and its moved copy have constant densities, or a point.
type part struct {
	Interval
	here, there float64 // masses of the law, and of the one moved
	density     float64 // of the law
	doubtful    bool    // rounding decides whether two points met
}

// against goes through the law beside another moved by a shift, which may be itself.
func (l Law) against(other Law, m Moves, shift float64, do func(part)) {
	n, j := len(other.Masses), 0
	for i, mass := range l.Masses {
		low, high := l.Edges[i], l.Edges[i+1]
		density := mass / (high - low)
		for low < high {
			for j < n && other.Edges[j+1]+shift <= low {
				j++
			}
			end, there := high, 0.0
			switch {
			case j == n: // beyond the moved law
			case other.Edges[j]+shift > low: // before it
				end = min(high, other.Edges[j]+shift)
			default:
				end = min(high, other.Edges[j+1]+shift)
				there = other.Masses[j] / (other.Edges[j+1] - other.Edges[j])
			}
			do(part{Interval: Interval{low, end}, here: density * (end - low), there: there * (end - low), density: density})
			low = end
		}
	}
	for _, p := range l.Points {
		at := part{Interval: Interval{p.At, p.At}, here: p.Mass}
		if m.Unit > 0 {
			at.there, at.doubtful = other.at(p.At, shift)
		}
		do(at)
	}
}

// at returns the mass of the point that a shift moves to a place, the greatest candidate, and whether any
// candidate matches only to rounding.
func (l Law) at(place, shift float64) (mass float64, doubtful bool) {
	const whole = 1 << 53 // up to it sums of whole numbers are exact
	hair := 0x1p-50 * (math.Abs(place) + math.Abs(shift))
	i, _ := slices.BinarySearchFunc(l.Points, place-shift-hair, func(p mechanisms.Atom, x float64) int { return cmp.Compare(p.At, x) })
	for ; i < len(l.Points) && l.Points[i].At <= place-shift+hair; i++ {
		from := l.Points[i].At
		if from+shift == place && from == math.Round(from) && shift == math.Round(shift) && math.Abs(place)+math.Abs(shift) < whole {
			return l.Points[i].Mass, false
		}
		mass, doubtful = max(mass, l.Points[i].Mass), true
	}
	return mass, doubtful
}
