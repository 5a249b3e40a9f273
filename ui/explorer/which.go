package explorer

import (
	"math"

	"dpscope/engine"
)

// Which says which of the values that meet the target the solution is, and what the search found beyond it: "the smallest
// tried, rounded up; every larger one tried will do."
func (f Solve) Which() string {
	s, p := f.Solution, f.Unknown
	switch {
	case s.Walked && s.Down:
		return "the largest number of three digits up to which every smaller one will do."
	case s.Walked:
		return "the smallest number of three digits from which on every larger one will do."
	}
	if s.Place == engine.Present {
		return "what it is; every other value tried will do."
	}
	text := map[engine.Place]string{engine.Least: "the smallest", engine.Greatest: "the largest", engine.Closest: "the closest to " +
		p.Format(f.present)}[s.Place]
	if !s.All {
		text += " tried"
	}
	greater := "larger"
	if s.Down {
		greater = "smaller"
	}
	switch {
	case s.Rounded && s.Down:
		text += ", rounded down"
	case s.Rounded:
		text += ", rounded up"
	}
	name := func(x float64) string { return p.Symbol + " = " + p.Text(x) }
	switch {
	case math.IsNaN(s.Misses):
		return text + "; every " + greater + " one tried will do."
	case math.IsNaN(s.Again):
		return text + "; " + name(s.Misses) + " misses it again."
	}
	return text + "; " + name(s.Misses) + " misses it, from " + p.Text(s.Again) + " on every one tried will do."
}
