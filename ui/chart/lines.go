package chart

import (
	"math"
	"slices"
	"sort"
	"unicode/utf8"

	"dpscope/engine"
)

// line is a mark drawn as one: a Curve, or Steps with their corners.
type line struct {
	name   string
	xs, ys []float64
	steps  bool
	falls  [2]bool
}

// lineOf returns the line that a mark is; ok is false for the others.
func lineOf(m engine.Mark) (l line, ok bool) {
	switch m := m.(type) {
	case engine.Curve:
		l = line{name: m.Name, xs: m.X, ys: m.Y, falls: m.Falls}
	case engine.Steps:
		l = line{name: m.Name, xs: m.X, ys: m.Y, steps: true}
	default:
		return line{}, false
	}
	n := min(len(l.xs), len(l.ys))
	l.xs, l.ys = l.xs[:n], l.ys[:n]
	return l, true
}

// drawLine draws a line with the pen.
func (d *drawing) drawLine(series int, l line) {
	p := d.dip()
	l.xs, l.ys = condense(d.frame, l.xs, l.ys, p.across*p.width)
	path := d.path(p, l)
	if at, alone := lone(path); alone { // a line of one sample is a point
		d.drawPoints(series, engine.Points{X: l.xs[at : at+1], Y: l.ys[at : at+1]})
		return
	}
	p.trace(d.withFeet(p, l, path), series, d.series[series].dash)
}

// withFeet leads a path up from zero and down to it where the line falls.
func (d *drawing) withFeet(p *pen, l line, path []place) []place {
	if len(l.xs) == 0 {
		return path
	}
	if l.falls[0] {
		path = append([]place{p.place(d.frame, l.xs[0], 0)}, path...)
	}
	if l.falls[1] {
		path = append(path, p.place(d.frame, l.xs[len(l.xs)-1], 0))
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
func (d *drawing) path(p *pen, l line) []place {
	path := make([]place, 0, 2*len(l.xs))
	for i := range l.xs {
		at := p.place(d.frame, l.xs[i], l.ys[i])
		if l.steps && i > 0 && !path[len(path)-1].isGap() {
			if x := p.placeX(d.frame, l.xs[i]); !math.IsNaN(x) { // a value holds up to the next x, whatever follows
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
		if d.glyphs.ASCII && (several || s.ghost) {
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
	if len(d.layout.names) > 0 {
		end -= 3 // the name brings its own
	}
	for i, m := range d.figure.Marks {
		l, ok := lineOf(m)
		if !ok {
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
func (d *drawing) drawMarker(p *pen, series int, l line, from, to int) {
	s := d.series[series]
	for c := from; c < to; c++ {
		y, ok := d.frame.interpolate(l, d.frame.valueX(float64(c)))
		if row, shown := d.frame.cellY(y); ok && shown && p.touched(c, row, series) {
			d.canvas.sign(d.column(c), d.row(row), s.marker, s.style)
			return
		}
	}
}

// interpolate returns the line's value at x: between samples straight as it is
// drawn, or for steps the value to the left. ok is false outside and in gaps.
func (f frame) interpolate(l line, x float64) (y float64, ok bool) {
	xs, ys := l.xs, l.ys
	n := len(xs)
	if n == 0 || math.IsNaN(x) {
		return 0, false
	}
	i := sort.SearchFloat64s(xs, x)
	switch {
	case i < n && xs[i] == x:
		for l.steps && i+1 < n && xs[i+1] == x {
			i++
		}
		return ys[i], finite(ys[i])
	case i == 0 || i == n:
		return 0, false
	case l.steps:
		return ys[i-1], finite(ys[i-1])
	}
	a, b := ys[i-1], ys[i]
	u0, u1 := f.x.at(xs[i-1]), f.x.at(xs[i])
	share := (f.x.at(x) - u0) / (u1 - u0)
	if !finite(a) || !finite(b) || !finite(share) {
		return 0, false
	}
	if f.y.log && a > 0 && b > 0 {
		return math.Exp((1-share)*math.Log(a) + share*math.Log(b)), true
	}
	return (1-share)*a + share*b, true
}
