package optimal

import "math"

// Certificate says how private a law is at ε, computed from its pieces alone.
type Certificate struct {
	Epsilon   float64
	Moves     Moves
	Delta     float64 // the supremum of V over all moves, as computed: the law is (Epsilon, Delta)-private, and no better
	Low, High float64 // enclose Delta against all rounding
	Shift     float64 // where V attains it, or approaches it
	Beside    bool    // V approaches it only beside Shift, where two points meet
	Pair              // of a family the groups
}

// Interval is a part of an event; of a point both ends are the same.
type Interval struct{ Low, High float64 }

// Certify takes the supremum of V over all moves: the greatest of V over Shifts, for the
// reason that Moves gives.
func (l Law) Certify(m Moves, epsilon float64) Certificate {
	c := Certificate{Epsilon: epsilon, Moves: m}
	s := search{law: l, of: &c, shifts: l.Shifts(m), steepest: l.steepest(m), first: -1}
	if last := len(s.shifts) - 1; last >= 0 {
		left, right := s.look(0), s.look(last)
		s.between(0, last, left, right)
		c.Beside = m.Unit == 0 && l.meets(c.Shift, l.rounding(m))
	}
	return c
}

// search is for the first of the shifts at which V is greatest.
type search struct {
	law      Law
	of       *Certificate
	shifts   []float64
	steepest float64
	first    int
}

// look computes V at a shift, and returns an upper bound on it.
func (s *search) look(i int) (high float64) {
	c := s.of
	v, low, high := s.law.enclosed(s.law, c.Moves, c.Epsilon, s.shifts[i])
	if v > c.Delta || v == c.Delta && v > 0 && i < s.first {
		c.Delta, c.Shift, s.first = v, s.shifts[i], i
	}
	c.Low, c.High = max(c.Low, low), max(c.High, high)
	return high
}

// between looks at the shifts between two, except those that the slope of V excludes from the maximum: V is
// at most high at either end, and in between at most at the intersection of two lines that rise from there.
func (s *search) between(from, to int, left, right float64) {
	const rounded = 1 + 1e-12
	if to-from < 2 || (left+right+s.steepest*(s.shifts[to]-s.shifts[from]))/2*rounded < s.of.Delta {
		return
	}
	middle := from + (to-from)/2
	high := s.look(middle)
	s.between(from, middle, left, high)
	s.between(middle, to, high, right)
}

// steepest returns the greatest slope of V: since V(φ) = ∫ (f(x+φ) − e^ε·f(x))⁺ dx, it is at most the total
// rise and fall of f. V jumps where points meet.
func (l Law) steepest(m Moves) float64 {
	if m.Unit > 0 {
		return math.Inf(1)
	}
	sum, last := 0.0, 0.0
	for i, mass := range l.Masses {
		density := mass / (l.Edges[i+1] - l.Edges[i])
		sum += math.Abs(density - last)
		last = density
	}
	return sum + last
}

// Binding counts the shifts that use all that the certificate allows, to a
// millionth, of those among which V has its maximum.
func (l Law) Binding(c Certificate) (binding, of int) {
	const hair = 1e-6
	shifts := l.Shifts(c.Moves)
	for _, shift := range shifts {
		if l.Divergence(c.Moves, c.Epsilon, shift) > c.Delta*(1-hair) {
			binding++
		}
	}
	return binding, len(shifts)
}

// Profile returns the privacy profile, δ at every ε ≥ 0 (Balle, Barthe & Gaboardi 2018). The worst of Shifts
// changes with ε, but always is one of them (Moves).
func (l Law) Profile(m Moves) func(epsilon float64) float64 {
	shifts := l.Shifts(m)
	return func(epsilon float64) float64 {
		delta := 0.0
		for _, shift := range shifts {
			delta = max(delta, l.Divergence(m, epsilon, shift))
		}
		return delta
	}
}
