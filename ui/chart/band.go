package chart

import (
	"math"

	"dpscope/engine"
	"dpscope/ui/plan"
	"dpscope/ui/theme"
)

// drawBand marks the cells between two curves: by a tint of the series, or by a glyph that no line has where tints are
// impossible. Two lines that bound one thing are one where they are less than a row apart.
func (d *drawing) drawBand(series int, m *engine.Normal) {
	if len(m.X) == 0 {
		return
	}
	tint := d.theme.Tint(d.style(d.Series[series].Ink))
	for x := range d.frame.plot.Width {
		top, bottom := d.bandCells(m, x)
		for y := top; y <= bottom; y++ {
			d.shadeCell(x, y, tint, d.glyphs.Weave)
		}
	}
}

// bandCells returns the first and the last row of a band in a column: those that it touches or, between two lines that are a row
// apart, those whose middle lies between them.
func (d *drawing) bandCells(m *engine.Normal, column int) (first, last int) {
	top, bottom, ok := d.bandRows(m, float64(column))
	switch {
	case !ok || m.With != "" && bottom-top < 1:
		return 0, -1
	case m.With != "":
		return int(math.Ceil(top)), min(int(bottom), d.frame.plot.Height-1)
	}
	return plan.Whole(top), min(plan.Whole(bottom), d.frame.plot.Height-1)
}

// bandLook returns the sign of a band and its style.
func (d *drawing) bandLook(series int) (string, theme.Style) {
	if tint := d.theme.Tint(d.style(d.Series[series].Ink)); tint != 0 {
		return d.glyphs.Block, theme.NewStyle(tint, 0, 0)
	}
	return d.glyphs.Weave, d.theme.Muted
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
