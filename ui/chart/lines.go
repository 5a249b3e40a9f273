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

// stroke traces a path, and one a dot below it where it is to be strong and colour does not say so: two rows of
// dots could be taken for a band.
func (d *drawing) stroke(p *pen, path []place, series int, strong bool) {
	p.trace(path, series, d.series[series].dash)
	if !strong || d.theme.Coloured() || d.glyphs.ASCII {
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
		path = append([]place{d.foot(p, l.X[0])}, path...)
	}
	if l.Falls[1] {
		path = append(path, d.foot(p, l.X[len(l.X)-1]))
	}
	return path
}

// foot is where a line that falls ends: right above the axis line, on which it would look like a value.
func (d *drawing) foot(p *pen, x float64) place {
	at := p.place(d.frame, x, 0)
	at.y = min(at.y, float64(p.down*d.frame.plot.Height-1))
	return at
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
		d.pen = newPen(d.frame.plot.Width, d.frame.depth(), d.glyphs.ASCII)
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
	p.each(func(x, y int) {
		cell := y*p.width + x
		front := p.front(cell, d.standsOut)
		s, glyph := &d.series[front.series], p.glyph(front.dots) // no dot of a line has the colour of another
		if !d.theme.Coloured() {                                 // and without colours the gaps of one are not those of all
			glyph = p.glyph(p.all(cell))
		}
		if !d.hueAlone() { // a marker tells them apart there
			d.share(cell, p.touched[cell])
		}
		if d.glyphs.ASCII && !s.trail && (several || s.ghost) {
			glyph = '.'
			if !s.muted {
				glyph, _ = utf8.DecodeRuneInString(s.marker)
			}
		}
		if y == d.frame.plot.Height { // the axis line goes on, but for what is seen above it
			upon, tick := front.dots >= axisDots, d.canvas.at(d.column(x), d.row(y)).glyph == first(d.glyphs.TickBelow)
			switch {
			case tick && !upon || !tick && !d.open(x, y):
				return
			case tick:
				glyph = first(d.glyphs.TickBelow)
			case upon:
				glyph = first(d.glyphs.TrackOn)
			}
		} else if under := d.canvas.at(d.column(x), d.row(y)); !under.soft { // a line is not roughened by a band
			glyph = braille(under.glyph, glyph)
		}
		d.inked[cell] = int32(front.series + 1)
		d.canvas.put(d.column(x), d.row(y), glyph, s.style)
	})
}

// share keeps which lines lie in a cell.
func (d *drawing) share(cell int, all []touch) {
	if d.shared == nil {
		d.shared = map[int][]touch{}
	}
	d.shared[cell] = all
}

// axisDots is the first dot of those in the lower half of a cell, which in the row of the axis line are upon that: it is
// strong there, and keeps its ticks.
const axisDots = 1 << 4

// standsOut says whether a series is more than the ground of others.
func (d *drawing) standsOut(series int) bool {
	return !d.series[series].muted && !d.series[series].ghost
}

// open says whether data may be drawn in a cell: in the plot, and on the axis line where nothing is marked upon it.
func (d *drawing) open(x, y int) bool {
	if y < d.frame.plot.Height {
		return true
	}
	p := d.canvas.at(d.column(x), d.row(y))
	bare := p.glyph == first(d.glyphs.Horizontal) || p.glyph == first(d.glyphs.Upper) || p.glyph == first(d.glyphs.TrackOn)
	return bare || p.soft || d.inkAt(x, y) >= 0 && p.glyph != first(d.glyphs.TickBelow)
}

// seat is the row for a marker: on the axis line, or right above what is marked there.
func (d *drawing) seat(x, y int) int {
	if y == d.frame.plot.Height && !d.open(x, y) {
		return y - 1
	}
	return y
}

// seenAt says whether a series' line is what is seen in a cell of the plot.
func (d *drawing) seenAt(x, y, series int) bool {
	return d.inkAt(x, y) == series && d.isLine(x, y)
}

// seenWithin says whether it is one of the lines that are seen there.
func (d *drawing) seenWithin(x, y, series int) bool {
	within := func(t touch) bool { return t.series == series }
	return d.seenAt(x, y, series) || d.isLine(x, y) && slices.ContainsFunc(d.shared[y*d.frame.plot.Width+x], within)
}

// isLine says whether what stands in a cell of the plot are the dots of a line.
func (d *drawing) isLine(x, y int) bool {
	glyph := d.canvas.at(d.column(x), d.row(y)).glyph
	return glyph >= 0x2800 && glyph <= 0x28ff || y == d.frame.plot.Height && glyph == first(d.glyphs.TrackOn) || d.glyphs.ASCII
}

// hueAlone says whether colour alone tells lines apart: markers upon them would look like observations. Where there are more
// lines than colours, or none, it does not.
func (d *drawing) hueAlone() bool {
	return d.theme.Coloured() && !d.glyphs.ASCII && d.lines()-d.mutedLines() <= len(d.theme.Series)
}

// markLines sets markers on lines that colour does not tell apart, each at its own columns, now and then, and at one place at
// least: what a name or the legend shows is on the line. One that has points is marked by them.
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
		if d.series[series].muted || d.pointsSeen(series) {
			continue
		}
		if d.hueAlone() {
			d.signed[series] = slices.Contains(d.inked, int32(series+1))
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

// markLine sets a line's marker on the first column of a range at which no other line hides it, and tells whether there is
// one: where the line passes near the middle of a row if it does, which is where a marker stands.
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
			if row == d.frame.plot.Height && s.marker == d.glyphs.Pointer && d.layout.labels < 0 { // the axis line has the pointer's sign
				continue
			}
			if ok && shown && math.Abs(d.frame.row(y)-float64(row)) <= reach && d.seenWithin(c, row, series) {
				d.canvas.sign(d.column(c), d.row(row), s.marker, s.style)
				return true
			}
		}
	}
	return false
}

// coveredBy tells which line is seen most where that of a series runs; -1: it lies beyond the picture.
func (d *drawing) coveredBy(series int) (over int) {
	axes, width := d.frame.axes(), d.frame.plot.Width
	over = -1
	if d.inked == nil { // no line is drawn
		return over
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
			ink := d.inkAt(c, row)
			if ink < 0 {
				continue
			}
			if seen[ink]++; over < 0 || seen[ink] > seen[over] {
				over = ink
			}
		}
	}
	return over
}

// axes are what the value at an x needs to know of them; what stands alone is read within
// a column.
func (f frame) axes() engine.Axes {
	return engine.Axes{LogX: f.x.log, LogY: f.y.log, Near: f.x.length / float64(max(f.plot.Width, 1))}
}
