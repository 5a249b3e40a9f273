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
	if d.canvas.width >= leastNamedWidth && d.canvas.height >= leastNamedHeight {
		d.layout.names = d.ToName()
	}
}

// courseOf follows a line through the plot.
func (d *drawing) courseOf(m *engine.Normal) plan.Course {
	c, axes := make(plan.Course, d.frame.plot.Width), d.frame.axes()
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

// nameLinesWhereTheyRun writes the names of lines beside them. Where one finds no place all of them go to the legend, because
// half a legend sends the reader to two places; if that has no room for all, it has only those without a place.
func (d *drawing) nameLinesWhereTheyRun() {
	if len(d.layout.names) == 0 {
		return
	}
	lines := d.Followed(d.layout.names, d.courseOf)
	cells := slices.Clone(d.canvas.cells)
	var left []int
	for i, l := range lines {
		if l.Series < 0 {
			continue
		}
		if !d.nameLine(i, lines) {
			left = append(left, l.Series)
		}
	}
	named := d.layout.names
	d.courses, d.layout.names = lines, nil
	switch {
	case len(left) > 0 && d.roomForLegend(d.entries()):
		copy(d.canvas.cells, cells)
	default:
		d.layout.names = slices.DeleteFunc(named, func(series int) bool { return slices.Contains(left, series) })
	}
}

// nameLine writes the name of one of the lines, first as near to it and then as far to the right as possible, and reports
// whether it found a place.
func (d *drawing) nameLine(which int, lines []plan.Named) bool {
	l := lines[which]
	s := d.Series[l.Series]
	sign := ""
	if d.marksNames(s) {
		sign = d.marker(s.Marker) + " "
	}
	for _, words := range slices.Compact(l.Words[:]) {
		if x, row, found := plan.Place(which, lines, theme.Width(sign)+theme.Width(words), cellGround{d}); found {
			d.writeName(s, d.column(x), d.row(int(row)), sign+words)
			return true
		}
	}
	return false
}

// cellGround is the ground of the plot, in whole cells.
type cellGround struct{ *drawing }

// Free reports whether words fit and cover nothing but shade.
func (d cellGround) Free(x int, row float64, width int) bool { return d.free(x, int(row), width) }

// Heaped reports that words stand right above or below.
func (d cellGround) Heaped(x int, row float64, width int) bool { return d.heaped(x, int(row), width) }

// Beside returns the rows beside a line.
func (cellGround) Beside(at float64) []float64 {
	row := float64(plan.Whole(at))
	return []float64{row - 1, row + 1, row - 2, row + 2}
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
func (d *drawing) marksNames(s plan.Series) bool { return !s.Muted && !d.Coloured }

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
	if d.marksNames(s) {
		d.canvas.text(x, y, d.marker(s.Marker), d.style(s.Ink))
	}
}

// free reports whether words fit into columns of a row of the plot, with a blank at either side, and cover nothing but shade.
func (d *drawing) free(x, row, width int) bool {
	plot := d.frame.plot
	right := plot.Width + d.layout.values
	if row < 0 || row >= plot.Height || x < 0 || x+width > right {
		return false
	}
	for c := max(x-1, 0); c < min(x+width+1, right); c++ {
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
