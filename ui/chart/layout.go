package chart

import (
	"math"
	"slices"

	"dpscope/engine"
	"dpscope/ui/plan"
	"dpscope/ui/theme"
)

// layout says which furniture there is room for, and where. Rows and columns belong to the picture; -1 means none.
type layout struct {
	title, legend, axis, labels, bracket, caption int // rows; title and legend are the first of theirs
	titleRows                                     int
	unused                                        int  // rows at the foot, left over by whole rows of a list
	apart                                         bool // the aside has a row of its own, above the title
	spine                                         int  // column of the y axis
	gutter                                        int  // width of the y axis's labels
	densities                                     int  // columns of it for densities
	margin                                        int  // width kept at the right for a profile
	values                                        int  // width kept there for values beside the points of a list
	above, aside                                  bool // whether there is a profile above the plot, at its right
	aboveRow                                      int  // the first row of the one above

	legendRows [][]entry // at the foot, the first beside the caption; nil when the legend stands in the title's row
	beside     []entry   // in the title's row, at the right
	names      []int     // the series that are named where they run
	xTicks     []plan.Tick
	yTicks     []plan.Tick
	referred   map[float64]bool // values of lines across that stand among the ticks
}

// layOut divides the picture. Parts that depend on values only through their nice range stay where they are while a slider
// moves.
func (d *drawing) layOut() {
	d.layout = layout{title: -1, legend: -1, axis: -1, labels: -1, bracket: -1, caption: -1, spine: -1}
	var entries []entry
	if !d.bare { // all of them: it is not known yet which lines are named where they run
		entries = append(d.entries(), d.inCells(d.DownEntries())...)
	}
	d.nameLines()
	d.placeLegend(entries, spineIndent, d.mostLegend())
	rows := d.chooseRows(d.canvas.height)
	if rows.legend < len(d.layout.legendRows) { // there, say how many are left out
		d.placeLegend(entries, spineIndent, rows.legend)
	}
	top, bottom := d.placeRows(rows)
	top = d.placeProfiles(top, bottom)
	height := d.placeY(bottom - top)
	if len(d.Figure.Y.Words) > 0 { // rows that whole rows of a list leave unused are below
		d.layout.unused = d.raise(bottom - top - height)
		bottom -= d.layout.unused
	}
	if d.layout.above { // beside the plot, whatever height it has kept
		d.layout.aboveRow = bottom - height - profileRows
	}
	left := d.layout.spine + 1
	d.layout.values = d.valueCells(d.canvas.width - left)
	width := d.placeX(d.canvas.width - left - d.layout.margin - d.layout.values)
	d.frame.plot = Rect{X: left, Y: bottom - height, Width: max(width, 0), Height: max(height, 0)}
	d.frame.foot = d.layout.axis == bottom && len(d.Figure.Y.Words) == 0 && !d.HasCells() &&
		!d.glyphs.ASCII // there a tick is a sign that series have
}

// placeRows gives the furniture its rows, from both ends; the plot has those from top to before bottom.
func (d *drawing) placeRows(w wanted) (top, bottom int) {
	l := &d.layout
	bottom = d.canvas.height - w.foot()
	if w.caption {
		l.caption = bottom
	}
	if w.legend > 0 {
		l.legend = bottom
	}
	for _, row := range []struct {
		wanted bool
		at     *int
	}{{w.bracket, &l.bracket}, {w.labels, &l.labels}, {w.axis, &l.axis}} {
		if row.wanted {
			bottom--
			*row.at = bottom
		}
	}
	if w.title > 0 {
		l.title, l.titleRows, top = 0, w.title, w.title
	}
	return top, bottom
}

// raise moves the rows below the plot up and returns by how many.
func (d *drawing) raise(by int) int {
	l := &d.layout
	for _, row := range []*int{&l.legend, &l.caption, &l.bracket, &l.labels, &l.axis} {
		if *row >= 0 {
			*row -= by
		}
	}
	return by
}

// valueCells returns the cells that the values of a list need right of its plot, out of width, and at most a quarter of these:
// each stands right of its point.
func (d *drawing) valueCells(width int) int {
	const gap, most = 2, 4
	plot := float64(width)
	for i := range d.Marks {
		m := &d.Marks[i]
		if len(d.Figure.Y.Words) == 0 || m.Form != engine.Dot {
			continue
		}
		for k := range min(len(m.X), len(m.Labels)) {
			if at := d.frame.x.At(m.X[k]); at > 0 && at <= 1 {
				room := max(width-gap-theme.Width(d.glyphs.Plain(m.Labels[k])), 0)
				plot = min(plot, math.Floor(float64(room)/at)+1)
			}
		}
	}
	return min(width-int(plot), width/most)
}

// placeY chooses the ticks of the y axis and makes room for their labels; it returns the height of the plot.
func (d *drawing) placeY(height int) int {
	l, width := &d.layout, d.canvas.width
	words := len(d.Figure.Y.Words) > 0
	height = d.placeWords(height)
	spare := 0
	switch {
	case d.compact && d.HasCells() && !words: // its ends are given
		spare = min(max(height-10, 0), 2)
	case d.compact:
	case height >= 16:
		spare = 2
	case height >= 9:
		spare = 1
	}
	if l.labels >= 0 || l.axis < 0 || d.upper {
		r := plan.Ruler{Axis: d.Figure.Y, Scale: d.frame.y.Raw(d.Figure.Y), Text: d.text(), Length: height, Spare: spare, Strict: d.HasCells() && !d.frame.y.Log}
		even := false
		if height, even = d.placeEven(r); !even {
			l.yTicks, height = r.Ticks()
		}
	}
	if l.axis < 0 { // there is no row for the tick at the origin
		l.yTicks = slices.DeleteFunc(l.yTicks, func(t plan.Tick) bool { return t.Cell >= height })
	}
	l.yTicks, l.referred = plan.Ruler{Axis: d.Figure.Y, Scale: d.frame.y.Raw(d.Figure.Y), Text: d.text()}.Referred(l.yTicks, d.Limits(), height)
	for _, t := range l.yTicks {
		l.gutter = max(l.gutter, theme.Width(t.Label))
	}
	l.gutter = max(l.gutter, d.gutter)
	const steady = 4 // labels up to "0.25" and "1e-6" leave the axis where it is
	if width >= 44 && !words {
		l.gutter = max(l.gutter, steady)
	}
	if words {
		l.densities = d.densityCells()
		l.gutter = min(l.gutter+l.densities, max(width/2, 6))
	} else {
		l.gutter = min(l.gutter, max(width/3, 6))
	}
	l.spine = l.gutter + 1
	const leastPlot, leastSpine = 10, 6
	if width-l.spine-1 < leastPlot || len(l.yTicks) == 0 {
		l.yTicks, l.gutter, l.spine = nil, 0, 0
	}
	if width < leastSpine {
		l.spine = -1
	}
	return height
}

// promised is the number of columns that a plot has on a page of 80, for any ticks.
const promised = 70

// placeX chooses the ticks of the x axis; it returns the width of the plot.
func (d *drawing) placeX(width int) int {
	l := &d.layout
	if _, counted := d.CountedField(); !counted && l.margin == 0 && d.canvas.width >= 24 { // half of the last label
		less := width - 2
		if width >= promised {
			less = max(less, promised)
		}
		width = less
	}
	spare := 0
	if even := min(d.evenBars(width), d.placeCounted(width)); even < width {
		width = even
	} else if width >= 36 {
		spare = 3
	}
	if width >= promised {
		spare = min(spare, width-promised)
	}
	if l.labels < 0 && !d.upper {
		return width
	}
	r := plan.Ruler{Axis: d.Figure.X, Scale: d.frame.x.Raw(d.Figure.X), Text: d.text(), Across: true, Length: width, Spare: spare}
	ticks, used := r.Ticks()
	const few, beside = 3, 3
	named := d.frame.x
	named.Log = named.Log && len(l.legendRows) == 0 // the legend may have room for that
	brief := plan.AxisBrief(d.Figure.X, named, d.text())
	if words := theme.Width(brief); d.compact && words > 0 && !between(ticks, used, words+beside) {
		r.Apart = words + beside // fewer ticks leave room for the axis's name
		if sparse, fewer := r.Ticks(); len(sparse) >= few {
			ticks, used = sparse, fewer
		}
	}
	l.xTicks = ticks
	return used
}

// between reports whether two neighbours, or the last one and the end, are that many cells apart.
func between(ticks []plan.Tick, end, cells int) bool {
	for i, t := range ticks {
		if i+1 < len(ticks) {
			end = ticks[i+1].Cell
		}
		if end-t.Cell >= cells {
			return true
		}
	}
	return false
}

// evenBars returns the width at which bars are equally far apart, where that gives up little.
func (d *drawing) evenBars(width int) int {
	gap := math.Inf(1)
	for i := range d.Marks {
		if m := &d.Marks[i]; m.Wide() && len(m.X) > 0 {
			gap = min(gap, engine.Gap(m.X))
		}
	}
	const most, slack = 0.15, 1e-6
	slots := d.frame.x.Length() / gap
	if whole := math.Round(slots); d.frame.x.Log || whole < 1 || math.Abs(slots-whole) > slack || 3*whole > float64(width) {
		return width
	}
	even := width / int(math.Round(slots)) * int(math.Round(slots))
	if float64(width-even) > most*float64(width) {
		return width
	}
	return even
}

// wanted says which rows of furniture are there.
type wanted struct {
	axis, labels, bracket, caption bool
	title, legend                  int // rows
}

// foot returns the rows of the legend and of the caption, which shares the first one.
func (w wanted) foot() int {
	if w.caption {
		return max(w.legend, 1)
	}
	return w.legend
}

// chooseRows drops furniture until the plot has a fair share of the height.
func (d *drawing) chooseRows(height int) wanted {
	w := wanted{axis: true, labels: !d.upper}
	d.layout.apart = d.aside != "" && !d.asideFits()
	if d.Title(d.frame.y) != "" || len(d.layout.beside) > 0 || d.aside != "" || d.compact && !d.bare {
		w.title = max(len(d.titleLines()), 1)
	}
	if d.layout.apart {
		w.title++
	}
	w.caption = !d.compact && plan.AxisTitle(d.Figure.X, d.frame.x, d.text()) != ""
	w.legend = len(d.layout.legendRows)
	for i := range d.Marks {
		if m := &d.Marks[i]; m.Form == engine.Shade && !m.Bare && (!d.compact || m.Clear && d.canvas.height >= legendFrom) {
			w.bracket = true
		}
	}
	count := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	plot := func() int {
		return height - w.foot() - w.title - count(w.axis) - count(w.labels) - count(w.bracket)
	}
	const least, leastCompact = 6, 9
	for w.legend > 1 && (plot() < least || d.compact && plot() < leastCompact) {
		w.legend--
	}
	if w.title > 1 && plot() < 6 {
		w.title = 1
	}
	if w.legend > 0 && plot() < 5 { // the legend comes before the caption
		w.caption = false
	}
	if w.legend > 0 && plot() < 5 {
		w.legend = 0
	}
	if plot() < 4 && !d.titled {
		w.title = 0
	}
	bracketFrom := 4
	if d.compact {
		bracketFrom = 9
	}
	for _, drop := range []struct {
		what  *bool
		least int // rows that the plot must have for it
	}{{&w.caption, 4}, {&w.bracket, bracketFrom}, {&w.labels, 3}, {&w.axis, 2}} {
		if *drop.what && plot() < drop.least {
			*drop.what = false
		}
	}
	return w
}
