package chart

import (
	"slices"
	"strconv"
	"strings"

	"dpscope/ui/theme"
)

// headingWidth is the cells of the title with what follows it.
func (d *drawing) headingWidth() int {
	title, subtitle := d.heading()
	width := theme.Width(title)
	if subtitle != "" {
		width += entryGap + theme.Width(subtitle)
	}
	return width
}

// heading is the title, and what the axes are where that is said neither by it nor at them. In a
// compact picture it shares a row with whose people these are: there what the y axis is comes before
// what else a title says.
func (d *drawing) heading() (title, subtitle string) {
	onward := ""
	if d.above != "" {
		onward = d.glyphs.Onward + " " + d.above
	}
	room := d.canvas.width
	if len(d.figure.Y.Words) == 0 { // names are wide: a long title stands above them
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
				if width-theme.Width(t.words)+theme.Width(longer)+clause <= room {
					return longer, subtitle
				}
			}
			return t.words, subtitle
		}
	}
	return "", ""
}

// headed is what a heading may be, and how much of an aside it leaves room for.
type headed struct {
	words string
	aside int
}

// titles are what the heading may be, the best first: what is drawn with the reading that it shows, what the y axis is
// with that, what is drawn, and what the y axis is. On a narrow page the reading alone is better than these.
func (d *drawing) titles() []headed {
	drawn, shown := d.showing()
	list := []headed{{d.title(), mostAside}}
	clause := theme.Width(firstClause(withoutParentheses(d.aside)))
	short := min(leastAside, clause)
	if drawn == "" {
		return list
	}
	if at := strings.Index(drawn, firstOf); d.titled && at >= 0 { // which of several panels it is, and what is said under it
		end := at + strings.Index(drawn[at:], ")") + 1
		if under := strings.TrimSpace(drawn[end:]); under != "" {
			list, shown = append(list, headed{drawn, clause - max(d.layout.spine, 0)}), under
		}
		drawn = drawn[:end]
	}
	alone := d.withUnit(drawn)
	if len(d.figure.Y.Words) == 0 {
		alone = d.axisAlone(alone)
	} else {
		list = append(list, headed{d.title(), short})
		alone = withoutClause(alone)
	}
	const narrow = 70
	if shown != "" {
		list = append(list, headed{alone + "; " + shown, short})
	}
	if shown != "" && d.canvas.width < narrow {
		return append(list, headed{shown, short})
	}
	return append(list, headed{d.withUnit(drawn), mostAside}, headed{alone, short})
}

// axisAlone is what the y axis is in place of a title that says it with more, and which of several panels this is.
func (d *drawing) axisAlone(title string) string {
	short := axisTitle(d.figure.Y, d.frame.y, d.glyphs)
	switch at := strings.LastIndex(title, " ("); {
	case d.figure.Y.Label == "" || d.sibling:
		return title
	case d.titled && at >= 0:
		return short + strings.TrimSuffix(title[at:], ", %")
	}
	return short
}

// drawTitle writes the title, what qualifies it, and the legend beside it.
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
				if l.apart { // and no row for it: whose people comes before the legend
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
		caption := axisTitle(d.figure.X, d.frame.x, d.glyphs)
		if theme.Width(caption) > d.canvas.width-taken && d.compact {
			caption = axisBrief(d.figure.X, d.frame.x, d.glyphs)
		}
		caption = d.glyphs.Fit(caption, d.canvas.width-taken)
		end := d.frame.plot.X + d.frame.plot.Width
		d.canvas.text(max(end-theme.Width(caption), taken), l.caption, caption, d.theme.Dim)
	}
}

// What an aside keeps of a row that it shares with a long title, rather than being cut within a clause, and with a title
// and what the y axis is.
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

// asideIn is the aside in so many cells.
func (d *drawing) asideIn(room int) string { return Aside(d.aside, room, d.glyphs) }

// Aside is whose numbers a picture shows, in so much room: what stands in parentheses goes first, from the end, then whole
// clauses from the end, and of the last one its end.
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

// withoutClause leaves out the last sentence or clause, and of one the last item.
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

// firstClause is the first one alone.
func firstClause(text string) string {
	for shorter := withoutClause(text); shorter != text; shorter = withoutClause(text) {
		text = shorter
	}
	return text
}

// withoutParentheses leaves out what stands in them, others in them too (a file may be called "rows (1).csv"), and the
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

// withoutLastParentheses leaves out the last of them that stand behind a blank, with that and all in them.
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

// remarks say what the picture does to the data, at length and in short.
func (d *drawing) remarks() []string {
	if d.thinned > 1 {
		return []string{"(about one point in " + strconv.Itoa(d.thinned) + " is marked)", "(1 in " + strconv.Itoa(d.thinned) + " drawn)"}
	}
	if d.binned <= 2 { // of two neighbours the larger is hardly another
		return nil
	}
	n := strconv.Itoa(d.binned)
	return []string{"(a column is the largest of " + n + ")", "(largest of " + n + ")"}
}
