package chart

import (
	"math"
	"slices"
	"unicode"

	"dpscope/engine"
	"dpscope/ui/plan"
	"dpscope/ui/theme"
)

// Names of lines stand in the picture, each nearer to its own line than to any other. One without such a place is in the
// legend, with its marker.

// Sizes below which lines are named in the legend alone.
const (
	leastNamedWidth  = 44
	leastNamedHeight = 6
)

// nameLines decides which lines to name where they run: all that the legend would name, where there are several.
func (d *drawing) nameLines() {
	if d.Lines() < 2 || d.canvas.width < leastNamedWidth || d.canvas.height < leastNamedHeight {
		return
	}
	muted := d.MutedLines()
	for i := range d.Series {
		s := d.Series[i]
		if s.Line && !s.Ghost && !s.Left && !s.Trail && s.Label != "" && (!s.Muted || muted <= plan.MostMutedNames && !d.Crowded()) {
			d.layout.names = append(d.layout.names, i)
		}
	}
}

// course holds the row of a line, fractional, at every column of the plot; NaN where it has none.
type course []float64

// courseOf follows a line through the plot.
func (d *drawing) courseOf(m *engine.Normal) course {
	c, axes := make(course, d.frame.plot.Width), d.frame.axes()
	last := float64(d.frame.plot.Height)
	for x := range c {
		c[x] = math.NaN()
		if y, ok := m.Value(d.frame.valueX(float64(x)), axes); ok {
			if row := d.frame.row(y); row >= -1 && row <= last {
				c[x] = row
			}
		}
	}
	return c
}

// near returns how far words in columns of a row are from a line, in rows (a row is about as high as two columns are wide), up
// to the distance that matters.
func (c course) near(from, to, row int) float64 {
	const beyond, columns = 3.0, 6
	least, r, before := beyond*beyond, float64(row), math.NaN()
	for x := max(from-columns, 0); x <= min(to+columns, len(c)-1); x++ {
		at := c[x]
		if math.IsNaN(at) {
			before = at
			continue
		}
		top, bottom := at, at
		if before < at { // it passes all rows from one column to the next
			top = before
		} else if before > at {
			bottom = before
		}
		before = at
		down := max(top-r, r-bottom, 0)
		across := float64(max(from-x, x-to, 0)) / 2
		least = min(least, down*down+across*across)
	}
	return math.Sqrt(least)
}

// named is a line to be named, with its course.
type named struct {
	series int
	falls  bool // to zero at an end, as densities do, which are named where they are high
	course course
	words  [2]string // its name, and a shorter one
}

// nameLinesWhereTheyRun writes the names of lines beside them. Where one finds no place all of them go to the legend, because
// half a legend sends the reader to two places; if that has no room for all, it has only those without a place.
func (d *drawing) nameLinesWhereTheyRun() {
	if len(d.layout.names) == 0 {
		return
	}
	lines := d.followed()
	cells, said := slices.Clone(d.canvas.cells), len(d.said)
	var left []int
	for i, l := range lines {
		if l.series < 0 {
			continue
		}
		if !d.nameLine(i, lines) {
			left = append(left, l.series)
		}
	}
	named := d.layout.names
	d.courses, d.layout.names = lines, nil
	switch {
	case len(left) > 0 && d.roomForLegend(d.entries()):
		copy(d.canvas.cells, cells)
		d.said = d.said[:said]
	default:
		d.layout.names = slices.DeleteFunc(named, func(series int) bool { return slices.Contains(left, series) })
	}
}

// followed returns the courses of the lines that are to be named, strong ones first, and of others that a name could be taken
// for.
func (d *drawing) followed() (all []named) {
	for i := range d.Marks {
		m := &d.Marks[i]
		if !m.IsLine() || d.Of[i] < 0 {
			continue
		}
		s := d.Series[d.Of[i]]
		if !slices.Contains(d.layout.names, d.Of[i]) || slices.ContainsFunc(all, func(n named) bool { return n.series == d.Of[i] }) {
			if !s.Muted && !s.Ghost && !s.Left {
				all = append(all, named{series: -1, course: d.courseOf(m)})
			}
			continue
		}
		all = append(all, named{series: d.Of[i], falls: m.Falls[0] || m.Falls[1], course: d.courseOf(m), words: [2]string{d.NameOf(s), d.BriefOf(s)}})
	}
	muted := func(n named) bool { return n.series >= 0 && d.Series[n.series].Muted }
	slices.SortStableFunc(all, func(a, b named) int { return plan.FalseFirst(muted(a), muted(b)) })
	return all
}

// nameReach lists how far a name may be from its line, in rows, tried in order; it must be nearer to that line than to any
// other by a margin.
var nameReach = [...]float64{1.1, 1.75}

const nameLead = 0.9

// nameLine writes the name of one of the lines, first as near to it and then as far to the right as possible, and reports
// whether it found a place.
func (d *drawing) nameLine(which int, lines []named) bool {
	l := lines[which]
	s := d.Series[l.series]
	sign := ""
	if d.marksNames(s) {
		sign = d.marker(s.Marker) + " "
	}
	for _, words := range slices.Compact(l.words[:]) {
		if x, row, found := d.placeFor(which, lines, theme.Width(sign)+theme.Width(words)); found {
			d.writeName(s, d.column(x), d.row(row), sign+words)
			return true
		}
	}
	return false
}

// placeFor finds the place for a name of a width beside one of the lines: the rightmost of the nearest ones, or the highest of
// these where the line falls to zero.
func (d *drawing) placeFor(which int, lines []named, width int) (x, row int, found bool) {
	var best [len(nameReach)]struct {
		x, row int
		found  bool
	}
	c, falls := lines[which].course, lines[which].falls
	for x := d.frame.plot.Width - width; x >= 0; x-- {
		var last [3]int
		for k, anchor := range [...]int{x + width/2, x + width - 1, x} {
			if last[k] = math.MinInt; math.IsNaN(c[anchor]) {
				continue
			}
			at := plan.Whole(c[anchor])
			if last[k] = at; k > 0 && at == last[0] || k > 1 && at == last[1] {
				continue
			}
			for _, row := range [...]int{at - 1, at + 1, at - 2, at + 2} {
				if !d.free(x, row, width) {
					continue
				}
				own := c.near(x, x+width-1, row)
				class := slices.IndexFunc(nameReach[:], func(reach float64) bool { return own <= reach })
				if class < 0 || best[class].found && (!falls || row >= best[class].row) || taken(which, lines, own, x, x+width-1, row) || d.heaped(x, row, width) {
					continue
				}
				if class == 0 && !falls {
					return x, row, true
				}
				best[class].x, best[class].row, best[class].found = x, row, true
			}
		}
	}
	if best[0].found {
		return best[0].x, best[0].row, true
	}
	for _, b := range best {
		if b.found {
			return b.x, b.row, true
		}
	}
	return 0, 0, false
}

// inkAt returns the series whose line is drawn in a cell; -1: none.
func (d *drawing) inkAt(x, y int) int {
	if d.inked == nil || y < 0 || y >= d.frame.depth() {
		return -1
	}
	return int(d.inked[y*d.frame.plot.Width+x]) - 1
}

// marksNames reports whether the name of a line in the plot has its marker: in the colour of the line it needs none, which
// could be taken for a place on a line.
func (d *drawing) marksNames(s plan.Series) bool { return !s.Muted && (d.paper || !d.Coloured) }

// writeName writes a name in the colour of its line, or with its marker, and blanks around it.
func (d *drawing) writeName(s plan.Series, x, y int, words string) {
	plot, style := d.frame.plot, d.style(s.Ink)
	switch {
	case s.Muted:
		style = d.theme.Dim
	case d.marksNames(s):
		style = d.theme.Text
	}
	for _, at := range [...]int{x - 1, x + theme.Width(words)} {
		if plot.Contains(at, y) { // for a line that continues, too
			d.canvas.put(at, y, ' ', d.theme.Dim)
		}
	}
	d.canvas.text(x, y, words, style)
	d.say(x, y, words, style, Start)
	if d.marksNames(s) {
		d.sign(&d.said[len(d.said)-1], s)
		d.canvas.text(x, y, d.marker(s.Marker), d.style(s.Ink))
	}
}

// taken reports whether words would be as near to another line as to their own.
func taken(which int, lines []named, own float64, from, to, row int) bool {
	for i, other := range lines {
		if i != which && other.course.near(from, to, row) < own+nameLead {
			return true
		}
	}
	return false
}

// free reports whether words fit into columns of a row of the plot, with a blank at either side, and cover nothing but shade.
func (d *drawing) free(x, row, width int) bool {
	plot := d.frame.plot
	if row < 0 || row >= plot.Height || x < 0 || x+width > plot.Width {
		return false
	}
	for c := max(x-1, 0); c < min(x+width+1, plot.Width); c++ {
		p := d.canvas.at(d.column(c), d.row(row))
		if !p.soft || p.area || p.ground != 0 { // the area under a line belongs to that line
			return false
		}
		if p.glyph != ' ' && p.glyph != first(d.glyphs.Weave) && p.glyph != first(d.glyphs.Shade) {
			return false
		}
	}
	return !d.wordAt(x-2, row) && !d.wordAt(x+width+1, row)
}

// heaped reports that words stand right above or below columns of a row, so that both could name one line.
func (d *drawing) heaped(x, row, width int) bool {
	for _, beside := range [...]int{row - 1, row + 1} {
		for c := x - 1; c <= x+width && beside >= 0 && beside < d.frame.plot.Height; c++ {
			if d.wordAt(c, beside) {
				return true
			}
		}
	}
	return false
}

// wordAt reports whether a letter or a number stands in a cell of the plot: one blank is a gap in words.
func (d *drawing) wordAt(x, row int) bool {
	if x < 0 || x >= d.frame.plot.Width {
		return false
	}
	glyph := d.canvas.at(d.column(x), d.row(row)).glyph
	if glyph < '%' || glyph >= 0x2800 && glyph <= 0x28ff {
		return false
	}
	return unicode.IsLetter(glyph) || unicode.IsDigit(glyph) || glyph == '%'
}
