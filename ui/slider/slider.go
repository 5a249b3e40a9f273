// Package slider draws a parameter as a track with a knob and finds the value
// under the mouse. It keeps no state.
package slider

import (
	"math"
	"slices"
	"strings"

	"dpscope/engine/param"
	"dpscope/ui/theme"
)

// Track draws p at value v in width cells. mark is the view's opening value, or the paper's; it is left out where the knob
// stands, and so are the limits between words for values.
func Track(p param.Param, v, mark float64, width int, focused bool, t theme.Theme, g theme.Glyphs) string {
	rail := width - theme.Width(g.TrackStart) - theme.Width(g.TrackEnd)
	if rail < 1 {
		return strings.Repeat(" ", max(width, 0))
	}
	knob := cell(p, v, rail)
	cells := slices.Repeat([]string{g.Track}, rail)
	put := func(at int, on, off string) {
		if cells[at] = off; at < knob {
			cells[at] = on
		}
	}
	for at := range knob {
		put(at, g.TrackOn, g.Track)
	}
	for _, value := range limits(p) {
		put(cell(p, value, rail), g.LimitOn, g.Limit)
	}
	put(cell(p, mark, rail), g.Mark, g.Mark)
	on, off := t.Text, t.Muted
	if focused {
		on = t.Accent
	}
	return off.Paint(g.TrackStart) + on.Paint(strings.Join(cells[:knob], "")+g.Knob) + off.Paint(strings.Join(cells[knob+1:], "")+g.TrackEnd)
}

// Points draws values below the track of p, of the same width.
func Points(p param.Param, values []float64, width int, g theme.Glyphs) string {
	start := theme.Width(g.TrackStart)
	rail := width - start - theme.Width(g.TrackEnd)
	if rail < 1 {
		return ""
	}
	cells := slices.Repeat([]string{" "}, rail)
	for _, v := range values {
		cells[cell(p, v, rail)] = g.Other
	}
	return strings.Repeat(" ", start) + strings.TrimRight(strings.Join(cells, ""), " ")
}

// limits returns the values on the track of p at which the word changes.
func limits(p param.Param) (inside []float64) {
	if p.Words == nil {
		return nil
	}
	low, high := p.Travel()
	for _, w := range *p.Words {
		if low < w.From && w.From < high {
			inside = append(inside, w.From)
		}
	}
	return inside
}

// ValueAt returns the notch of p under a column of its track, counted from the track's first cell.
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
