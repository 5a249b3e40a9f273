package concentration

import (
	"errors"
	"math"
	"slices"

	"dpscope/engine/num/optimum"
	"dpscope/engine/num/root"
	"dpscope/mechanisms"
)

// RequiredEpsilon returns the least budget at which M(x) lies in the window
// with probability target or more, 0 < target < 1; ok is false when no budget
// in the range of Epsilon will do. The answer is on the safe side: the mass at
// the returned ε is at least target, and a ratio of 1 − 1e-12 below it the mass
// is smaller.
//
// A mass need not rise with ε, even if the window holds x: noise of
// laplace-truncated at x = 0.4 first leaves [0.39, 1] and then comes back. So
// the range is cut where the mass may turn, and the first piece that ends at
// or above the target holds one crossing, which is then bracketed. Mechanisms
// that are Turning say exactly where to cut; the others are searched.
func RequiredEpsilon(maker mechanisms.Maker, x float64, w Window, target float64) (epsilon float64, ok bool) {
	s := shortfall{maker: maker, x: x, window: w, target: target}
	low, high, turns, known := s.survey()
	before := s.at(low)
	if before >= 0 {
		return budget(low), true
	}
	if !known {
		return s.search(low, high, before)
	}
	for _, t := range append(turns, high) {
		after := s.at(t)
		if after >= 0 {
			if epsilon, ok = s.crossing(low, t, before, after); ok {
				return epsilon, true
			}
		}
		low, before = t, after
	}
	return 0, false
}

// shortfall is how far a mass lies above its target (negative: below) as a
// function of t = ln ε.
type shortfall struct {
	maker  mechanisms.Maker
	x      float64
	window Window
	target float64
}

// at compares outside masses when the target is above one half: those keep
// their digits as the mass nears 1, and there a law's Mass is 1 − Outside, so that
// the two agree on which side of the target it lies.
func (s *shortfall) at(t float64) float64 {
	m, err := s.maker(budget(t))
	if err != nil {
		return math.Inf(-1)
	}
	law := m.At(s.x)
	if s.target > 0.5 {
		return (1 - s.target) - law.Outside(s.window.From, s.window.To)
	}
	return law.Mass(s.window.From, s.window.To) - s.target
}

// budget returns e^t, kept in the range of ε against rounding: its ends are themselves.
func budget(t float64) float64 {
	if t <= math.Log(mechanisms.Epsilon.Min) {
		return mechanisms.Epsilon.Min
	}
	return min(max(math.Exp(t), mechanisms.Epsilon.Min), mechanisms.Epsilon.Max)
}

// survey returns the logarithms of the least and greatest budget and of the
// turning points between, increasing.
func (s *shortfall) survey() (low, high float64, turns []float64, known bool) {
	low, high = math.Log(mechanisms.Epsilon.Min), math.Log(mechanisms.Epsilon.Max)
	var large *mechanisms.LargeEpsilonError
	if _, err := s.maker(mechanisms.Epsilon.Max); errors.As(err, &large) {
		high = math.Log(large.Most)
	}
	m, err := s.maker(mechanisms.Epsilon.Min)
	if err != nil {
		return low, high, nil, true // nothing to cut: at low already the mass is missing
	}
	if m, ok := m.(mechanisms.Turning); ok {
		turns, known = m.Turns(s.x, s.window.From, s.window.To)
	}
	for i, epsilon := range turns {
		turns[i] = math.Log(epsilon)
	}
	turns = slices.DeleteFunc(turns, func(t float64) bool { return !(low < t && t < high) })
	slices.Sort(turns)
	return low, high, turns, known
}

// crossing returns the ε at which the mass reaches the target between low,
// where it does not, and high, where it does. A mass that equals the target from
// there on up to high only approaches it, as half of the noise does of a value on
// the edge of its window, and is rounded to it: ok is false.
func (s *shortfall) crossing(low, high, before, after float64) (epsilon float64, ok bool) {
	_, above := root.Bracket(s.at, low, high, before, after, 0)
	return budget(above), after > 0 || above == high
}

// searchStep is the spacing of the search in ln ε. A mass of a mechanism on
// [0, 1] is a quotient of sums of e^(−ε·distance): functions of ln ε smoothed by
// the kernel exp(−e^t), whose width is about 1. A bump much narrower than that
// has no height.
const searchStep = 0.22

// search walks up from low and stops at the first point that reaches the
// target, or at the first bump between points that does.
func (s *shortfall) search(low, high, before float64) (epsilon float64, ok bool) {
	steps := math.Ceil((high - low) / searchStep)
	left, atLeft := low, before // the point before the last
	last, atLast := low, before
	for i := 1.0; i <= steps; i++ {
		t := low + (high-low)*i/steps
		v := s.at(t)
		if v >= 0 {
			if epsilon, ok = s.crossing(last, t, atLast, v); ok {
				return epsilon, true
			}
		}
		// A bump between left and t. Where it is concave its top stands above atLast
		// by no more than one of the two rises; four of them leave room, and pass
		// over the ripples of rounding on a flat stretch.
		if rise := max(atLast-atLeft, atLast-v); atLeft < atLast && v < atLast && atLast+4*rise >= 0 {
			if top, atTop := s.summit(left, t); atTop >= 0 {
				if epsilon, ok = s.crossing(left, top, atLeft, atTop); ok {
					return epsilon, true
				}
			}
		}
		left, atLeft, last, atLast = last, atLast, t, v
	}
	if top, atTop := s.summit(left, high); atTop >= 0 { // a bump in the last step
		return s.crossing(left, top, atLeft, atTop)
	}
	return 0, false
}

// summit climbs the one bump between low and high, and stops early at a point
// that reaches the target.
func (s *shortfall) summit(low, high float64) (top, atTop float64) {
	return optimum.Golden(s.at, low, high, optimum.Stop{Width: 1e-9})
}
