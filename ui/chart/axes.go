package chart

import (
	"cmp"
	"slices"

	"dpscope/ui/plan"
	"dpscope/ui/theme"
)

// drawAxes draws the two lines with their ticks, and the labels of the y axis.
func (d *drawing) drawAxes() {
	l, g, plot := d.layout, d.glyphs, d.frame.plot
	muted := d.theme.Muted
	if l.spine >= 0 {
		for y := d.highest(); y < plot.Height; y++ {
			d.canvas.sign(l.spine, plot.Y+y, g.Vertical, muted)
		}
	}
	if l.axis >= 0 {
		for x := range plot.Width {
			d.canvas.sign(plot.X+x, l.axis, g.Horizontal, muted)
		}
		if l.spine >= 0 {
			d.canvas.sign(l.spine, l.axis, g.BottomLeft, muted)
		}
	}
	d.drawZero()
	if label := d.cornered(); label != "" {
		d.canvas.text(l.gutter-theme.Width(label), plot.Y, label, d.theme.Dim)
	}
	for _, t := range l.yTicks {
		y := plot.Y + t.Cell
		if t.Head { // a heading is no row without data
			d.canvas.text(0, y, g.Fit(t.Label, l.gutter), d.theme.Strong)
			continue
		}
		label := g.Fit(t.Label, l.gutter-l.densities)
		d.canvas.text(l.gutter-l.densities-theme.Width(label), y, label, d.theme.Dim)
		d.drawDensity(plan.Whole(d.frame.valueY(float64(t.Cell))), y)
		switch {
		case y == l.axis:
			d.canvas.sign(l.spine, y, g.Corner, muted)
		default:
			d.canvas.sign(l.spine, y, g.TickLeft, muted)
		}
	}
	d.drawBreak()
	d.drawDensityAxis()
	for _, t := range l.xTicks {
		x := plot.X + t.Cell
		if l.axis >= 0 && x > l.spine {
			d.canvas.sign(x, l.axis, g.TickBelow, muted)
		}
		d.below = append(d.below, axisLabel{middle: x, text: t.Label, style: d.theme.Dim})
	}
}

// highest returns the row where the y axis begins: that of the greatest possible value, as nothing lies above it, or the first.
func (d *drawing) highest() int {
	_, most, bounded := plan.Within(d.Figure.Y)
	if row := d.frame.row(most); bounded && row > 0 && row < float64(d.frame.plot.Height) {
		return plan.Whole(row)
	}
	return 0
}

// drawZero draws the zero line of a range that has both signs, thin and unbroken, since broken lines are targets.
func (d *drawing) drawZero() {
	if y, ok := d.frame.cellY(0); ok && !d.bare && d.HasZero(d.frame.y) {
		for x := range d.frame.plot.Width {
			d.canvas.texture(d.column(x), d.row(y), d.glyphs.Horizontal, d.theme.Ghost)
		}
	}
}

// axisLabel is a text under the x axis. Of two that touch, the one of higher rank stays.
type axisLabel struct {
	middle int // column of the picture
	text   string
	style  theme.Style
	rank   int // 0: tick, 1: crosshair
}

// span returns the columns a label takes, moved inward from the edges.
func (d *drawing) span(a axisLabel) (start, end int) {
	width := theme.Width(a.text)
	start = min(max(a.middle-width/2, 0), d.canvas.width-width)
	return start, start + width
}

// drawTickLabels writes the row under the x axis.
func (d *drawing) drawTickLabels() {
	if d.layout.labels < 0 {
		return
	}
	slices.SortStableFunc(d.below, func(a, b axisLabel) int { return b.rank - a.rank })
	var taken [][2]int
	for _, p := range d.pointers { // a reader looks for the own value first
		taken = append(taken, [2]int{p[0], p[1] + 1})
	}
	for _, a := range d.below {
		start, end := d.span(a)
		if start < 0 || slices.ContainsFunc(taken, func(t [2]int) bool { return start <= t[1] && t[0] <= end }) {
			continue
		}
		taken = append(taken, [2]int{start, end})
		d.canvas.text(start, d.layout.labels, a.text, a.style)
	}
}

// caption names the x axis, in a compact picture without a row for it: among the tick labels, else at the end of a row of the
// legend, else upon the axis between the last two ticks that leave room, else right above the axis; in full, else in brief. It
// never covers a tick: where it has no place it goes to the picture's heading.
func (d *drawing) caption() {
	if !d.compact || d.layout.labels < 0 {
		return
	}
	plot := d.frame.plot
	ticks, labels := [][2]int{{plot.X - 1, plot.X}}, [][2]int{}
	for _, t := range d.layout.xTicks {
		ticks = append(ticks, [2]int{plot.X + t.Cell, plot.X + t.Cell + 1})
	}
	for _, p := range d.pointers {
		labels = append(labels, [2]int{p[0], p[1] + 1})
	}
	if d.layout.densities > 0 { // their ends stand on that row
		labels = append(labels, [2]int{0, d.layout.gutter})
	}
	for _, a := range d.below {
		start, end := d.span(a)
		labels = append(labels, [2]int{start, end})
	}
	const beside, apart = 1, 2 // blanks about words upon the axis, and among labels
	brief, linear := plan.AxisBrief(d.Figure.X, d.frame.x, d.text()), d.frame.x
	linear.Log = false
	names := slices.Compact([]string{plan.AxisTitle(d.Figure.X, d.frame.x, d.text()), brief, plan.AxisBrief(d.Figure.X, linear, d.text())})
	if names[0] == "" {
		return
	}
	for i, words := range names {
		if d.frame.x.Log && i == len(names)-1 && d.headed(brief) { // the scale is said before the name stands at its axis
			return
		}
		width := theme.Width(words)
		among, room := lastGap(labels, d.canvas.width+apart, width+2*apart)
		label := axisLabel{middle: among - apart - width + width/2, text: words, style: d.theme.Dim}
		if row, ok := d.besideLegend(width); ok { // where it is no word among numbers
			d.layout.caption = row
			return
		}
		if room && among > plot.X+plot.Width/2 { // where it is expected
			d.below = append(d.below, label)
			return
		}
		if end, ok := lastGap(ticks, plot.X+plot.Width, width+2*beside); ok && d.layout.axis >= 0 && d.bareAxis(end-width-2*beside, end) {
			d.canvas.text(end-2*beside-width, d.layout.axis, " "+words+" ", d.theme.Dim)
			return
		}
		if room {
			d.below = append(d.below, label)
			return
		}
	}
	for _, words := range names {
		width := theme.Width(words)
		if column := plot.Width - width; plot.Height > 0 && d.empties(column-apart, plot.Height-1, width+apart) &&
			!d.lineNear(column, plot.Height-1, width, 1) {
			d.canvas.text(d.column(column), d.row(plot.Height-1), words, d.theme.Dim)
			return
		}
	}
	d.above = brief
}

// headed puts the name of the x axis into the heading, and reports whether that has room for it.
func (d *drawing) headed(words string) bool {
	before := d.above
	d.above = words
	used := max(d.layout.spine, 0) + d.headingWidth() + widthOf(d.layout.beside) + entryGap
	if d.aside != "" {
		used += theme.Width(d.aside) + entryGap
	}
	if used > d.canvas.width {
		d.above = before
	}
	return d.above == words
}

// besideLegend returns the row of the legend with room for width cells at its end.
func (d *drawing) besideLegend(width int) (row int, ok bool) {
	for i, entries := range d.layout.legendRows {
		if d.layout.legend >= 0 && max(d.layout.spine, 0)+widthOf(entries)+2*entryGap+width <= d.canvas.width {
			return d.layout.legend + i, true
		}
	}
	return 0, false
}

// bareAxis reports whether columns of the axis line are free of data.
func (d *drawing) bareAxis(from, to int) bool {
	for x := from; x < to; x++ {
		if p := d.canvas.at(x, d.layout.axis); p == nil || p.glyph != first(d.glyphs.Horizontal) {
			return false
		}
	}
	return true
}

// lastGap returns the end of the last gap of a width between stretches of a row, before its end.
func lastGap(taken [][2]int, end, width int) (at int, ok bool) {
	taken = slices.SortedFunc(slices.Values(taken), func(a, b [2]int) int { return cmp.Compare(b[0], a[0]) })
	for _, t := range taken {
		if end-t[1] >= width {
			return end, true
		}
		end = t[0]
	}
	return end, end >= width
}
