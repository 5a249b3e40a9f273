package chart

import (
	"math"
	"slices"

	"dpscope/engine"
	"dpscope/ui/plan"
)

// lined is a series drawn as lines, with the cells that these pass, and their drawn dots.
type lined struct {
	series       int
	passes, dots []uint8
}

// planLines decides which line is drawn in which cell.
func (d *drawing) planLines() {
	var lines []plan.Line
	order := d.Ordered()
	slices.Reverse(order)
	for _, i := range order {
		m, series := &d.Marks[i], d.Of[i]
		if !planned(m) || d.Crowd(i) {
			continue
		}
		whole, dashed, line := d.rasters(series, m)
		if !line {
			continue
		}
		at := slices.IndexFunc(d.lined, func(l lined) bool { return l.series == series })
		if at < 0 {
			d.lined = append(d.lined, lined{series: series, passes: whole, dots: dashed})
			lines = append(lines, plan.Line{Cells: whole, Quiet: !d.standsOut(series) || d.Bounds(series)})
		} else {
			d.lined[at].join(whole, dashed)
		}
	}
	if len(lines) > 0 {
		d.sight = plan.See(lines, d.frame.plot.Width, d.frame.depth())
	}
}

// planned reports whether a mark is drawn as a line.
func planned(m *engine.Normal) bool {
	return m.Form == engine.Line || m.Form == engine.StepLine || m.Form == engine.Trail
}

// join adds another mark of the series.
func (l *lined) join(passes, dots []uint8) {
	for i := range passes {
		l.passes[i] |= passes[i]
		l.dots[i] |= dots[i]
	}
}

// rasters returns the dots of a line, whole and dashed as its series is; line is false for one of a single sample.
func (d *drawing) rasters(series int, m *engine.Normal) (whole, dashed []uint8, line bool) {
	p, l := d.dip(), *m
	if m.Form != engine.Trail {
		l.X, l.Y = condense(d.frame, m.X, m.Y, p.across*p.width)
	}
	if _, _, alone := d.single(p, &l); alone {
		return nil, nil, false
	}
	path := d.path(p, &l)
	if m.Form != engine.Trail {
		path = d.withFeet(p, &l, path)
	}
	d.stroke(p, path, nil, m.Emphasis)
	if pattern := d.Series[series].Dash; pattern != nil {
		broken := d.dip()
		d.stroke(broken, path, pattern, m.Emphasis)
		return p.dots, broken.dots, true
	}
	return p.dots, slices.Clone(p.dots), true
}

// drawLine draws the planned part of a line; a line of one sample is a point.
func (d *drawing) drawLine(series int, m *engine.Normal) {
	p := d.dip()
	if x, y, alone := d.single(p, m); alone {
		d.drawPoints(series, &engine.Normal{X: []float64{x}, Y: []float64{y}})
		return
	}
	for line, l := range d.lined {
		if l.series != series {
			continue
		}
		p.dots = l.dots
		p.each(func(x, y int, dots uint8) {
			if d.sight.Owner(x, y) == line {
				d.ink(p, x, y, dots, series)
			}
		})
	}
}

// stroke traces a path, and a second one a dot below it where the line is strong and colour does not show that: two full rows
// of dots could be taken for a band.
func (d *drawing) stroke(p *pen, path []place, pattern dash, strong bool) {
	p.trace(path, pattern)
	if !strong || d.Coloured || d.glyphs.ASCII {
		return
	}
	below := make([]place, len(path))
	for i, at := range path {
		below[i] = place{x: at.x, y: at.y + 1}
	}
	p.trace(below, pattern)
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

// foot returns where a line that falls ends: right above the axis line, where it would look like a value.
func (d *drawing) foot(p *pen, x float64) place {
	at := p.place(d.frame, x, 0)
	at.y = min(at.y, float64(p.down*d.frame.plot.Height-1))
	return at
}

// single finds the only sample of a line that has at most one in a place.
func (d *drawing) single(p *pen, m *engine.Normal) (x, y float64, alone bool) {
	for i := range min(len(m.X), len(m.Y)) {
		if at := p.place(d.frame, m.X[i], m.Y[i]); at.isGap() {
			continue
		}
		if alone {
			return 0, 0, false
		}
		x, y, alone = m.X[i], m.Y[i], true
	}
	return x, y, alone
}

// dip returns a pen for the plot.
func (d *drawing) dip() *pen {
	return newPen(d.frame.plot.Width, d.frame.depth(), d.glyphs.ASCII)
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

// inkAll copies a pen's drawing onto the canvas.
func (d *drawing) inkAll(p *pen, series int) {
	p.each(func(x, y int, dots uint8) { d.ink(p, x, y, dots, series) })
}

// ink copies the dots of one cell onto the canvas. No dot of a series has the colour of another; without colours the gaps of
// one series are not those of all.
func (d *drawing) ink(p *pen, x, y int, dots uint8, series int) {
	if d.inked == nil {
		d.inked = make([]int32, p.width*p.height)
	}
	cell, s, glyph := y*p.width+x, &d.Series[series], p.glyph(dots)
	if d.glyphs.ASCII && !s.Trail && (d.Lines() > 1 || s.Ghost) {
		glyph = '.'
		if !s.Muted {
			glyph = first(d.marker(s.Marker))
		}
	}
	if y == d.frame.plot.Height { // the axis line goes on, except for what is visible above it
		upon, tick := dots >= axisDots, d.canvas.at(d.column(x), d.row(y)).glyph == first(d.glyphs.TickBelow)
		switch {
		case tick && !upon || !tick && !d.open(x, y):
			return
		case tick:
			glyph = first(d.glyphs.TickBelow)
		case upon:
			glyph = first(d.glyphs.TrackOn)
		}
	} else if under := d.canvas.at(d.column(x), d.row(y)); !under.soft && (d.inked[cell] == 0 || !d.Coloured) { // a band does not roughen a line
		glyph = braille(under.glyph, glyph)
	}
	d.inked[cell] = int32(series + 1)
	d.canvas.put(d.column(x), d.row(y), glyph, d.style(s.Ink))
}

// axisDots is the first dot in the lower half of a cell, which in the row of the axis line lies upon it: the line is strong
// there, and keeps its ticks.
const axisDots = 1 << 4

// standsOut reports whether a series is more than the ground of others.
func (d *drawing) standsOut(series int) bool {
	return !d.Series[series].Muted && !d.Series[series].Ghost
}

// open reports whether data may be drawn in a cell: in the plot, and on the axis line where nothing is marked upon it.
func (d *drawing) open(x, y int) bool {
	if y < d.frame.plot.Height {
		return true
	}
	p := d.canvas.at(d.column(x), d.row(y))
	bare := p.glyph == first(d.glyphs.Horizontal) || p.glyph == first(d.glyphs.Upper) || p.glyph == first(d.glyphs.TrackOn)
	return bare || p.soft || d.inkAt(x, y) >= 0 && p.glyph != first(d.glyphs.TickBelow)
}

// seat returns the row for a marker: on the axis line, or right above a mark there.
func (d *drawing) seat(x, y int) int {
	if y == d.frame.plot.Height && !d.open(x, y) {
		return y - 1
	}
	return y
}

// seenAt reports whether a series' line is visible in a cell of the plot.
func (d *drawing) seenAt(x, y, series int) bool {
	return d.inkAt(x, y) == series && d.isLine(x, y)
}

// isLine reports whether a cell of the plot holds the dots of a line.
func (d *drawing) isLine(x, y int) bool {
	glyph := d.canvas.at(d.column(x), d.row(y)).glyph
	return glyph >= 0x2800 && glyph <= 0x28ff || y == d.frame.plot.Height && glyph == first(d.glyphs.TrackOn) || d.glyphs.ASCII
}

// hueAlone reports whether colour alone tells lines apart: markers upon them would look like observations. It does not where
// there are more lines than colours, or none.
func (d *drawing) hueAlone() bool {
	return d.HueAlone() && !d.glyphs.ASCII
}

// markLines sets markers on lines that colour does not tell apart, each at its own columns, now and then, and at least at one
// place: a name's or the legend's marker is on the line. A line with points is marked by them.
func (d *drawing) markLines() {
	if d.Lines() < 2 || d.glyphs.ASCII {
		return
	}
	d.signed = map[int]bool{}
	count, turn, width := max(d.Lines(), len(d.Figure.Members)), 0, d.frame.plot.Width
	period := min(max(width/4, 8), 24)
	for i := range d.Marks {
		l, series := &d.Marks[i], d.Of[i]
		if !l.IsLine() || d.Series[series].Ghost || d.Crowd(i) {
			continue
		}
		place := turn
		if member := slices.Index(d.Figure.Members, d.Series[series].Name); member >= 0 {
			place = member
		}
		turn++
		if d.Series[series].Muted || d.pointsSeen(series) {
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

// markLine sets a line's marker on the first column of a range at which no other line hides it, and reports whether there is
// one: preferably where the line passes near the middle of a row, where markers stand.
func (d *drawing) markLine(series int, l *engine.Normal, from, to int) bool {
	const near = 0.25 // rows
	s, axes := d.Series[series], d.frame.axes()
	for _, reach := range [...]float64{near, 1} {
		for c := from; c < to; c++ {
			y, ok := l.Value(d.frame.valueX(float64(c)), axes)
			row, shown := d.frame.cellY(y)
			if row == d.frame.plot.Height && d.marker(s.Marker) == d.glyphs.Pointer && d.layout.labels < 0 { // the axis line has the pointer's sign
				continue
			}
			if ok && shown && math.Abs(d.frame.row(y)-float64(row)) <= reach && d.seenAt(c, row, series) {
				d.canvas.sign(d.column(c), d.row(row), d.marker(s.Marker), d.style(s.Ink))
				return true
			}
		}
	}
	return false
}

// under returns the series that is drawn in the place of a line; -1: none. planned reports whether the line is drawn as one at
// all.
func (d *drawing) under(series int) (over int, planned bool) {
	at := slices.IndexFunc(d.lined, func(l lined) bool { return l.series == series })
	if at < 0 {
		return -1, false
	}
	if over := d.sight.Lines[at].Under; over >= 0 {
		return d.lined[over].series, true
	}
	return -1, true
}

// axes returns what the value at an x needs to know of them; a single sample is read within a column.
func (f frame) axes() engine.Axes {
	return engine.Axes{LogX: f.x.Log, LogY: f.y.Log, Near: f.x.Length() / float64(max(f.plot.Width, 1))}
}
