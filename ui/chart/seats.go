package chart

import (
	"slices"
	"strconv"
	"strings"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/ui/plan"
	"dpscope/ui/theme"
)

// settleLegend gives the legend the visible marks without a name: beside the title or in the rows that were kept for it.
// Entries without a place are counted: in the plot they would look like data.
func (d *drawing) settleLegend() {
	l := &d.layout
	if d.bare || l.title < 0 {
		return
	}
	entries, rows := d.entries(), 0
	if l.legend >= 0 {
		rows = len(l.legendRows)
	}
	if !d.roomForLegend(entries) {
		entries = slices.DeleteFunc(entries, func(e entry) bool { return e.aside })
	}
	l.beside, l.legendRows = nil, nil
	room := d.besideRoom()
	if rows > 0 && (d.compact || d.aside != "" && !l.apart || len(d.titleLines()) > 1 || widthOf(entries) > room) {
		d.settleRows(entries, rows)
		return
	}
	if widthOf(entries) > room {
		entries = inBrief(entries)
	}
	if widthOf(entries) > room && d.compact {
		d.pinched = true
		room = d.besideRoom()
	}
	l.beside = entries
	if widthOf(entries) <= room {
		return
	}
	const least = 12 // cells of an informative aside
	// The number of entries comes before the end of the aside.
	if l.beside = fitted(entries, room); l.beside == nil && d.aside != "" {
		left := theme.Width(d.aside) + room
		var counted []entry
		if len(entries) > 0 {
			counted = []entry{uncounted(entries, left)}
			left -= counted[0].width()
		}
		if shorter := d.asideIn(left); left >= least && !strings.HasSuffix(shorter, d.glyphs.Ellipsis) {
			d.aside, l.beside = shorter, counted
		}
	}
}

// roomForLegend reports whether all entries have places beside the title and in the rows that were kept.
func (d *drawing) roomForLegend(entries []entry) bool {
	if d.bare || d.layout.title < 0 {
		return false
	}
	if d.layout.legend < 0 || len(d.layout.legendRows) == 0 {
		return widthOf(inBrief(entries)) <= d.besideRoom()
	}
	_, _, whole := d.inRows(inBrief(entries), len(d.layout.legendRows))
	return whole
}

// fitted returns the entries that fit into room cells, with the number of the others at the end.
func fitted(entries []entry, room int) []entry {
	var shown []entry
	for n := range entries {
		with := entries[: n+1 : n+1]
		if widthOf(append(with, uncounted(entries[n+1:], room))) > room {
			break
		}
		shown = with
	}
	if more := append(shown, uncounted(entries[len(shown):], room)); len(entries) > 0 && widthOf(more) <= room {
		return more
	}
	return nil
}

// settleRows puts as many entries as fit into rows, and others beside the title; the last ones leave first.
func (d *drawing) settleRows(entries []entry, most int) {
	beside, rows, whole := d.inRows(entries, most)
	if short := inBrief(entries); whole && len(beside) > 0 && d.fitBelow(short, most) { // one place rather than two
		beside, rows, whole = d.inRows(short, most)
	}
	if !whole {
		entries = inBrief(entries)
		beside, rows, whole = d.inRows(entries, most)
	}
	if !whole && d.compact && d.aside != "" { // the legend comes before the end of the aside
		if shorter := firstClause(d.aside); shorter != d.aside {
			d.aside = shorter
			beside, rows, _ = d.inRows(entries, most)
		}
	}
	for len(rows) < most {
		rows = append(rows, nil)
	}
	d.layout.beside, d.layout.legendRows = beside, rows
}

// fitBelow reports whether the rows have room for all entries, none of them beside the title.
func (d *drawing) fitBelow(entries []entry, most int) bool {
	_, whole := legendRows(slices.Clone(entries), d.canvas.width-spineIndent, d.captionCells(), most)
	return whole
}

// inRows breaks entries into rows and, in a compact picture, puts the rest beside the title.
func (d *drawing) inRows(entries []entry, most int) (beside []entry, rows [][]entry, whole bool) {
	room, kept := d.canvas.width-spineIndent, slices.Clone(entries)
	taken := d.captionCells()
	rows, whole = legendRows(kept, room, taken, most)
	for at := len(kept) - 1; at > 0 && !whole && d.compact; at-- {
		if with := append([]entry{kept[at]}, beside...); widthOf(with) <= d.besideRoom() {
			beside, kept = with, slices.Delete(kept, at, at+1)
			rows, whole = legendRows(kept, room, taken, most)
		}
	}
	return beside, rows, whole
}

// uncounted says how many signs have no place in a legend, counting lines where one stands for several; without room for the word
// it says the number alone.
func uncounted(entries []entry, room int) entry {
	count := 0
	for _, e := range entries {
		count += max(e.lines, 1)
	}
	e := entry{Sign: "+", Text: numeral.Things(count, "sign"), Muted: true}
	if e.width() > room {
		e.Text = strconv.Itoa(count)
	}
	return e
}

// besideRoom returns the room that the title and the aside leave in their row.
func (d *drawing) besideRoom() int {
	const apart = 4
	room := d.canvas.width - max(d.layout.spine, 0) - d.headingWidth() - apart
	if d.aside != "" && !d.layout.apart {
		room -= theme.Width(d.aside) + entryGap
	}
	return room
}

// lineNear reports whether a line is nearer to words than rows rows.
func (d *drawing) lineNear(x, row, width int, rows float64) bool {
	if d.courses == nil {
		d.courses = d.Followed(d.layout.names, d.courseOf)
	}
	return slices.ContainsFunc(d.courses, func(n plan.Named) bool { return n.Course.Near(x, x+width-1, float64(row)) < rows })
}

// empties reports whether columns of a row of the plot are empty; their neighbours do not count.
func (d *drawing) empties(x, row, width int) bool {
	for c := max(x, 0); c < min(x+width, d.frame.plot.Width); c++ {
		if p := d.canvas.at(d.column(c), d.row(row)); p.glyph != ' ' || !p.soft || p.area {
			return false
		}
	}
	return true
}

// seen reports whether anything of a mark is visible: a shade if lines left some of it, and weights if they have a margin.
func (d *drawing) seen(mark int) bool {
	m := &d.Marks[mark]
	switch {
	case !d.drawn:
		return true
	case m.Form == engine.Strip:
		return m.Vertical && d.layout.aside || !m.Vertical && d.layout.above
	case m.Form != engine.Ribbon:
		return true
	}
	for x := range d.frame.plot.Width {
		top, bottom := d.bandCells(m, x)
		for y := top; y <= bottom; y++ {
			if p := d.canvas.at(d.column(x), d.row(y)); p.soft && (p.ground != 0 || p.glyph == first(d.glyphs.Weave)) {
				return true
			}
		}
	}
	return false
}
