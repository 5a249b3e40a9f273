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
	d.stroke(p, d.withFeet(p, &l, path), series, m.Emphasis)
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
	d.stroke(p, path, series, m.Emphasis)
}

// stroke traces a path, and one a dot below it where it is to be strong.
func (d *drawing) stroke(p *pen, path []place, series int, strong bool) {
	p.trace(path, series, d.series[series].dash)
	if !strong || d.glyphs.ASCII {
		return
	}
	below := make([]place, len(path))
	for i, at := range path {
		below[i] = place{x: at.x, y: at.y + 1}
	}
	p.trace(below, series, d.series[series].dash)
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

// lift puts what the pen has drawn onto the canvas, and takes a new layer.
func (d *drawing) lift() {
	p := d.pen
	if p == nil {
		return
	}
	d.pen = nil
	several := d.lines() > 1
	if d.inked == nil {
		d.inked = make([]int32, p.width*p.height)
	}
	p.each(func(x, y, owner int, glyph rune) {
		s := &d.series[owner]
		if d.glyphs.ASCII && !s.trail && (several || s.ghost) {
			glyph = '.'
			if !s.muted {
				glyph, _ = utf8.DecodeRuneInString(s.marker)
			}
		}
		if under := d.canvas.at(d.column(x), d.row(y)); !under.soft { // a line is not roughened by a band
			glyph = braille(under.glyph, glyph)
		}
		d.inked[y*p.width+x] = int32(owner + 1)
		d.canvas.put(d.column(x), d.row(y), glyph, s.style)
	})
}

// seenAt says whether a series' line is what is seen in a cell of the plot.
func (d *drawing) seenAt(x, y, series int) bool {
	if d.inked == nil || d.inked[y*d.frame.plot.Width+x] != int32(series+1) {
		return false
	}
	glyph := d.canvas.at(d.column(x), d.row(y)).glyph
	return glyph >= 0x2800 && glyph <= 0x28ff || d.glyphs.ASCII
}

// markLines sets markers on lines, each at its own columns, now and then, and at one place at least:
// what a name or the legend shows is on the line. One that has points is marked by them.
func (d *drawing) markLines() {
	if d.lines() < 2 || d.glyphs.ASCII {
		return
	}
	d.signed = map[int]bool{}
	count, turn, width := max(d.lines(), len(d.figure.Members)), 0, d.frame.plot.Width
	period := min(max(width/4, 8), 24)
	for i := range d.marks {
		l, series := &d.marks[i], d.of[i]
		if !l.IsLine() || d.series[series].ghost {
			continue
		}
		place := turn
		if member := slices.Index(d.figure.Members, d.series[series].name); member >= 0 {
			place = member
		}
		turn++
		if d.series[series].muted || d.pointOf(series) != "" {
			continue
		}
		marked := false
		for c := period*place/count + period/(2*count); c < width; c += period {
			marked = d.markLine(series, l, c, min(c+period, width)) || marked
		}
		if marked || d.markLine(series, l, 0, width) {
			d.signed[series] = true
		}
	}
}

// markLine sets a line's marker on the first column of a range at which no other line covers
// it, and tells whether there is one: where the line passes near the middle of a row if it does, which
// is where a marker stands.
func (d *drawing) markLine(series int, l *engine.Normal, from, to int) bool {
	const near = 0.25 // rows
	s, axes := d.series[series], d.frame.axes()
	for _, reach := range [...]float64{near, 1} {
		for c := from; c < to; c++ {
			if name, inside := d.within[series]; inside && name[0] <= c && c <= name[1] {
				continue
			}
			y, ok := l.Value(d.frame.valueX(float64(c)), axes)
			row, shown := d.frame.cellY(y)
			if ok && shown && math.Abs(d.frame.row(y)-float64(row)) <= reach && d.seenAt(c, row, series) {
				d.canvas.sign(d.column(c), d.row(row), s.marker, s.style)
				return true
			}
		}
	}
	return false
}

// coveredBy tells which other line is seen most where that of a series runs, and whether others are but
// where they cross it; -1: the line lies beyond the picture.
func (d *drawing) coveredBy(series int) (over int, alone bool) {
	const crossing = 0.1 // of the columns
	axes, width, all := d.frame.axes(), d.frame.plot.Width, 0
	over = -1
	if d.inked == nil { // no line is drawn
		return over, false
	}
	seen := make([]int, len(d.series))
	for i := range d.marks {
		l := &d.marks[i]
		if d.of[i] != series || !l.IsLine() {
			continue
		}
		for c := range width {
			y, ok := l.Value(d.frame.valueX(float64(c)), axes)
			row, shown := d.frame.cellY(y)
			if !ok || !shown {
				continue
			}
			ink := int(d.inked[row*width+c]) - 1
			if ink < 0 {
				continue
			}
			all++
			if seen[ink]++; over < 0 || seen[ink] > seen[over] {
				over = ink
			}
		}
	}
	return over, over >= 0 && float64(all-seen[over]) <= crossing*float64(all)
}

// axes are what the value at an x needs to know of them; what stands alone is read within
// a column.
func (f frame) axes() engine.Axes {
	return engine.Axes{LogX: f.x.log, LogY: f.y.log, Near: f.x.length / float64(max(f.plot.Width, 1))}
}
