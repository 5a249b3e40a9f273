package engine

import (
	"math"
	"strconv"

	"dpscope/engine/num/rootfind"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
)

// proposal is a value at which the target is met, next to where it is not.
type proposal struct {
	value    float64 // in the digits of the slider
	border   float64 // the same before it was rounded
	up       bool    // the target is missed below it, and not above
	anywhere bool    // it is missed nowhere
}

// bisect closes in on the border between outside, which misses the target,
// and inside, which meets it: at the last point inside.
func (s *solver) bisect(outside, inside float64) proposal {
	by := rootfind.Halving{Middle: s.middle}
	if s.q.Coarse {
		by.Near = func(inside, outside float64) bool { return math.Abs(inside-outside) <= 1e-6*math.Abs(inside) }
	}
	up := outside < inside
	border, _ := rootfind.Border(s.meets, inside, outside, by)
	return proposal{value: s.written(border, up), border: border, up: up}
}

// nears reports whether the reading only approaches the target: from the border on it equals the target
// wherever it was looked at, and a little before the border it differs by no more than rounding, as half of
// the noise differs from 1/2 of it.
func (s *solver) nears(p proposal) bool {
	if s.height(p.border) != s.level() || s.q.Unknown.Scale == param.Count {
		return false
	}
	for x, v := range s.seen {
		if beyond := x > p.border == p.up; beyond && v > s.level() {
			return false
		}
	}
	const little, rounding = 0.01, 1e-12
	before := p.border * (1 + little)
	if p.up {
		before = p.border * (1 - little)
	}
	if s.q.Unknown.Check(before) != nil {
		return false
	}
	short := s.level() - s.height(before)
	return short > 0 && short <= rounding*max(math.Abs(s.level()), rounding)
}

// written returns a border in the slider's digits, on the side that meets the target; it adds digits if the
// rounded value misses it.
func (s *solver) written(border float64, up bool) float64 {
	p := s.q.Unknown
	if p.Scale == param.Count {
		return border
	}
	if x := s.plain(border); x != border && p.Rounded(x, numeral.Nearest, 0) == x {
		return x
	}
	side := numeral.Down
	if up {
		side = numeral.Up
	}
	const most = 14 // digits more
	for more := range most {
		if x := p.Rounded(border, side, more); p.Check(x) == nil && s.meets(x) {
			return x
		}
	}
	return s.plain(border)
}

// plain returns the number with the fewest digits next to x that meets the target too: it turns a rounded 1
// back into 1.
func (s *solver) plain(x float64) float64 {
	near := 1e-12
	if s.q.Coarse { // which settles to six digits
		near = 1e-6
	}
	for digits := range 12 {
		rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits, 64), 64)
		if err == nil && math.Abs(rounded-x) <= near*math.Abs(x) && s.q.Unknown.Check(rounded) == nil && s.meets(rounded) {
			return rounded
		}
	}
	return x
}

// middle halves an interval on the scale of the unknown.
func (s *solver) middle(outside, inside float64) float64 {
	switch scale := s.q.Unknown.Scale; {
	case scale == param.Log && outside > 0 && inside > 0:
		return math.Sqrt(outside) * math.Sqrt(inside)
	case scale == param.Count:
		return math.Round(rootfind.Mean(outside, inside))
	}
	return rootfind.Mean(outside, inside)
}

// closer moves a proposed whole number to a preferred one while the target begins or ceases to be met within
// the next few: towards the present value, or down if people want the parameter small.
func (s *solver) closer(best proposal) proposal {
	p := s.q.Unknown
	if p.Scale != param.Count || s.q.Coarse || p.Least && !best.up {
		return best
	}
	end, step := s.q.Present, 1.0
	if p.Least {
		end = p.Min - 1
	}
	if end < best.value {
		step = -1
	}
	before := true // the target is met at the number before
	for x, same := best.value+step, 0; x != end+step && p.Check(x) == nil && same < besides; x += step {
		same++
		switch here := s.meets(x); {
		case here && !before:
			best, before, same = proposal{value: x, border: x, up: step > 0}, true, 0
		case before && !here:
			best, before, same = proposal{value: x - step, border: x - step, up: step < 0}, false, 0
		}
	}
	return best
}
