package chart

import (
	"math"

	"dpscope/engine"
	"dpscope/ui/plan"
	"dpscope/ui/theme"
)

// drawBand shades the cells between the two curves, paler than the lines of the series and in another glyph: in no terminal is
// a shade taken for a line.
func (d *drawing) drawBand(series int, m *engine.Normal) {
	style := d.shaded(series)
	for x := range d.frame.plot.Width {
		top, bottom, ok := d.bandRows(m, float64(x))
		for y := plan.Whole(top); ok && y <= min(plan.Whole(bottom), d.frame.plot.Height-1); y++ {
			d.canvas.texture(d.column(x), d.row(y), d.glyphs.Weave, style)
		}
	}
}

// shaded returns the style of the band of a series: a paler one of its hue where that is possible, else that of furniture.
func (d *drawing) shaded(series int) theme.Style {
	if d.theme.Blends() {
		return d.theme.Pale(d.style(d.Series[series].Ink))
	}
	return d.theme.Muted
}

// drawWhiskers draws a bar at each place, from the lower end of its interval to the upper, over lines, with a foot at either
// end that is in range. It is unbroken: its pieces would be marks of their own.
func (d *drawing) drawWhiskers(series int, m *engine.Normal) {
	row := func(v float64) int { return d.frame.cell(d.frame.bound(v)) }
	for i, at := range m.X {
		x, shown := d.frame.cellX(at)
		if !shown || math.IsNaN(m.Low[i]) || math.IsNaN(m.High[i]) {
			continue
		}
		x = d.apart(x, series)
		top, bottom := row(m.High[i]), row(m.Low[i])
		_, ends := d.frame.cellY(m.High[i])
		_, begins := d.frame.cellY(m.Low[i])
		for y := top; y <= bottom; y++ {
			glyph := d.glyphs.Vertical
			switch {
			case top == bottom:
			case y == top && ends:
				glyph = d.glyphs.TickBelow
			case y == bottom && begins:
				glyph = d.glyphs.TickAbove
			}
			if d.open(x, y) {
				d.canvas.sign(d.column(x), d.row(y), glyph, d.style(d.Series[series].Ink))
			}
		}
	}
}

// apart returns the column for an interval of a series: that of its value, or the next one where the interval of another series
// would be hidden, on the left where the right is taken.
func (d *drawing) apart(x, series int) int {
	if d.whiskers == nil {
		d.whiskers = map[int]int{}
	}
	for _, at := range [...]int{x, x + 1, x - 1} {
		of, taken := d.whiskers[at]
		if at >= 0 && at < d.frame.plot.Width && (!taken || at == x && of == series) {
			d.whiskers[at] = series
			return at
		}
	}
	return x
}

// bandRows returns the rows, fractional and within the plot, between which a band lies at a column.
func (d *drawing) bandRows(m *engine.Normal, column float64) (top, bottom float64, ok bool) {
	x := d.frame.valueX(column)
	low, high, ok := m.Interval(x, d.frame.axes())
	if !ok {
		return 0, 0, false
	}
	height := float64(d.frame.plot.Height)
	p, q := d.frame.bound(low), d.frame.bound(high)
	return max(min(p, q), 0), min(max(p, q), height), true
}
