package optimal

import (
	"cmp"
	"math"
	"slices"

	"dpscope/mechanisms"
)

// Certificate says how private a law is at ε, by arithmetic on its pieces alone.
type Certificate struct {
	Epsilon     float64
	Sensitivity float64
	Delta       float64 // the greatest V over all shifts up to the sensitivity: the law is (Epsilon, Delta)-private, and no better
	Shift       float64 // at which V is that
}

// Interval is a part of an event; of a point both ends are the same.
type Interval struct{ Low, High float64 }

// Certify takes the greatest of V over all shifts φ ≠ 0 of at most the
// sensitivity. V(φ) is piecewise linear between the differences of edges, so these
// and the sensitivity itself are enough. A point has its whole mass told apart by almost every
// shift, and V stands for its limit where two happen to meet; for a Count only differences of points are shifts.
func (l Law) Certify(q Query, epsilon, sensitivity float64) Certificate {
	c := Certificate{Epsilon: epsilon, Sensitivity: sensitivity}
	c.Delta, c.Shift = l.greatest(q, epsilon, l.Shifts(q, sensitivity))
	return c
}

// greatest is the greatest V of some shifts, and the first at which V is that.
func (l Law) greatest(q Query, epsilon float64, shifts []float64) (delta, at float64) {
	for _, shift := range shifts {
		if v := l.Divergence(q, epsilon, shift); v > delta {
			delta, at = v, shift
		}
	}
	return delta, at
}

// Binding counts the shifts that use all that the certificate allows, to a
// millionth, of those among which V has its maximum.
func (l Law) Binding(q Query, c Certificate) (binding, of int) {
	const hair = 1e-6
	shifts := l.Shifts(q, c.Sensitivity)
	for _, shift := range shifts {
		if l.Divergence(q, c.Epsilon, shift) > c.Delta*(1-hair) {
			binding++
		}
	}
	return binding, len(shifts)
}

// Shifts are those among which V has its maximum, increasing.
func (l Law) Shifts(q Query, sensitivity float64) []float64 {
	places := l.Edges
	shifts := []float64{-sensitivity, sensitivity}
	if q == Count {
		places, shifts = nil, nil
		for _, p := range l.Points {
			places = append(places, p.At)
		}
	}
	hair := 1e-9 * sensitivity // differences of one grid differ by rounding, and V by no more
	same := func(a, b float64) bool { return math.Abs(b-a) <= 1e-3*hair }
	for apart := 1; apart < len(places); apart++ {
		near, last := false, math.NaN()
		for i, b := range places[apart:] {
			d := b - places[i]
			if d > sensitivity+hair {
				continue
			}
			near = true
			if !same(d, last) { // cells of one width need no more than one
				shifts = append(shifts, d, -d)
				last = d
			}
		}
		if !near { // nor is any pair further apart
			break
		}
	}
	slices.Sort(shifts)
	return slices.CompactFunc(shifts, same)
}

// Divergence is V at a shift: the hockey-stick divergence of X from X + shift.
func (l Law) Divergence(q Query, epsilon, shift float64) float64 {
	sum, ratio := 0.0, math.Exp(epsilon)
	l.against(q, shift, func(_ Interval, here, there float64) {
		if more := here - ratio*there; more > 0 {
			sum += more
		}
	})
	return sum
}

// Worst is the event that attains V at a shift: where X has more than e^ε times
// the mass of X + shift.
func (l Law) Worst(q Query, epsilon, shift float64) []Interval {
	var event []Interval
	ratio := math.Exp(epsilon)
	l.against(q, shift, func(at Interval, here, there float64) {
		if here-ratio*there <= 1e-13 {
			return
		}
		if last := len(event) - 1; last >= 0 && at.Low-event[last].High <= 1e-12 && at.Low < at.High {
			event[last].High = at.High
			return
		}
		event = append(event, at)
	})
	return event
}

// against goes through the law beside itself moved by a shift, in parts on which both
// densities are constant, and through its points: do gets the masses of both.
func (l Law) against(q Query, shift float64, do func(at Interval, here, there float64)) {
	n, j := len(l.Masses), 0
	for i, mass := range l.Masses {
		low, high := l.Edges[i], l.Edges[i+1]
		density := mass / (high - low)
		for low < high {
			for j < n && l.Edges[j+1]+shift <= low {
				j++
			}
			end, there := high, 0.0
			switch {
			case j == n: // beyond the moved law
			case l.Edges[j]+shift > low: // before it
				end = min(high, l.Edges[j]+shift)
			default:
				end = min(high, l.Edges[j+1]+shift)
				there = l.Masses[j] / (l.Edges[j+1] - l.Edges[j])
			}
			do(Interval{low, end}, density*(end-low), there*(end-low))
			low = end
		}
	}
	for _, p := range l.Points {
		there := 0.0
		if q == Count {
			there = l.at(p.At - shift)
		}
		do(Interval{p.At, p.At}, p.Mass, there)
	}
}

// at is the mass of a point, met to rounding.
func (l Law) at(place float64) float64 {
	hair := 1e-9 * max(1, math.Abs(place))
	i, _ := slices.BinarySearchFunc(l.Points, place-hair, func(p mechanisms.Atom, x float64) int { return cmp.Compare(p.At, x) })
	if i < len(l.Points) && l.Points[i].At <= place+hair {
		return l.Points[i].Mass
	}
	return 0
}

// Profile is the privacy profile, δ at every ε ≥ 0 (Balle, Barthe & Gaboardi
// 2018).
func (l Law) Profile(q Query, sensitivity float64) func(epsilon float64) float64 {
	shifts := l.Shifts(q, sensitivity)
	return func(epsilon float64) float64 {
		delta, _ := l.greatest(q, epsilon, shifts)
		return delta
	}
}
