package chart

import (
	"math"

	nt "github.com/NimbleMarkets/ntcharts/v2/canvas"

	"dpscope/engine"
)

// drawBand weaves a loose pattern of dots between the two curves, closer where
// it ends than inside, so that a wide band stays in the background. Where a tint
// can be faint, the cells within a wide band have one instead; a narrow one would
// be tinted here and there.
func (d *drawing) drawBand(series int, m *engine.Normal) {
	if d.glyphs.ASCII {
		d.shadeBand(series, m)
		return
	}
	p := newPen(d.frame.plot.Width, d.frame.plot.Height, false)
	columns := make([]dots, p.across*p.width)
	for x := range columns {
		columns[x] = dots{to: -1}
		if top, bottom, ok := d.bandRows(m, (float64(x)-p.middleX())/float64(p.across)); ok {
			columns[x] = dots{from: int(math.Ceil(float64(p.down)*top + p.middleY())), to: int(math.Floor(float64(p.down)*bottom + p.middleY()))}
		}
	}
	const wide = 3 // cells
	tint := d.theme.Wash(d.series[series].style)
	for x, column := range columns {
		cell := x / p.across
		for y := column.from; y <= column.to; y++ {
			row := y / p.down
			if d.theme.Tints() && column.to-column.from >= wide*p.down && covered(columns[cell*p.across:][:p.across], row*p.down, p.down) {
				d.canvas.tint(d.column(cell), d.row(row), tint)
			} else if edge := min(y-column.from, column.to-y) < p.down; woven(x, y, edge) {
				p.set(nt.Point{X: x, Y: y}, series)
			}
		}
	}
	p.each(func(x, y, _ int, glyph rune) {
		d.canvas.texture(d.column(x), d.row(y), string(glyph), d.series[series].style)
	})
}

// drawWhiskers draws a bar at each place, from the lower end of its interval to the upper.
func (d *drawing) drawWhiskers(series int, m *engine.Normal) {
	height := float64(d.frame.plot.Height)
	row := func(v float64) int {
		return min(max(whole((1-d.frame.y.bound(v))*height), 0), d.frame.plot.Height-1)
	}
	for i, at := range m.X {
		x, shown := d.frame.cellX(at)
		if !shown || math.IsNaN(m.Low[i]) || math.IsNaN(m.High[i]) {
			continue
		}
		for y := row(m.High[i]); y <= row(m.Low[i]); y++ {
			d.canvas.texture(d.column(x), d.row(y), d.glyphs.Vertical, d.series[series].style)
		}
	}
}

// dots are the rows of dots of one column that are a band's, both ends among
// them; none where to is less than from.
type dots struct{ from, to int }

// covered reports whether a band has so many rows of dots from first on in each
// of the columns.
func covered(columns []dots, first, rows int) bool {
	for _, c := range columns {
		if c.from > first || c.to < first+rows-1 {
			return false
		}
	}
	return true
}

// woven says whether a band has a dot there: two a cell at its edge, one in two
// cells inside.
func woven(x, y int, edge bool) bool {
	if edge {
		return y%2 == 0 && (x+y/2)%2 == 0
	}
	return y%4 == 0 && (x+y/2)%4 == 0
}

// shadeBand is drawBand in ASCII.
func (d *drawing) shadeBand(series int, m *engine.Normal) {
	for x := range d.frame.plot.Width {
		top, bottom, ok := d.bandRows(m, float64(x))
		for y := whole(top); ok && y <= min(whole(bottom), d.frame.plot.Height-1); y++ {
			d.canvas.texture(d.column(x), d.row(y), d.glyphs.Weave, d.series[series].style)
		}
	}
}

// bandRows returns the rows, fractional and within the plot, between which a
// band lies at a column.
func (d *drawing) bandRows(m *engine.Normal, column float64) (top, bottom float64, ok bool) {
	x := d.frame.valueX(column)
	low, high, ok := m.Interval(x, d.frame.axes())
	if !ok {
		return 0, 0, false
	}
	height := float64(d.frame.plot.Height)
	p, q := (1-d.frame.y.bound(low))*height, (1-d.frame.y.bound(high))*height
	return max(min(p, q), 0), min(max(p, q), height), true
}
