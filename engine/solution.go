package engine

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"dpscope/engine/param"
)

// Solution is a value of the unknown that meets the target; it says which of them it is, as far as others
// were looked at.
type Solution struct {
	Value   float64 // of the unknown, in the digits of its slider
	Reading float64 // the reading there: on the target's safe side
	Place   Place
	Rounded bool // to the digits of the slider
	All     bool // every whole number before the proposed one was looked at
	Down    bool // smaller values meet the target too, and greater ones miss it
	Walked  bool // every number of three digits on the side that meets the target was looked at, and the next misses it

	// Misses is the next value, on the side that meets the target, found to miss it again; NaN: none. All
	// values looked at from Again on meet it; NaN: not even the last does.
	Misses, Again float64
}

// Place says which of the values that meet a target is proposed.
type Place int

// The places.
const (
	Least    Place = iota // of those looked at
	Greatest              // of those looked at
	Closest               // to the present value, of those looked at
	Present               // all that were looked at meet the target
)

// solution says of a proposal which of the values that were looked at it is.
func (s *solver) solution(p proposal) Solution {
	answer := Solution{Value: p.value, Reading: s.sign * s.height(p.value), Place: Closest, Rounded: p.value != p.border, Down: !p.up,
		Misses: math.NaN(), Again: math.NaN()}
	side := func(x float64) float64 { return x } // grows away from where the target is missed
	if !p.up {
		side = func(x float64) float64 { return -x }
	}
	first := true // no value before the border meets it
	looked := slices.SortedFunc(maps.Keys(s.seen), func(a, b float64) int { return cmp.Compare(side(a), side(b)) })
	for _, x := range looked {
		switch meets := s.meets(x); {
		case side(x) < side(p.border):
			first = first && !meets
		case !meets && math.IsNaN(answer.Misses):
			answer.Misses = x
		case !meets:
			answer.Again = math.NaN()
		case !math.IsNaN(answer.Misses) && math.IsNaN(answer.Again):
			answer.Again = x
		}
	}
	switch {
	case p.anywhere:
		answer.Place = Present
	case first && p.up:
		answer.Place = Least
	case first:
		answer.Place = Greatest
	}
	answer.All = s.whole(answer)
	return answer
}

// whole reports whether all whole numbers were looked at that might have been
// proposed before the answer: below the least, above the greatest, between the present value and the
// closest.
func (s *solver) whole(answer Solution) bool {
	p := s.q.Unknown
	from, to := s.q.Present, answer.Value
	switch answer.Place {
	case Least:
		from = p.Min
	case Greatest:
		from = p.Max
	}
	from, to = min(from, to), max(from, to)
	if p.Scale != param.Count || to-from > float64(len(s.seen)) {
		return false
	}
	for x := from + 1; x < to; x++ {
		if _, looked := s.seen[x]; !looked {
			return false
		}
	}
	return true
}
