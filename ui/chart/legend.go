package chart

import (
	"slices"

	"dpscope/ui/plan"
	"dpscope/ui/theme"
)

// entry is one item of a legend: a sign in its colour, and its meaning.
type entry struct {
	Sign  string
	Text  string
	Style theme.Style // of the sign
	Muted bool

	brief   string // Text in few letters, where room is short; empty: the same
	first   bool   // the picture is about it, and it comes before others
	aside   bool   // it is the ground of others, and left out next
	pointed bool   // a pointer names it, and it says how precise that is
	lines   int    // lines it stands for, where they are several
}

// entries returns the legend in cells.
func (d *drawing) entries() []entry { return d.inCells(d.Legend(d.Title(d.frame.y), visible{d})) }

// inCells returns entries with their signs.
func (d *drawing) inCells(all []plan.Entry) (entries []entry) {
	for _, e := range all {
		sign, style := d.sign(e)
		entries = append(entries, entry{Sign: sign, Text: e.Text, Style: style, Muted: e.Muted, brief: e.Brief, first: e.First, aside: e.Aside,
			pointed: e.Pointed, lines: e.Lines})
	}
	return entries
}

// width returns the cells that an entry takes.
func (e entry) width() int { return theme.Width(e.Sign) + 1 + theme.Width(e.Text) }

const entryGap = 3

func widthOf(entries []entry) int {
	total := 0
	for i, e := range entries {
		if i > 0 {
			total += entryGap
		}
		total += e.width()
	}
	return total
}

// mostLegend limits the rows of a legend, before the plot is considered: one more where it shares the first.
func (d *drawing) mostLegend() int {
	most := 4
	if d.canvas.height < 14 {
		most = 2
	}
	if d.captionCells() > 0 {
		most++
	}
	return most
}

// spineIndent limits how far from the left a legend begins: at the spine of the plot below.
const spineIndent = 6

// placeLegend puts the entries, indented by indent cells, beside the title where both fit, else into at most most rows at the
// foot, where the x axis's caption shares the first. In a compact picture the plot has these rows: entries that do not fit
// beside the title are seated once the plot is drawn.
func (d *drawing) placeLegend(entries []entry, indent, most int) {
	d.layout.beside, d.layout.legendRows = nil, nil
	const apart = 4
	room := d.canvas.width - indent
	beside := room - d.headingWidth() - apart
	switch {
	case len(entries) == 0:
		return
	case d.compact:
		if d.aside != "" {
			beside -= theme.Width(d.aside) + entryGap
		}
		if widthOf(inBrief(entries)) <= beside || most == 0 || d.canvas.height < legendFrom {
			return
		}
		d.layout.legendRows = [][]entry{nil}
		if most > 1 && widthOf(inBrief(d.unnamed(entries))) > room {
			d.layout.legendRows = append(d.layout.legendRows, nil)
		}
		return
	case widthOf(entries) <= beside && (d.aside == "" || !d.asideFits()): // the aside shares no row with the legend
		d.layout.beside = entries
		return
	}
	taken := d.captionCells()
	rows, whole := legendRows(entries, room, taken, most)
	if !whole {
		rows, _ = legendRows(inBrief(entries), room, taken, most)
	}
	const usual = 3
	for !d.stacked && len(d.Figure.Members) > 0 && len(rows) > 1 && len(rows) < min(most, usual) { // other members must not move the plot
		rows = append(rows, nil)
	}
	d.layout.legendRows = rows
}

// unnamed returns the entries that no name in the plot can replace.
func (d *drawing) unnamed(entries []entry) []entry {
	return slices.DeleteFunc(slices.Clone(entries), func(e entry) bool {
		return slices.ContainsFunc(d.layout.names, func(series int) bool { return d.NameOf(d.Series[series]) == e.Text })
	})
}

// captionCells returns the cells that the x axis's caption takes of the first row of a legend.
func (d *drawing) captionCells() int {
	if words := theme.Width(plan.AxisTitle(d.Figure.X, d.frame.x, d.text())); words > 0 && !d.compact {
		return words + entryGap
	}
	return 0
}

// legendFrom is the height from which a compact picture keeps a row for a legend without room beside the title.
const legendFrom = 12

// inBrief returns the entries with their short texts, without those that a pointer replaces.
func inBrief(entries []entry) []entry {
	short := slices.DeleteFunc(slices.Clone(entries), func(e entry) bool { return e.pointed })
	for i, e := range short {
		if e.brief != "" {
			short[i].Text = e.brief
		}
	}
	return short
}

// legendRows breaks entries into at most most rows, with taken cells of the first one in use; the rest is counted at the end,
// and whole is false.
func legendRows(entries []entry, room, taken, most int) (rows [][]entry, whole bool) {
	whole = true
	all := room
	for len(entries) > 0 && len(rows) < most {
		if room = all; len(rows) == 0 {
			room -= taken
			if most > 1 && entries[0].width() > room { // it is for the caption alone
				rows = append(rows, nil)
				continue
			}
		}
		n := 1
		for n < len(entries) && widthOf(entries[:n+1]) <= room {
			n++
		}
		row := entries[:n:n]
		entries = entries[n:]
		if len(rows) == most-1 && len(entries) > 0 {
			whole = false
			left := entries
			for len(row) > 0 && widthOf(append(row[:len(row):len(row)], uncounted(left, room))) > room {
				row, left = row[:len(row)-1:len(row)-1], append([]entry{row[len(row)-1]}, left...)
			}
			row = append(row, uncounted(left, room))
		}
		rows = append(rows, row)
	}
	return rows, whole
}

func (d *drawing) drawEntries(x, y int, entries []entry) {
	for _, e := range entries {
		if x >= d.canvas.width {
			return
		}
		style := d.theme.Text
		if e.Muted {
			style = d.theme.Dim
		}
		x += d.canvas.text(x, y, e.Sign, e.Style) + 1
		x += d.canvas.text(x, y, d.glyphs.Fit(e.Text, d.canvas.width-x), style) + entryGap
	}
}
