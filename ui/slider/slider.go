// Package slider draws a parameter as a track with a knob and finds the value
// under the mouse. It keeps no state.
package slider

import (
	"math"
	"strings"

	"dpscope/engine/param"
	"dpscope/ui/theme"
)

// Track draws p at value v in width cells. The mark is the value that the
// view opens with, or the paper's; it is left out where the knob stands.
func Track(p param.Param, v, mark float64, width int, focused bool, t theme.Theme, g theme.Glyphs) string {
	rail := width - theme.Width(g.TrackStart) - theme.Width(g.TrackEnd)
	if rail < 1 {
		return strings.Repeat(" ", max(width, 0))
	}
	knob, tick := cell(p, v, rail), cell(p, mark, rail)
	on, off := t.Text, t.Muted
	if focused {
		on = t.Accent
	}
	before := strings.Repeat(g.TrackOn, knob)
	after := strings.Repeat(g.Track, rail-knob-1)
	if tick < knob {
		before = strings.Repeat(g.TrackOn, tick) + g.Mark + strings.Repeat(g.TrackOn, knob-tick-1)
	} else if tick > knob {
		after = strings.Repeat(g.Track, tick-knob-1) + g.Mark + strings.Repeat(g.Track, rail-tick-1)
	}
	return off.Paint(g.TrackStart) + on.Paint(before+g.Knob) + off.Paint(after+g.TrackEnd)
}

// ValueAt returns the notch of p under a column of its track, counted from
// the track's first cell.
func ValueAt(p param.Param, column, width int, g theme.Glyphs) float64 {
	start := theme.Width(g.TrackStart)
	rail := width - start - theme.Width(g.TrackEnd)
	if rail < 2 {
		return p.Default
	}
	t := float64(column-start) / float64(rail-1)
	low, high := p.Travel()
	switch {
	case t <= 0 && p.Check(low) == nil:
		return low
	case t >= 1 && p.Check(high) == nil:
		return high
	}
	return p.Snap(p.At(t))
}

func cell(p param.Param, v float64, rail int) int {
	return int(math.Round(p.Position(v) * float64(rail-1)))
}
