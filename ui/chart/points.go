package chart

import (
	"math"
	"slices"

	"dpscope/engine"
	"dpscope/ui/plan"
	"dpscope/ui/theme"
)

// drawPoints sets a marker for each observation, with its label where that has room. More observations than a row of the plot
// holds become dots. Beside other observations that only markers tell apart they become markers with gaps. Half as many become
// markers with gaps beside a line, as they would hide it.
func (d *drawing) drawPoints(series int, m *engine.Normal) {
	n := min(len(m.X), len(m.Y))
	s := d.Series[series]
	if d.Lines() > 0 && len(m.As) == 0 && 2*n > d.frame.plot.Width || n > 2*d.frame.plot.Width && d.Clouds() > 1 {
		d.drawSparsely(s, m) // side by side they would look like a bar with gaps
		return
	}
	if n > 2*d.frame.plot.Width {
		p := d.dip()
		left, right, top, bottom := p.bounds()
		for i := range n {
			at := p.place(d.frame, m.X[i], m.Y[i])
			if at.x >= left && at.x <= right && at.y >= top && at.y <= bottom {
				p.set(p.dot(at))
			}
		}
		d.inkAll(p, series)
		return
	}
	ranked := d.Ranked()
	for i := range n {
		x, y, inside := d.frame.cellXY(m.X[i], m.Y[i])
		if s.Here && !inside {
			d.drawBeyond(m.X[i], m.Y[i])
		}
		if !inside {
			continue
		}
		y = d.seat(x, y)
		style, marker := d.looksOf(s, m, i)
		sign := d.spot(marker, m.Y[i], y)
		if s.Here && d.fine {
			sign = d.halfOnItsSide(sign, m.Y[i], y)
		} else if s.Here {
			y = d.onItsSide(m.Y[i], y)
		}
		if ranked {
			d.drawSize(m, x, y)
		}
		end := d.drawEnds(m, i, y, style)
		d.canvas.sign(d.column(x), d.row(y), sign, style)
		if i < len(m.Labels) && m.Labels[i] != "" {
			t := text{words: d.glyphs.Plain(m.Labels[i]), style: d.theme.Dim, x: d.column(max(x, end)), y: d.row(y)}
			switch {
			case m.Emphasis && i < len(m.As) && d.hueAlone(): // which line it is on
				t.style = theme.NewStyle(style.Ink, 0, theme.Bold)
			case m.Emphasis || s.Here && !d.answered():
				t.style = d.theme.Strong
			}
			if s.Here {
				t.here = series + 1
			}
			if s.Here || m.Emphasis { // before the names of lines, which have other places
				d.first = append(d.first, t)
				continue
			}
			d.texts = append(d.texts, t)
		}
	}
}

// answered reports whether some points are the answer: the present setting is then another point.
func (d *drawing) answered() bool {
	return slices.ContainsFunc(d.Marks, func(m engine.Normal) bool { return m.Form == engine.Dot && m.Emphasis })
}

// onItsSide returns the row of the present value, or the row beside it where the mark would stand on a limit that the value
// does not equal: a mark on the limit says that the value meets it.
func (d *drawing) onItsSide(value float64, row int) int {
	const most, few = 0.65, 8 // rows that a mark may be from its value; rows of a picture where that is too far
	at := d.frame.row(value)
	if d.frame.plot.Height < few {
		return row
	}
	for _, side := range d.sidesOfLimits(value, row) {
		if aside := row + side; math.Abs(at-float64(aside)) <= most && aside >= 0 && aside < d.frame.plot.Height {
			return aside
		}
	}
	return row
}

// sidesOfLimits returns the sides, up (-1) or down (1), of the lines across in a row on which a value lies.
func (d *drawing) sidesOfLimits(value float64, row int) (sides []int) {
	for i := range d.Marks {
		m := &d.Marks[i]
		if m.Form != engine.Threshold || m.Vertical || m.Edges.Y0 == value || len(d.Figure.Y.Words) > 0 {
			continue
		}
		if limit := d.frame.row(m.Edges.Y0); plan.Whole(limit) == row {
			sides = append(sides, int(math.Copysign(1, d.frame.row(value)-limit)))
		}
	}
	return sides
}

// drawEnds draws the interval of an observation along its row and returns the column where it ends, at the edge of the picture
// where it goes on beyond; -1 for no interval.
func (d *drawing) drawEnds(m *engine.Normal, i, row int, style theme.Style) int {
	if i >= len(m.From) || !(m.From[i] < m.To[i]) {
		return -1
	}
	last := d.frame.plot.Width - 1
	from, left := d.frame.cellX(m.From[i])
	to, right := d.frame.cellX(m.To[i])
	if !left {
		from = 0
	}
	if !right {
		to = last
	}
	for c := from; c <= to; c++ {
		sign := d.glyphs.Horizontal
		switch {
		case c == from && left:
			sign = d.glyphs.BracketLeft
		case c == to && right:
			sign = d.glyphs.BracketRight
		case c == to:
			sign = d.glyphs.PickRight
		}
		d.canvas.sign(d.column(c), d.row(row), sign, style)
	}
	return to
}

// drawBeyond points from the edge of the picture to the present setting, where that lies beyond.
func (d *drawing) drawBeyond(x, y float64) {
	across, up := d.frame.x.At(x), d.frame.y.At(y)
	if math.IsNaN(across) || math.IsNaN(up) {
		return
	}
	plot, glyph := d.frame.plot, d.glyphs.Pointer
	switch {
	case across < 0:
		glyph = d.glyphs.PickLeft
	case across > 1:
		glyph = d.glyphs.PickRight
	case up < 0:
		glyph = d.glyphs.ScrollDown
	}
	column := min(max(plan.Whole(d.frame.column(x)), 0), plot.Width-1)
	row := min(max(plan.Whole(d.frame.row(y)), 0), plot.Height-1)
	d.canvas.sign(d.column(column), d.row(row), glyph, d.theme.Accent)
}

// drawSparsely sets markers far enough apart to show the line beneath them.
func (d *drawing) drawSparsely(s plan.Series, m *engine.Normal) {
	const apart = 3                                          // columns, or rows
	onIt := min(max(d.frame.plot.Width/5, apart), 2*apart+1) // columns, where a marker hides the line
	lastX, lastY, shown, drawn := -apart, -apart, 0, 0
	for i := range min(len(m.X), len(m.Y)) {
		x, y, inside := d.frame.cellXY(m.X[i], m.Y[i])
		if !inside {
			continue
		}
		shown++
		y = d.seat(x, y)
		labelled := i < len(m.Labels) && m.Labels[i] != ""
		if labelled {
			d.texts = append(d.texts, text{words: d.glyphs.Plain(m.Labels[i]), style: d.theme.Dim, x: d.column(x), y: d.row(y)})
		}
		if abs(x-lastX) < apart && abs(y-lastY) < apart && !(labelled && y != lastY) { // a name of a row needs no marker of its own
			continue
		}
		if d.inkAt(x, y) >= 0 && abs(x-lastX) < onIt && !labelled {
			continue
		}
		lastX, lastY = x, y
		drawn++
		d.canvas.sign(d.column(x), d.row(y), d.spot(d.marker(s.Marker), m.Y[i], y), d.style(s.Ink))
	}
	d.thinned = (shown + drawn/2) / max(drawn, 1)
}

// looksOf returns the looks of one point: its member's, or its series'.
func (d *drawing) looksOf(s plan.Series, m *engine.Normal, i int) (theme.Style, string) {
	if i < len(m.As) && !d.Listed {
		if member := slices.Index(d.Figure.Members, m.As[i]); member >= 0 {
			ink, marker := d.Looks(member)
			return d.style(ink), d.marker(marker)
		}
	}
	return d.style(s.Ink), d.marker(s.Marker)
}

// text is a remark beside a cell, written last and only over empty cells.
type text struct {
	words string
	style theme.Style
	x, y  int  // the cell that it is about
	rule  bool // it names a line across: beside that line, as far to the right as possible
	down  bool // it names a line from the top: as high as possible
	mark  int  // of a line across or from the top
	here  int  // index plus one of the series with the present setting that it is about: the legend has it where the plot has no place
}

// drawTexts writes remarks to the right, to the left, above or below, with a blank around them where possible, and the names of
// lines across or from the top along those lines. The legend takes the name of a line that has no place there.
func (d *drawing) drawTexts(texts []text) {
	plot := d.frame.plot
	for _, t := range texts {
		width := theme.Width(t.words)
		if width == 0 || width+2 > plot.Width && !t.down {
			continue
		}
		places := [][2]int{{t.x + 2, t.y}, {t.x - 1 - width, t.y}, {t.x - width/2, t.y - 1}, {t.x - width/2, t.y + 1}, {t.x + 2, t.y - 1},
			{t.x + 2, t.y + 1}}
		if len(d.Figure.Y.Words) > 0 { // the neighbouring row of a list belongs to another member
			places = append(places[:2], [2]int{plot.X + 1, t.y})
		}
		if t.here > 0 && len(d.Figure.Y.Words) == 0 { // the answer may stand farther off before it is left out
			places = append(places, [2]int{t.x - 1 - width, t.y - 1}, [2]int{t.x - 1 - width, t.y + 1})
			reach, aside := 2, 10
			if d.layout.legend < 0 { // the legend has no room for it either
				reach = 3
			}
			for away := 1; away <= aside; away++ {
				places = append(places, [2]int{t.x - 1 - width - away, t.y}, [2]int{t.x + 2 + away, t.y})
			}
			for away := 1; away <= reach; away++ {
				places = append(places, [2]int{t.x + 2, t.y + away}, [2]int{t.x - width, t.y + away},
					[2]int{t.x + 2, t.y - away}, [2]int{t.x - width, t.y - away})
			}
		}
		if t.rule {
			places = nil
			var near, hidden [][2]int // places that it could be taken to name, and where the line is hidden
			for _, row := range [...]int{t.y - 1, t.y + 1} {
				if slices.ContainsFunc(texts, func(o text) bool { return o.rule && o.y == row }) { // the words would seem to name that line
					continue
				}
				for x := plot.X + plot.Width - width; x > plot.X; x -= 2 {
					switch at := [2]int{x, row}; {
					case d.dashes(x, t.y, 1) < width/2:
						hidden = append(hidden, at)
					case d.beside(x-plot.X, row-plot.Y, width):
						near = append(near, at)
					default:
						places = append(places, at)
					}
				}
			}
			places = slices.Concat(places, near, hidden)
		}
		if t.down {
			for row := t.y; row < plot.Y+plot.Height; row++ {
				places = append(places, [2]int{t.x + 2, row}, [2]int{t.x - 1 - width, row})
			}
		}
		inside := func(at [2]int) bool {
			return at[0] >= plot.X && at[0]+width <= plot.X+plot.Width+d.layout.values && at[1] >= plot.Y && at[1] < plot.Y+plot.Height
		}
		free := func(at [2]int) bool {
			x, row := at[0]-plot.X, at[1]-plot.Y
			return d.free(x, row, width) && !(t.down && d.otherRule(at, width, t.x))
		}
		i := slices.IndexFunc(places, func(at [2]int) bool {
			return inside(at) && free(at) && (len(d.Figure.Y.Words) > 0 || !d.heaped(at[0]-plot.X, at[1]-plot.Y, width))
		})
		if i < 0 && !t.down { // the legend has it
			i = slices.IndexFunc(places, func(at [2]int) bool { return inside(at) && free(at) })
		}
		switch {
		case i >= 0:
		case t.down || t.rule:
			d.unplaced = append(d.unplaced, t)
		case t.here > 0:
			d.Series[t.here-1].Value = t.words
		default:
			i = slices.IndexFunc(places, func(at [2]int) bool {
				return inside(at) && d.canvas.clear(at[0]-1, at[1], width+2) && !d.crosses(at[0]-1, at[1], width+2)
			})
		}
		if i >= 0 {
			for _, x := range [...]int{places[i][0] - 1, places[i][0] + width} {
				if p := d.canvas.at(x, places[i][1]); p != nil && p.glyph == first(d.glyphs.TrackOn) && p.soft { // a bar goes on
					d.canvas.texture(x, places[i][1], " ", t.style)
				}
			}
			d.canvas.text(places[i][0], places[i][1], t.words, t.style)
		}
	}
}

// beside reports whether a line or words are near enough to columns of a row that words there would seem to belong to them.
func (d *drawing) beside(x, row, width int) bool {
	const rows, columns = 1.75, 4
	if row < 0 || row >= d.frame.plot.Height {
		return false
	}
	for away := 2; away <= columns; away++ {
		if d.wordAt(x-away, row) || d.wordAt(x+width-1+away, row) {
			return true
		}
	}
	return d.heaped(x, row, width) || d.lineNear(x, row, width, rows)
}

// crosses reports whether a line across is in columns of a row of the picture.
func (d *drawing) crosses(x, y, width int) bool {
	for c := x; c < x+width; c++ {
		if p := d.canvas.at(c, y); p != nil && p.glyph > 0x2800 && p.glyph <= 0x28ff {
			return true
		}
	}
	return false
}

// dashes counts the cells of a line across from a column on, to one side, with the blanks between its dashes.
func (d *drawing) dashes(x, y, step int) (n int) {
	for k := 0; k <= n+1 && d.frame.plot.Contains(x+k*step, y); k++ {
		p := d.canvas.at(x+k*step, y)
		if !p.soft {
			break
		}
		if p.glyph != ' ' {
			n = k + 1
		}
	}
	return n
}

// otherRule reports whether words at a column would stand right beside a line from the top that is not theirs.
func (d *drawing) otherRule(at [2]int, width, own int) bool {
	const beside = 2
	for x := at[0] - beside; x < at[0]+width+beside; x++ {
		if p := d.canvas.at(x, at[1]); x != own && p != nil && (p.glyph == first(d.glyphs.DashDown) || p.glyph == first(d.glyphs.AnswerDown)) {
			return true
		}
	}
	return false
}
