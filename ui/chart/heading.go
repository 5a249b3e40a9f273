package chart

import (
	"slices"
	"strconv"
	"strings"

	"dpscope/ui/plan"
	"dpscope/ui/theme"
)

// headingWidth returns the cells of the title with the text after it.
func (d *drawing) headingWidth() int {
	title, subtitle := d.heading()
	width := theme.Width(title)
	if subtitle != "" {
		width += entryGap + theme.Width(subtitle)
	}
	return width
}

// heading returns the title, plus a subtitle naming any axis that neither the title nor the axis itself names. In a compact
// picture it shares a row with the aside: there the name of the y axis comes before other parts of a title.
func (d *drawing) heading() (title, subtitle string) {
	onward := ""
	if d.above != "" {
		onward = d.glyphs.Onward + " " + d.above
	}
	room := d.canvas.width
	if len(d.Figure.Y.Words) == 0 { // names are wide: a long title stands above them
		room -= max(d.layout.spine, 0)
	}
	if d.aside != "" {
		room -= entryGap
	}
	titles := d.titles()
	if d.pinched && len(titles) > 1 {
		titles = titles[len(titles)-1:]
	}
	for i, t := range titles {
		upward := d.subtitle(t.words)
		if upward != "" {
			upward = d.glyphs.Upward + " " + upward
		}
		subtitle := strings.TrimSpace(upward + " " + onward)
		width := theme.Width(t.words)
		if subtitle != "" {
			width += entryGap + theme.Width(subtitle)
		}
		if !d.compact || i == len(titles)-1 || width <= room-min(theme.Width(d.aside), t.aside) {
			clause := theme.Width(firstClause(withoutParentheses(d.aside)))
			for _, longer := range zooming(t.words, d.zoom) {
				if d.canvas.height >= both && width-theme.Width(t.words)+theme.Width(longer)+clause <= room {
					return longer, subtitle
				}
			}
			return t.words, subtitle
		}
	}
	return "", ""
}

// headed is a possible heading, with the room it leaves for an aside.
type headed struct {
	words string
	aside int
}

// titles returns the possible headings, the best first: the title with the reading that it shows, the name of the y axis with
// that, the title, and the name of the y axis. On a narrow page the reading alone is better than these.
func (d *drawing) titles() []headed {
	drawn, shown := d.Showing()
	list := []headed{{d.Title(d.frame.y), mostAside}}
	clause := theme.Width(firstClause(withoutParentheses(d.aside)))
	short := min(leastAside, clause)
	if drawn == "" {
		return list
	}
	if at := strings.Index(drawn, firstOf); d.titled && at >= 0 { // which of several panels it is, and the text under it
		end := at + strings.Index(drawn[at:], ")") + 1
		if under := strings.TrimSpace(drawn[end:]); under != "" {
			list, shown = append(list, headed{drawn, clause - max(d.layout.spine, 0)}), under
		}
		drawn = drawn[:end]
	}
	alone := d.WithUnit(drawn, d.frame.y)
	if len(d.Figure.Y.Words) == 0 {
		alone = d.axisAlone(alone)
	} else {
		list = append(list, headed{d.Title(d.frame.y), short})
		alone = withoutClause(alone)
	}
	const narrow = 70
	if shown != "" {
		list = append(list, headed{alone + "; " + shown, short})
	}
	if shown != "" && d.canvas.width < narrow {
		return append(list, headed{shown, short})
	}
	return append(list, headed{d.WithUnit(drawn, d.frame.y), mostAside}, headed{alone, short})
}

// axisAlone returns the name of the y axis in place of a title that also contains more, and which of several panels this is.
func (d *drawing) axisAlone(title string) string {
	short := plan.AxisTitle(d.Figure.Y, d.frame.y, d.text())
	switch at := strings.LastIndex(title, firstOf); {
	case d.Figure.Y.Label == "" || d.sibling:
		return title
	case d.titled && at >= 0:
		return short + strings.TrimSuffix(title[at:], ", %")
	}
	return short
}

// drawTitle writes the title, its qualification, and the legend beside it.
func (d *drawing) drawTitle() {
	l, g := d.layout, d.glyphs
	if l.title >= 0 {
		x, y, room := max(l.spine, 0), l.title, d.canvas.width
		lines := d.titleLines()
		rows := l.titleRows
		if d.aside != "" {
			aside := d.asideIn(room)
			if d.compact {
				beside := room - x - d.headingWidth() - entryGap
				if aside = d.asideIn(max(beside, leastAside)); strings.HasSuffix(aside, g.Ellipsis) {
					aside = d.asideIn(max(beside, wholeAside))
				}
			}
			d.canvas.text(room-theme.Width(aside), y, aside, d.asideStyle)
			if l.apart && rows > 1 {
				y, rows = y+1, rows-1
			} else {
				room -= theme.Width(aside) + entryGap
				if l.apart { // without a row of its own the aside comes before the legend
					l.beside = nil
				}
			}
		}
		title, subtitle := d.heading()
		if rows < len(lines) || d.compact {
			lines = []string{title}
		}
		if slices.ContainsFunc(lines, func(t string) bool { return theme.Width(t) > room-x }) {
			x = 0
		}
		end := room
		if len(l.beside) > 0 {
			end -= widthOf(l.beside)
			d.drawEntries(end, y, l.beside)
			end -= 2
		}
		for _, title := range lines[:len(lines)-1] {
			d.canvas.text(x, y, g.Fit(title, end-x), d.theme.Text)
			y++
		}
		x += d.canvas.text(x, y, g.Fit(lines[len(lines)-1], end-x), d.theme.Text) + entryGap
		const least = 8
		if subtitle != "" && d.above != "" && end-x >= least { // there is no other place for it
			subtitle = g.Fit(subtitle, end-x)
		}
		if subtitle != "" && x+theme.Width(subtitle) <= end {
			x += d.canvas.text(x, y, subtitle, d.theme.Dim) + entryGap
		}
		for _, remark := range d.remarks() {
			if x+theme.Width(remark) <= end {
				d.canvas.text(x, y, remark, d.theme.Dim)
				break
			}
		}
	}
}

// drawFoot writes the legend and the x axis's caption: where the plot ends, or right of the entries that share its row.
func (d *drawing) drawFoot() {
	l, taken := d.layout, 0
	for i, row := range l.legendRows {
		room := d.canvas.width - widthOf(row)
		if l.legend+i == l.caption {
			room -= d.captionCells()
		}
		x := min(max(l.spine, 0), max(room, 0)) // a row is whole where names are wide
		d.drawEntries(x, l.legend+i, row)
		if l.legend+i == l.caption && len(row) > 0 {
			taken = x + widthOf(row) + entryGap
		}
	}
	if l.caption >= 0 {
		caption := plan.AxisTitle(d.Figure.X, d.frame.x, d.text())
		if theme.Width(caption) > d.canvas.width-taken && d.compact {
			caption = plan.AxisBrief(d.Figure.X, d.frame.x, d.text())
		}
		caption = d.glyphs.Fit(caption, d.canvas.width-taken)
		end := d.frame.plot.X + d.frame.plot.Width
		d.canvas.text(max(end-theme.Width(caption), taken), l.caption, caption, d.theme.Dim)
	}
}

// Least lengths of an aside beside a long title, below which it is cut within a clause, and beside a title with the name of the
// y axis.
const (
	leastAside = 24
	wholeAside = 30
	mostAside  = 40
)

// asideFits reports whether the aside has room after the title.
func (d *drawing) asideFits() bool {
	if d.compact { // it is cut there
		return true
	}
	return d.headingWidth()+entryGap+theme.Width(d.aside)+widthOf(d.layout.beside)+spineIndent <= d.canvas.width
}

// asideIn returns the aside in room cells.
func (d *drawing) asideIn(room int) string { return Aside(d.aside, room, d.glyphs) }

// Aside shortens the provenance note to fit: it drops parentheses, then whole clauses, last first, and finally truncates.
func Aside(text string, room int, g theme.Glyphs) string {
	for theme.Width(text) > room {
		shorter := withoutLastParentheses(text)
		if shorter == text {
			break
		}
		text = shorter
	}
	for theme.Width(text) > room {
		shorter := withoutClause(text)
		if shorter == text {
			break
		}
		text = shorter
	}
	return g.Fit(text, room)
}

// withoutClause drops the last sentence or clause, and from a single one the last item.
func withoutClause(text string) string {
	at := max(strings.LastIndex(text, ". "), strings.LastIndex(text, "; "))
	if at <= 0 {
		at = strings.LastIndex(text, ", ")
	}
	if at <= 0 {
		return text
	}
	return text[:at]
}

// firstClause returns the first clause alone.
func firstClause(text string) string {
	for shorter := withoutClause(text); shorter != text; shorter = withoutClause(text) {
		text = shorter
	}
	return text
}

// withoutParentheses drops parentheses with their contents, nested ones included (a file may be called "rows (1).csv"), and the
// blank before.
func withoutParentheses(text string) string {
	before, rest, found := strings.Cut(text, " (")
	if !found {
		return text
	}
	open := 1
	for i, c := range rest {
		switch c {
		case '(':
			open++
		case ')':
			open--
		}
		if open == 0 {
			return before + withoutParentheses(rest[i+1:])
		}
	}
	return before
}

// withoutLastParentheses drops the last parentheses that follow a blank, with that and their contents.
func withoutLastParentheses(text string) string {
	from, to, start, open := len(text), len(text), -1, 0
	for i, c := range text {
		switch {
		case c == '(' && open == 0 && !strings.HasSuffix(text[:i], " "):
		case c == '(':
			if open == 0 {
				start = i - 1
			}
			open++
		case c == ')' && open > 0:
			if open--; open == 0 {
				from, to = start, i+1
			}
		}
	}
	if open > 0 { // never closed
		from, to = start, len(text)
	}
	return text[:from] + text[to:]
}

// remarks says what the picture does to the data, at length and in short.
func (d *drawing) remarks() []string {
	if d.thinned > 1 {
		return []string{"(about one point in " + strconv.Itoa(d.thinned) + " is marked)", "(1 in " + strconv.Itoa(d.thinned) + " drawn)"}
	}
	if d.binned <= 2 { // the larger of two neighbours is hardly another
		return nil
	}
	n := strconv.Itoa(d.binned)
	return []string{"(a column is the largest of " + n + ")", "(largest of " + n + ")"}
}
