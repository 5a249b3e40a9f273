package chart

import (
	"math"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/ui/plan"
	"dpscope/ui/theme"
)

// segment is the visible part of an interval, in cells of the plot.
type segment struct {
	from, to             int
	beginsHere, endsHere bool // its ends are in the picture, not on an axis line or beyond
}

// columns returns the columns from a to b; ok is false when none is visible.
func (f frame) columns(a, b float64) (segment, bool) {
	width := f.plot.Width
	place := func(v float64) float64 { return f.x.Bound(v)*float64(width) - 1 }
	return cut(place(a), place(b), -1, width-1, width)
}

// rows returns the rows between a and b, from the top.
func (f frame) rows(a, b float64) (segment, bool) {
	height := f.plot.Height
	place := func(v float64) float64 { return (1 - f.y.Bound(v)) * float64(height) }
	return cut(place(a), place(b), 0, height, height)
}

// cut limits an interval of positions to the part between first and last, one of which is an axis line: an end there goes on to
// it.
func cut(p, q float64, first, last, cells int) (segment, bool) {
	p, q = min(p, q), max(p, q)
	const slack = 1e-6
	if !(q >= float64(first)-slack && p <= float64(last)+slack) || cells < 1 {
		return segment{}, false
	}
	cell := func(v float64) int { return min(max(plan.Whole(v), 0), cells-1) }
	return segment{
		from: cell(p), to: cell(q),
		beginsHere: p >= float64(first)-slack && plan.Whole(p) >= 0, endsHere: q <= float64(last)+slack && plan.Whole(q) < cells,
	}, true
}

// drawBox draws the outline of a region, open where it goes on beyond the picture.
func (d *drawing) drawBox(m *engine.Normal, e edge) {
	across, okX := d.frame.columns(m.Edges.X0, m.Edges.X1)
	down, okY := d.frame.rows(m.Edges.Y0, m.Edges.Y1)
	if !okX || !okY {
		return
	}
	style := d.boxStyle(m)
	if !m.Hollow {
		for y := down.from; y <= down.to; y++ {
			for x := across.from; x <= across.to; x++ {
				d.shadeCell(x, y, d.theme.Shade(), d.glyphs.Shade)
			}
		}
	}
	for x := across.from; x <= across.to; x++ {
		if down.beginsHere {
			d.canvas.sign(d.column(x), d.row(down.from), e.across, style)
		}
		if down.endsHere {
			d.canvas.sign(d.column(x), d.row(down.to), e.across, style)
		}
	}
	if d.restsOnAxis(m) {
		d.edgeUponAxis(across, e, style)
	}
	side := func(x int, upper, lower string) {
		for y := down.from; y <= down.to; y++ {
			d.canvas.sign(d.column(x), d.row(y), e.down, style)
		}
		if down.to > down.from && across.to > across.from {
			if down.beginsHere {
				d.canvas.sign(d.column(x), d.row(down.from), upper, style)
			}
			if down.endsHere {
				d.canvas.sign(d.column(x), d.row(down.to), lower, style)
			}
		}
	}
	if across.beginsHere {
		side(across.from, e.corners[0], e.corners[2])
	}
	if across.endsHere {
		side(across.to, e.corners[1], e.corners[3])
	}
}

// restsOnAxis reports whether a box ends where the axis line is.
func (d *drawing) restsOnAxis(m *engine.Normal) bool {
	return d.layout.axis >= 0 && !math.IsInf(m.Edges.Y0, 0) && m.Edges.Y0 == d.frame.y.Low
}

// edgeUponAxis draws the lower edge of a box upon the axis line, between its ticks.
func (d *drawing) edgeUponAxis(across segment, e edge, style theme.Style) {
	for x := across.from; x <= across.to; x++ {
		glyph := e.across
		switch {
		case x == across.from && across.beginsHere:
			glyph = e.corners[2]
		case x == across.to && across.endsHere:
			glyph = e.corners[3]
		}
		if p := d.canvas.at(d.column(x), d.layout.axis); p.glyph != first(d.glyphs.TickBelow) {
			d.canvas.sign(d.column(x), d.layout.axis, glyph, style)
		}
	}
}

// edge holds the glyphs of the outline of a region.
type edge struct {
	across, down string
	corners      [4]string // upper left and right, lower left and right
}

// sign returns the outline's sign in a legend.
func (e edge) sign() string { return e.across + e.across }

// edgeOf gives the box of emphasis double lines, and the others solid and dashed ones in turn, so that they are told apart
// without colour.
func (d *drawing) edgeOf(mark int) edge {
	g := d.glyphs
	solid := edge{g.Horizontal, g.Vertical, [4]string{g.TopLeft, g.TopRight, g.BottomLeft, g.BottomRight}}
	if d.Marks[mark].Emphasis {
		return edge{g.Double[0], g.Double[1], [4]string(g.Double[2:])}
	}
	if d.OutlineTurn(mark)%2 == 1 {
		solid.across, solid.down = g.Dashed[0], g.Dashed[1]
	}
	return solid
}

func (d *drawing) boxStyle(m *engine.Normal) theme.Style {
	if m.Emphasis {
		return d.theme.Accent
	}
	return d.theme.Strong
}

// shadeCell marks a cell as inside of a span or a box: by a tint, or by a texture where tints are impossible.
func (d *drawing) shadeCell(x, y int, tint theme.Colour, texture string) {
	p := d.canvas.at(d.column(x), d.row(y))
	switch {
	case p == nil || p.area:
	case d.theme.Blends():
		d.canvas.tint(d.column(x), d.row(y), tint)
	case p.soft:
		d.canvas.texture(d.column(x), d.row(y), texture, d.theme.Muted)
	}
}

// drawSpan shades an interval of x, or the area under one line over it, and brackets it below the axis.
func (d *drawing) drawSpan(m *engine.Normal) {
	across, ok := d.frame.columns(m.Edges.X0, m.Edges.X1)
	if !ok || m.Edges.X0 > m.Edges.X1 {
		return
	}
	d.bracket(m, across)
	if m.Clear || d.barsShow(m) {
		return
	}
	top, shade := d.skyline(m.Under)
	texture := d.glyphs.Shade
	if m.Under != "" { // filled inside and hollow outside, as marked bars are
		texture = d.glyphs.Solid
	}
	for x := across.from; x <= across.to; x++ {
		for y := top(x); y < d.frame.plot.Height; y++ {
			d.shadeCell(x, y, shade, texture)
		}
	}
}

// barsShow reports whether bars show a span: bars to shade, or marked ones, which show the inside and may be wider than it.
func (d *drawing) barsShow(span *engine.Normal) bool {
	return slices.ContainsFunc(d.Marks, func(m engine.Normal) bool {
		return m.Form == engine.Column && (span.Under != "" && m.Name == span.Under || len(m.Marked) > 0)
	})
}

// skyline returns the first row to shade per column, below a line or all, and the tint: the line's own for the area under it.
func (d *drawing) skyline(under string) (top func(column int) int, tint theme.Colour) {
	for i := range d.Marks {
		l := &d.Marks[i]
		if !l.IsLine() || under == "" || l.Name != under {
			continue
		}
		axes := d.frame.axes()
		top = func(column int) int {
			y, ok := l.Value(d.frame.valueX(float64(column)), axes)
			row := d.frame.row(y)
			if !ok || math.IsNaN(row) {
				return d.frame.plot.Height
			}
			return max(plan.Whole(row)+1, 0)
		}
		return top, d.theme.Tint(d.style(d.Series[d.Of[i]].Ink))
	}
	return func(int) int { return 0 }, d.theme.Shade()
}

// bracket draws ├───┤ under a span with the names of its ends beside it; the legend has its title, or where nothing is shaded
// the middle of the bracket, or else its right end.
func (d *drawing) bracket(m *engine.Normal, across segment) {
	y := d.layout.bracket
	if y < 0 || m.Bare {
		return
	}
	g, style := d.glyphs, d.theme.Accent
	style = theme.NewStyle(style.Ink, 0, 0)
	from, to := d.column(across.from), d.column(across.to)
	if c := d.frame.column(m.Edges.X0); c < -0.5 && across.beginsHere && d.layout.spine >= 0 {
		from = d.layout.spine // the low end of the axis is the axis line
	}
	const air, least = 4, 3
	words := g.Plain(m.Title)
	ends := [2]string{strings.TrimSpace(g.Plain(m.Ends[0])), strings.TrimSpace(g.Plain(m.Ends[1]))}
	if m.Ends[0] == "" && m.Ends[1] == "" {
		ends = [2]string{plan.Brief(d.Figure.X, m.Edges.X0, d.text()), plan.Brief(d.Figure.X, m.Edges.X1, d.text())}
	}
	if m.Clear && to-from+1 < least && ends[0] == "" && ends[1] == "" { // a bracket without a word marks nothing
		return
	}
	for x := from; x <= to; x++ {
		d.canvas.sign(x, y, g.Horizontal, style)
	}
	if across.beginsHere {
		d.canvas.sign(from, y, g.BracketLeft, style)
	}
	if across.endsHere && to > from {
		d.canvas.sign(to, y, g.BracketRight, style)
	}
	if m.Clear && words != "" {
		if theme.Width(words)+air <= to-from+1 {
			d.canvas.text(from+(to-from+1-theme.Width(words))/2, y, " "+words+" ", d.theme.Dim)
		} else if ends[1] != "" { // there is no room between them
			ends[1] += ": " + words
		}
	}
	if width := theme.Width(ends[0]); across.beginsHere && width > 0 && from-1-width >= 0 {
		d.canvas.text(from-1-width, y, ends[0], d.theme.Dim)
	}
	if width := theme.Width(ends[1]); across.endsHere && width > 0 && to+2+width <= d.canvas.width {
		d.canvas.text(to+2, y, ends[1], d.theme.Dim)
	}
}

// drawRule draws a threshold behind other marks.
func (d *drawing) drawRule(mark int) {
	m := &d.Marks[mark]
	g, plot, style, down := d.glyphs, d.frame.plot, d.theme.Dim, d.glyphs.DashDown
	words := g.Plain(m.Title)
	if m.Emphasis { // solid, so that it is told apart where there is no colour
		style, down = d.theme.Accent, g.AnswerDown
	}
	if m.Vertical {
		x, ok := d.frame.cellX(m.Edges.X0)
		if !ok {
			return
		}
		top := 0
		if !m.Emphasis && d.answersDown() { // its name has the first row for itself
			top = 1
		}
		for y := top; y < plot.Height; y++ {
			d.rule(x, y, down, style)
		}
		t := text{words: words, style: style, x: d.column(x), y: d.row(top), down: true, mark: mark}
		if m.Emphasis {
			d.first = append(d.first, t)
		} else {
			d.texts = append(d.texts, t)
		}
		return
	}
	y, ok := d.frame.cellY(m.Edges.Y0)
	if !ok {
		return
	}
	d.drawAcross(m.Edges.Y0, style)
	if value := plan.Brief(d.Figure.Y, m.Edges.Y0, d.text()); !d.layout.referred[m.Edges.Y0] && !strings.ContainsAny(words, "0123456789") {
		words = plan.Valued(words, value)
	}
	d.texts = append(d.texts, text{words: words, style: style, y: d.row(y), rule: true, mark: mark})
}

// answersDown reports whether a line from the top is the answer of the picture.
func (d *drawing) answersDown() bool {
	return slices.ContainsFunc(d.Marks, func(m engine.Normal) bool { return m.Form == engine.Threshold && m.Vertical && m.Emphasis })
}

// drawAcross draws a line across, dashed. Where rows are names or cells of a field it fills the row; else it runs at its true
// height within the row, in dots as fine as those of lines, so that a value barely above it is visible above it. Marks upon it
// win.
func (d *drawing) drawAcross(value float64, style theme.Style) {
	y, _ := d.frame.cellY(value)
	if len(d.Figure.Y.Words) > 0 || d.field != nil || slices.ContainsFunc(d.Marks, func(m engine.Normal) bool { return m.Content == engine.Cells }) {
		for x := range d.frame.plot.Width {
			d.rule(x, y, d.glyphs.DashAcross, style)
		}
		return
	}
	p := d.dip()
	left, right, top, bottom := p.bounds()
	height := min(max(p.place(d.frame, d.frame.x.Low, value).y, top), bottom)
	p.trace([]place{{x: left, y: height}, {x: right, y: height}}, across)
	p.each(func(x, y int, dots uint8) {
		c := d.canvas.at(d.column(x), d.row(y))
		if c != nil && (c.soft || y == d.frame.plot.Height && dots < axisDots && c.glyph == first(d.glyphs.Horizontal)) {
			d.canvas.texture(d.column(x), d.row(y), string(p.glyph(dots)), style)
		}
	})
}

// drawPointer points at the user's own value from an axis.
func (d *drawing) drawPointer(m *engine.Normal) {
	if m.Vertical {
		d.pointFromBelow(m.Edges.X0, d.glyphs.Plain(m.Title))
	} else if y, ok := d.frame.cellY(m.Edges.Y0); ok && d.layout.spine >= 0 {
		d.canvas.sign(d.layout.spine, d.row(y), d.glyphs.PointerRight, d.theme.Accent)
	}
}

// pointFromBelow marks the user's own value below the x axis, among the tick labels, where it hides no mark, with its name
// beside it; upon the axis where there is no such row. A value beyond the axis is pointed at from the axis's end.
func (d *drawing) pointFromBelow(value float64, name string) {
	place := d.frame.x.At(value)
	if d.layout.axis < 0 || math.IsNaN(place) {
		return
	}
	plot, glyph := d.frame.plot, d.glyphs.Pointer
	at := d.column(min(max(plan.Whole(d.frame.column(value)), 0), plot.Width-1))
	const slack = 1e-9
	switch {
	case place < -slack:
		glyph = d.glyphs.PickLeft
	case place > 1+slack:
		glyph = d.glyphs.PickRight
	case d.frame.column(value) < -0.5 && d.layout.spine >= 0:
		at = d.layout.spine
	}
	row := d.layout.labels
	if row < 0 {
		row = d.layout.axis
	}
	d.canvas.sign(at, row, glyph, d.theme.Accent)
	d.pointers = append(d.pointers, [2]int{at, at})
	start, found := d.besidePointer(at, name)
	if row == d.layout.labels && !strings.ContainsAny(name, "0123456789") {
		hides := func(start int, name string) bool {
			return d.hidesTick(min(at, start), max(at, start+theme.Width(name)-1))
		}
		longer := name + " " + plan.Brief(d.Figure.X, value, d.text())
		if there, fits := d.besidePointer(at, longer); fits && (hides(start, name) || !hides(there, longer)) {
			start, found, name = there, true, longer
		}
	}
	if found {
		d.canvas.text(start, row, name, d.theme.Accent)
		d.pointers = append(d.pointers, [2]int{start, start + theme.Width(name) - 1})
	}
}

// besidePointer returns where a name stands beside the pointer at a column: to the right, else to the left.
func (d *drawing) besidePointer(at int, name string) (start int, found bool) {
	plot, width := d.frame.plot, theme.Width(name)
	for _, start := range []int{at + 1, at - width} {
		if start > d.layout.spine && start+width <= plot.X+plot.Width && d.pointersLeave(start, start+width-1) {
			return start, true
		}
	}
	return at, false
}

// hidesTick reports whether text in columns below the axis takes the place of a tick's label, so that it has to give the value
// itself.
func (d *drawing) hidesTick(from, to int) bool {
	return slices.ContainsFunc(d.layout.xTicks, func(t plan.Tick) bool {
		start, end := d.span(axisLabel{middle: d.column(t.Cell), text: t.Label})
		return start <= to+1 && from <= end
	})
}

// pointersLeave reports whether columns are free of pointers and their names.
func (d *drawing) pointersLeave(from, to int) bool {
	return !slices.ContainsFunc(d.pointers, func(taken [2]int) bool { return from <= taken[1] && taken[0] <= to })
}

// rule draws one cell of a threshold where there is nothing but texture.
func (d *drawing) rule(x, y int, glyph string, style theme.Style) {
	if p := d.canvas.at(d.column(x), d.row(y)); p != nil && p.soft {
		d.canvas.sign(d.column(x), d.row(y), glyph, style)
	}
}
