package explorer

import (
	"math"

	"dpscope/engine"
	"dpscope/engine/param"
)

// Which says which of the values that meet the target the solution is, and what the search found beyond it: "the least of those
// looked at, rounded up. So do all greater ones looked at."
func (f Solve) Which() string {
	s, p := f.Solution, f.Unknown
	switch {
	case s.Walked && s.Down:
		return "the greatest number of three digits up to which all smaller ones do."
	case s.Walked:
		return "the least number of three digits from which on all greater ones do."
	}
	if s.Place == engine.Present {
		return "what it is. So do all other values looked at."
	}
	text := map[engine.Place]string{engine.Least: "the least", engine.Greatest: "the greatest", engine.Closest: "the closest to " +
		p.Format(f.present)}[s.Place]
	if !s.All {
		text += " of those looked at"
	}
	greater := "greater"
	if s.Down {
		greater = "smaller"
	}
	switch {
	case s.Rounded && s.Down:
		text += ", rounded down"
	case s.Rounded:
		text += ", rounded up"
	}
	name := func(x float64) string { return p.Symbol + " = " + valueText(p, x) }
	switch {
	case math.IsNaN(s.Misses):
		return text + ". So do all " + greater + " ones looked at."
	case math.IsNaN(s.Again):
		return text + ". " + name(s.Misses) + " misses it again."
	}
	return text + ". " + name(s.Misses) + " misses it; from " + valueText(p, s.Again) + " on all looked at meet it."
}

// valueText writes a value that the search looked at: whole numbers whole, others in the digits of their slider.
func valueText(p param.Param, x float64) string {
	if p.Scale == param.Count {
		return p.Exact(x)
	}
	return p.Text(x)
}
