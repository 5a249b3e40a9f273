package chart

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/ui/theme"
)

// layout says which furniture there is room for, and where. Rows and columns
// are of the picture; -1 means there is none.
type layout struct {
	title, legend, axis, labels, bracket, caption int // rows; title and legend are the first of theirs
	titleRows                                     int
	spine                                         int  // column of the y axis
	gutter                                        int  // width of the y axis's labels
	margin                                        int  // width kept at the right for the names of lines and a profile
	above, aside                                  bool // whether there is a profile above the plot, at its right
	aboveRow                                      int  // the first row of the one above

	legendRows [][]entry // below the title; nil when the legend stands in the title's row
	beside     []entry   // in the title's row, at the right
	names      []name    // at the ends of lines
	xTicks     []tick
	yTicks     []tick
}

// layOut divides the picture. Everything that depends on values only through
// their nice range stays where it is while a slider moves.
func (d *drawing) layOut() {
	d.layout = layout{title: -1, legend: -1, axis: -1, labels: -1, bracket: -1, caption: -1, spine: -1}
	d.nameLines()
	entries := d.entries()
	d.placeLegend(entries, mostLegend(d.canvas.height))
	rows := d.chooseRows(d.canvas.height)
	if rows.legend < len(d.layout.legendRows) { // there, say how many are left out
		d.placeLegend(entries, rows.legend)
	}
	top, bottom := d.placeRows(rows)
	top = d.placeProfiles(top, bottom)
	height := d.placeY(bottom - top)
	if _, counted := d.countedField(); counted { // what it leaves unused is below
		bottom -= d.raise(bottom - top - height)
	}
	if d.layout.above { // beside the plot, whatever height it has kept
		d.layout.aboveRow = bottom - height - profileRows
	}
	left := d.layout.spine + 1
	width := d.placeX(d.canvas.width - left - d.layout.margin)
	d.frame.plot = Rect{X: left, Y: bottom - height, Width: max(width, 0), Height: max(height, 0)}
	d.settleNames()
}

// placeRows gives the furniture its rows, from both ends; the plot has those
// from top to before bottom.
func (d *drawing) placeRows(w wanted) (top, bottom int) {
	l := &d.layout
	bottom = d.canvas.height
	for _, row := range []struct {
		wanted bool
		at     *int
	}{{w.caption, &l.caption}, {w.bracket, &l.bracket}, {w.labels, &l.labels}, {w.axis, &l.axis}} {
		if row.wanted {
			bottom--
			*row.at = bottom
		}
	}
	if w.title > 0 {
		l.title, l.titleRows, top = 0, w.title, w.title
	}
	if w.legend > 0 {
		l.legend, top = top, top+w.legend
	}
	return top, bottom
}

// raise moves the rows below the plot up and returns by how many.
func (d *drawing) raise(by int) int {
	l := &d.layout
	for _, row := range []*int{&l.caption, &l.bracket, &l.labels, &l.axis} {
		if *row >= 0 {
			*row -= by
		}
	}
	return by
}

// placeY chooses the ticks of the y axis and makes room for their labels; it
// returns the height of the plot.
func (d *drawing) placeY(height int) int {
	l, width := &d.layout, d.canvas.width
	words := len(d.figure.Y.Words) > 0
	height = d.placeWords(height)
	spare := 0
	switch {
	case height >= 16:
		spare = 2
	case height >= 9:
		spare = 1
	}
	if l.labels >= 0 || l.axis < 0 {
		l.yTicks, height = ruler{axis: d.figure.Y, scale: d.frame.y.raw(d.figure.Y), glyphs: d.glyphs, length: height, spare: spare}.ticks()
	}
	if l.axis < 0 { // there is no row for the tick at the origin
		l.yTicks = slices.DeleteFunc(l.yTicks, func(t tick) bool { return t.cell >= height })
	}
	for _, t := range l.yTicks {
		l.gutter = max(l.gutter, theme.Width(t.label))
	}
	const steady = 4 // labels up to "0.25" and "1e-6" leave the axis where it is
	if width >= 44 && !words {
		l.gutter = max(l.gutter, steady)
	}
	if words {
		l.gutter = min(l.gutter, max(width/2, 6))
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

// placeX chooses the ticks of the x axis; it returns the width of the plot.
func (d *drawing) placeX(width int) int {
	l := &d.layout
	if l.margin == 0 && d.canvas.width >= 24 {
		width -= 2 // half of the last label
	}
	spare := 0
	if even := min(d.evenBars(width), d.placeCounted(width)); even < width {
		width = even
	} else if width >= 36 {
		spare = 3
	}
	if l.labels >= 0 {
		l.xTicks, width = ruler{axis: d.figure.X, scale: d.frame.x.raw(d.figure.X), glyphs: d.glyphs, across: true, length: width, spare: spare}.ticks()
	}
	return width
}

// evenBars returns the width at which bars are equally far apart, where that
// gives up little.
func (d *drawing) evenBars(width int) int {
	gap := math.Inf(1)
	for _, m := range d.figure.Marks {
		if b, ok := m.(engine.Bars); ok && !b.Atoms && len(b.X) > 0 {
			gap = min(gap, barGap(b.X))
		}
	}
	const most, slack = 0.15, 1e-6
	slots := d.frame.x.length / gap
	if whole := math.Round(slots); d.frame.x.log || whole < 1 || math.Abs(slots-whole) > slack || 3*whole > float64(width) {
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

// chooseRows drops furniture until the plot has a fair share of the height.
func (d *drawing) chooseRows(height int) wanted {
	w := wanted{axis: true, labels: true}
	if d.title() != "" || len(d.layout.beside) > 0 {
		w.title = max(len(d.titleLines()), 1)
	}
	w.caption = axisTitle(d.figure.X, d.frame.x, d.glyphs) != ""
	w.legend = len(d.layout.legendRows)
	for _, m := range d.figure.Marks {
		if span, ok := m.(engine.Span); ok && !span.Bare {
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
		return height - w.legend - w.title - count(w.axis) - count(w.labels) - count(w.bracket) - count(w.caption)
	}
	for w.legend > 1 && plot() < 6 {
		w.legend--
	}
	if w.title > 1 && plot() < 6 {
		w.title = 1
	}
	if w.legend > 0 && plot() < 5 {
		w.legend = 0
	}
	if plot() < 4 {
		w.title = 0
	}
	for _, drop := range []struct {
		what  *bool
		least int // rows that the plot must have for it
	}{{&w.caption, 4}, {&w.bracket, 4}, {&w.labels, 3}, {&w.axis, 2}} {
		if *drop.what && plot() < drop.least {
			*drop.what = false
		}
	}
	return w
}

// title is what stands above the plot: what is drawn, or the y axis's label.
func (d *drawing) title() string {
	title, label := d.glyphs.Plain(d.figure.Title), axisTitle(d.figure.Y, d.frame.y, d.glyphs)
	if title == "" {
		return label
	}
	if own := d.glyphs.Plain(d.figure.Y.Label); own == "" || strings.Contains(title, own) {
		if unit := strings.TrimPrefix(strings.TrimPrefix(label, own), ", "); unit != "" {
			title += ", " + unit
		}
	}
	return title
}

// titleLines are the title in the width of the picture: in two lines at most.
func (d *drawing) titleLines() []string {
	const indent, most = 6, 2
	title, room := d.title(), max(d.canvas.width-indent, 1)
	if title == "" || len(d.layout.beside) > 0 || theme.Width(title) <= d.canvas.width {
		return []string{title}
	}
	lines := []string{""}
	for _, word := range strings.Fields(title) {
		last := &lines[len(lines)-1]
		switch {
		case *last == "":
			*last = word
		case theme.Width(*last)+1+theme.Width(word) <= room || len(lines) == most:
			*last += " " + word
		default:
			lines = append(lines, word)
		}
	}
	return lines
}

// subtitle is the y axis's label where the title does not say it.
func (d *drawing) subtitle() string {
	title, own := d.glyphs.Plain(d.figure.Title), d.glyphs.Plain(d.figure.Y.Label)
	if title == "" || own == "" || strings.Contains(title, own) {
		return ""
	}
	return axisTitle(d.figure.Y, d.frame.y, d.glyphs)
}

// axisTitle is an axis's label with its unit.
func axisTitle(a engine.Axis, s scale, g theme.Glyphs) string {
	label, unit := g.Plain(a.Label), g.Plain(cmp.Or(a.Raw.Unit, a.Unit))
	if percent(a, s) {
		unit = "%"
	}
	switch {
	case label == "":
		return unit
	case unit == "":
		return label
	}
	return label + ", " + unit
}

// name is a series' label at the end of its line.
type name struct {
	series int     // -1: of those that have no row
	end    float64 // the line's last value
	text   string
	row    int // of the plot; set by settleNames
}

// nameLines decides whether lines are named at their ends: there are several,
// all that are not muted reach the right edge, and their names leave enough
// room whole. Muted ones are named beside them, shortened if need be.
func (d *drawing) nameLines() {
	const leastWidth, leastHeight, share, sign = 44, 8, 0.32, 3 // a space, the marker, a space
	if d.lines() < 2 || d.canvas.width < leastWidth || d.canvas.height < leastHeight {
		return
	}
	most := int(share*float64(d.canvas.width)) - sign
	var names []name
	longest := 0
	for i, m := range d.figure.Marks {
		l, ok := lineOf(m)
		if !ok || slices.ContainsFunc(names, func(n name) bool { return n.series == d.of[i] }) {
			continue
		}
		s := d.series[d.of[i]]
		if s.ghost { // the legend names it
			continue
		}
		if !s.muted && theme.Width(d.nameOf(s)) > most && s.name != "" {
			s.label = Short(s.label)
		}
		n := name{series: d.of[i], text: d.nameOf(s)}
		reaches := false
		n.end, reaches = d.end(l)
		switch {
		case reaches && s.label != "" && theme.Width(n.text) <= most:
		case !s.muted:
			return
		case !reaches || s.label == "":
			continue
		}
		n.text = d.glyphs.Fit(n.text, most)
		names, longest = append(names, n), max(longest, theme.Width(n.text))
	}
	d.layout.names = names
	d.layout.margin = longest + sign
}

// end returns the last value of a line that runs to the right edge.
func (d *drawing) end(l line) (y float64, reaches bool) {
	const nearly = 0.97
	for i := len(l.xs) - 1; i >= 0; i-- {
		x := d.frame.x.at(l.xs[i])
		if math.IsNaN(x) || math.IsNaN(d.frame.y.at(l.ys[i])) || x > 1+1e-9 && i > 0 {
			continue
		}
		return l.ys[i], x >= nearly
	}
	return 0, false
}

// nameOf is a series' label with the sign of its basis, where bases differ.
func (d *drawing) nameOf(s series) string {
	for _, other := range d.series {
		if other.basis != known.Exact {
			return d.glyphs.Basis(s.basis) + " " + s.label
		}
	}
	return s.label
}

// briefOf is nameOf in few letters.
func (d *drawing) briefOf(s series) string {
	s.label = Short(s.label)
	return d.nameOf(s)
}

// Short is the abbreviation that a title brings, "PM" of "Piecewise (PM)", or
// the title without what it brings in brackets.
func Short(title string) string {
	before, inside, found := strings.Cut(strings.TrimSuffix(title, ")"), " (")
	switch {
	case !found:
		return title
	case strings.ToUpper(inside) == inside:
		return inside
	}
	return before
}

// settleNames gives every name a row of its own, as near to its line as the
// others allow. Where rows are short, muted series go without.
func (d *drawing) settleNames() {
	l := &d.layout
	plot := d.frame.plot
	if len(l.names) == 0 {
		return
	}
	if most := plot.Height; len(l.names) > most {
		slices.SortStableFunc(l.names, func(a, b name) int {
			return boolOrder(d.series[a.series].muted, d.series[b.series].muted)
		})
		left := len(l.names) - max(most-1, 0)
		l.names = append(l.names[:max(most-1, 0)], name{series: -1, end: math.Inf(-1), text: "+" + strconv.Itoa(left) + " more"})
	}
	slices.SortStableFunc(l.names, func(a, b name) int {
		return cmp.Compare(d.rowOf(a), d.rowOf(b))
	})
	wanted := make([]float64, len(l.names))
	for i, n := range l.names {
		wanted[i] = min(max(d.rowOf(n), 0), float64(plot.Height-1))
	}
	for i, row := range spread(wanted, plot.Height) {
		l.names[i].row = row
	}
}

// rowOf is where a name would stand: beside the end of its line.
func (d *drawing) rowOf(n name) float64 {
	if n.series < 0 {
		return float64(d.frame.plot.Height)
	}
	return d.frame.row(n.end)
}

// spread gives ascending wishes rows of their own, 0 to height-1, moving them
// as little as possible: those that would collide form a block around their
// mean. There are no more wishes than rows.
func spread(wanted []float64, height int) []int {
	type block struct {
		sum   float64 // of (wish - place in the block)
		count int
		start int
	}
	startOf := func(b block) int {
		return min(max(int(math.Floor(b.sum/float64(b.count)+0.5)), 0), height-b.count)
	}
	var blocks []block
	for _, w := range wanted {
		b := block{sum: w, count: 1}
		b.start = startOf(b)
		for len(blocks) > 0 {
			last := blocks[len(blocks)-1]
			if last.start+last.count <= b.start {
				break
			}
			b = block{sum: last.sum + b.sum - float64(last.count*b.count), count: last.count + b.count}
			b.start = startOf(b)
			blocks = blocks[:len(blocks)-1]
		}
		blocks = append(blocks, b)
	}
	rows := make([]int, 0, len(wanted))
	for _, b := range blocks {
		for i := range b.count {
			rows = append(rows, b.start+i)
		}
	}
	return rows
}

func boolOrder(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
