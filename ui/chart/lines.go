package chart

import (
	"math"
	"slices"
	"unicode/utf8"

	"dpscope/engine"
)

// drawLine draws a line with the pen.
func (d *drawing) drawLine(series int, m *engine.Normal) {
	p, l := d.dip(), *m
	l.X, l.Y = condense(d.frame, m.X, m.Y, p.across*p.width)
	path := d.path(p, &l)
	if at, alone := lone(path); alone { // a line of one sample is a point
		d.drawPoints(series, &engine.Normal{X: l.X[at : at+1], Y: l.Y[at : at+1]})
		return
	}
	p.trace(d.withFeet(p, &l, path), series, d.series[series].dash)
}

// drawTrail draws a line in the plane with the pen.
func (d *drawing) drawTrail(series int, m *engine.Normal) {
	p := d.dip()
	path := make([]place, len(m.X))
	for i := range path {
		if path[i] = p.place(d.frame, m.X[i], m.Y[i]); math.IsNaN(m.X[i]) {
			path[i] = gap
		}
	}
	p.trace(path, series, d.series[series].dash)
}

// withFeet leads a path up from zero and down to it where the line falls.
func (d *drawing) withFeet(p *pen, l *engine.Normal, path []place) []place {
	if len(l.X) == 0 {
		return path
	}
	if l.Falls[0] {
		path = append([]place{p.place(d.frame, l.X[0], 0)}, path...)
	}
	if l.Falls[1] {
		path = append(path, p.place(d.frame, l.X[len(l.X)-1], 0))
	}
	return path
}

// lone finds the only point of a path that has no more than one.
func lone(path []place) (at int, alone bool) {
	for i, p := range path {
		if p.isGap() {
			continue
		}
		if alone {
			return 0, false
		}
		at, alone = i, true
	}
	return at, alone
}

// dip returns the pen for lines that lie in one layer.
func (d *drawing) dip() *pen {
	if d.pen == nil {
		d.pen = newPen(d.frame.plot.Width, d.frame.plot.Height, d.glyphs.ASCII)
	}
	return d.pen
}

// path maps a line to dots.
func (d *drawing) path(p *pen, l *engine.Normal) []place {
	path := make([]place, 0, 2*len(l.X))
	for i := range l.X {
		at := p.place(d.frame, l.X[i], l.Y[i])
		if l.Form == engine.StepLine && i > 0 && !path[len(path)-1].isGap() {
			if x := p.placeX(d.frame, l.X[i]); !math.IsNaN(x) { // a value holds up to the next x, whatever follows
				path = append(path, place{x: x, y: path[len(path)-1].y})
			}
		}
		path = append(path, at)
	}
	return path
}

// lift puts what the pen has drawn onto the canvas, with the markers that tell
// lines apart, and takes a new layer.
func (d *drawing) lift() {
	p := d.pen
	if p == nil {
		return
	}
	d.pen = nil
	several := d.lines() > 1
	p.each(func(x, y, owner int, glyph rune) {
		s := d.series[owner]
		if d.glyphs.ASCII && !s.trail && (several || s.ghost) {
			glyph = '.'
			if !s.muted {
				glyph, _ = utf8.DecodeRuneInString(s.marker)
			}
		}
		if under := d.canvas.at(d.column(x), d.row(y)); !under.soft { // a line is not roughened by a band
			glyph = braille(under.glyph, glyph)
		}
		d.canvas.put(d.column(x), d.row(y), glyph, s.style)
	})
	if several && !d.glyphs.ASCII {
		d.drawMarkers(p)
	}
}

// drawMarkers sets every line's marker on it now and then, each at its own
// columns, wherever the line can be seen.
func (d *drawing) drawMarkers(p *pen) {
	count, turn := max(d.lines(), len(d.figure.Members)), 0
	period := min(max(p.width/4, 8), 24)
	end := p.width
	for i := range d.marks {
		l := &d.marks[i]
		if !l.IsLine() {
			continue
		}
		s := d.series[d.of[i]]
		if s.ghost {
			continue
		}
		place := turn
		if member := slices.Index(d.figure.Members, s.name); member >= 0 {
			place = member
		}
		first := period*place/count + period/(2*count)
		turn++
		for c := first; c < end && !s.muted; c += period {
			d.drawMarker(p, d.of[i], l, c, min(c+period, end))
		}
	}
}

// drawMarker sets a line's marker on the first column of a range at which no
// other line covers it.
func (d *drawing) drawMarker(p *pen, series int, l *engine.Normal, from, to int) {
	s, axes := d.series[series], d.frame.axes()
	for c := from; c < to; c++ {
		y, ok := l.Value(d.frame.valueX(float64(c)), axes)
		if row, shown := d.frame.cellY(y); ok && shown && p.touched(c, row, series) {
			d.canvas.sign(d.column(c), d.row(row), s.marker, s.style)
			return
		}
	}
}

// axes are what the value at an x needs to know of them; what stands alone is read within
// a column.
func (f frame) axes() engine.Axes {
	return engine.Axes{LogX: f.x.log, LogY: f.y.log, Near: f.x.length / float64(max(f.plot.Width, 1))}
}
