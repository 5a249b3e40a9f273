package chart

import (
	"slices"
	"strconv"

	"dpscope/engine"
	"dpscope/ui/theme"
)

// settleLegend gives the legend what the picture shows and does not name: beside the title,
// in the rows that were kept for it, else where the plot is empty. What has no place is counted.
func (d *drawing) settleLegend() {
	l := &d.layout
	if d.bare || l.title < 0 {
		return
	}
	entries, rows := d.entries(), 0
	if l.legend >= 0 {
		rows = len(l.legendRows)
	}
	l.beside, l.legendRows = nil, nil
	if rows > 0 {
		d.settleRows(entries, rows)
		return
	}
	room := d.besideRoom()
	if widthOf(entries) > room {
		entries = inBrief(entries)
	}
	l.beside = entries
	if widthOf(entries) <= room {
		return
	}
	const least = 12 // cells of an aside that say anything
	if l.beside = d.fitted(entries, room); l.beside == nil && d.unseated > 0 &&
		d.aside != "" { // the number of them comes before the end of the aside
		if left := theme.Width(d.aside) + room - uncounted(d.unseated).width(); left >= least {
			d.aside = d.asideIn(left)
			l.beside = []entry{uncounted(d.unseated)}
		}
	}
}

// fitted are the entries that stand in so many cells, when the others are seated in the plot
// or counted at the end.
func (d *drawing) fitted(entries []entry, room int) []entry {
	kept := slices.Clone(entries)
	for i := len(kept) - 1; i >= 0 && widthOf(kept) > room; i-- { // what comes first stays longest
		if d.seat(kept[i]) {
			kept = slices.Delete(kept, i, i+1)
		}
	}
	if widthOf(kept) <= room {
		return kept
	}
	var shown []entry
	for _, e := range kept {
		with := append(slices.Clone(shown), e)
		if widthOf(append(with[:len(with):len(with)], uncounted(len(kept)-len(with)))) <= room {
			shown = with
		}
	}
	d.unseated = len(kept)
	if more := append(shown, uncounted(len(kept)-len(shown))); widthOf(more) <= room {
		return more
	}
	return nil
}

// settleRows puts as many entries as fit into rows, and others beside the title, else into the
// plot; the last ones leave first.
func (d *drawing) settleRows(entries []entry, most int) {
	room := d.canvas.width - spineIndent
	rows, whole := legendRows(entries, room, most)
	if !whole {
		entries = inBrief(entries)
		rows, whole = legendRows(entries, room, most)
	}
	if !whole && d.compact && d.aside != "" { // what the marks are comes before the end of whose people these are
		if shorter := firstClause(d.aside); shorter != d.aside {
			d.aside = shorter
		}
	}
	kept := slices.Clone(entries)
	var beside []entry
	for at := len(kept) - 1; at > 0 && !whole && d.compact; at-- {
		if with := append([]entry{kept[at]}, beside...); widthOf(with) <= d.besideRoom() {
			beside, kept = with, slices.Delete(kept, at, at+1)
			rows, whole = legendRows(kept, room, most)
		}
	}
	for at := len(kept) - 1; at > 0 && !whole; at-- {
		if !kept[at].first && d.seat(kept[at]) {
			kept = slices.Delete(kept, at, at+1)
			rows, whole = legendRows(kept, room, most)
		}
	}
	for len(rows) < most {
		rows = append(rows, nil)
	}
	d.layout.beside, d.layout.legendRows = beside, rows
}

// uncounted says how many entries have no place.
func uncounted(count int) entry {
	return entry{Sign: "+", Text: strconv.Itoa(count) + " more", Muted: true}
}

// besideRoom is what the title leaves of its row, and whose people the picture shows.
func (d *drawing) besideRoom() int {
	const apart = 4
	room := d.canvas.width - max(d.layout.spine, 0) - d.headingWidth() - apart
	if d.aside != "" && !d.layout.apart {
		room -= theme.Width(d.aside) + entryGap
	}
	return room
}

// seat writes an entry where the plot is empty, at the right and as far up as can be, and
// tells whether there was a place. No line is so near that the words could be its name.
func (d *drawing) seat(e entry) bool {
	const far, near = 2.0, 1.0 // rows
	plot, width := d.frame.plot, e.width()
	if d.field != nil || len(d.figure.Y.Words) > 0 || e.Sign == d.glyphs.DashDown ||
		e.Sign == d.glyphs.AnswerDown { // what stands in an area, in a row or beside a line names it
		return false
	}
	for _, least := range [...]float64{far, near} {
		for row := range plot.Height {
			for x := plot.Width - width; x >= 0; x-- {
				if !d.empties(x-entryGap, row, width+2*entryGap) {
					continue
				}
				if d.boxed(x, row, width) || d.lineNear(x, row, width, least) {
					continue
				}
				d.drawEntries(d.column(x), d.row(row), []entry{e})
				return true
			}
		}
	}
	return false
}

// lineNear says whether a line is nearer to words than so many rows.
func (d *drawing) lineNear(x, row, width int, rows float64) bool {
	if d.courses == nil {
		d.courses = d.followed()
	}
	return slices.ContainsFunc(d.courses, func(n named) bool { return n.course.near(x, x+width-1, row) < rows })
}

// boxed says whether words stand inside of an outlined region, which they would name.
func (d *drawing) boxed(x, row, width int) bool {
	return slices.ContainsFunc(d.marks, func(m engine.Normal) bool {
		if m.Form != engine.Outline {
			return false
		}
		across, okX := d.frame.columns(m.Edges.X0, m.Edges.X1)
		down, okY := d.frame.rows(m.Edges.Y0, m.Edges.Y1)
		return okX && okY && x <= across.to && x+width > across.from && row >= down.from && row <= down.to
	})
}

// empties says whether nothing at all is in columns of a row of the plot; what lies beside it
// does not count.
func (d *drawing) empties(x, row, width int) bool {
	for c := max(x, 0); c < min(x+width, d.frame.plot.Width); c++ {
		if p := d.canvas.at(d.column(c), d.row(row)); p.glyph != ' ' || !p.soft || p.area {
			return false
		}
	}
	return true
}

// seen says whether anything of a mark is to be seen: of a shade, that lines left some of it,
// and of weights, that they have a margin.
func (d *drawing) seen(mark int) bool {
	m := &d.marks[mark]
	switch {
	case !d.drawn:
		return true
	case m.Form == engine.Strip:
		return m.Vertical && d.layout.aside || !m.Vertical && d.layout.above
	case m.Form != engine.Ribbon:
		return true
	}
	for x := range d.frame.plot.Width {
		top, bottom, ok := d.bandRows(m, float64(x))
		for y := whole(top); ok && y <= min(whole(bottom), d.frame.plot.Height-1); y++ {
			if p := d.canvas.at(d.column(x), d.row(y)); p.soft && p.glyph == first(d.glyphs.Weave) {
				return true
			}
		}
	}
	return false
}
