package chart

import (
	"slices"
	"strconv"
	"strings"

	"dpscope/engine"
	"dpscope/engine/known"
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

// entries lists the series that are not named at the ends of their lines, and the classes of a field. A lone series needs no
// entry: the title names it.
func (d *drawing) entries() []entry {
	var entries []entry
	around := slices.ContainsFunc(d.Marks, func(m engine.Normal) bool { // the title tells what lies about the point
		return m.Form == engine.Outline && m.Emphasis || m.Content == engine.Cells
	})
	plain := true
	for _, s := range d.Series {
		plain = plain && s.Basis == known.Exact && !(around && s.Here)
	}
	if len(d.Series) > 1 || !plain {
		entries = d.seriesEntries()
	}
	for i := range d.Marks {
		if d.Marks[i].Content == engine.Cells {
			entries = append(entries, d.fieldEntries(&d.Marks[i])...)
			continue
		}
		e, listed := d.markEntry(i)
		alike := func(other entry) bool { return other.Text == e.Text }
		if m := &d.Marks[i]; (m.Masses || m.Content == engine.Weights || m.Under != "") && slices.ContainsFunc(entries, alike) {
			continue
		}
		if listed {
			entries = append(entries, e)
		}
	}
	if e, found := d.leftEntry(); found {
		entries = append(entries, e)
	}
	for _, t := range d.unplaced {
		entries = append(entries, entry{Sign: t.sign, Text: t.words, Style: t.style, first: t.style != d.theme.Dim})
	}
	slices.SortStableFunc(entries, func(a, b entry) int { return plan.FalseFirst(!a.first, !b.first) })
	return entries
}

// downEntries returns the lines from the top; they are in the legend where their names find no place beside them.
func (d *drawing) downEntries() (entries []entry) {
	for i := range d.Marks {
		if m := &d.Marks[i]; m.Form == engine.Threshold && m.Vertical && m.Title != "" {
			entries = append(entries, entry{Sign: d.glyphs.DashDown, Text: d.glyphs.Plain(m.Title), Style: d.theme.Dim})
		}
	}
	return entries
}

// markEntry returns the entry of a mark that its series does not name.
func (d *drawing) markEntry(mark int) (e entry, listed bool) {
	m := &d.Marks[mark]
	words := d.glyphs.Plain(m.Title)
	brief := words
	switch {
	case m.Content == engine.Intervals:
		words = d.bandTitle(mark, m)
		brief = words
	case m.Content == engine.Samples && !m.Masses || m.Named:
		return entry{}, false
	case m.Basis != known.Exact && words != "" && !m.Series() && d.Reading(m) == "": // a number has its own sign
		words = d.Qualified(m.Basis, words)
	}
	if !d.seen(mark) {
		return entry{}, false
	}
	sign, style := d.look(mark)
	return entry{Sign: sign, Text: words, brief: brief, Style: style, first: m.Form == engine.Outline && m.Emphasis}, words != ""
}

// look returns the sign of a mark in one cell beside its series, or without one, with its style.
func (d *drawing) look(mark int) (string, theme.Style) {
	switch m := &d.Marks[mark]; m.Form {
	case engine.Spike:
		return d.glyphs.Beyond, d.style(d.Series[d.Of[mark]].Ink)
	case engine.Ribbon:
		return d.bandLook(d.Of[mark])
	case engine.Whisker:
		return d.glyphs.Vertical, d.style(d.Series[d.Of[mark]].Ink)
	case engine.Shade:
		if m.Under != "" {
			return d.glyphs.Solid, d.theme.Muted
		}
		return d.glyphs.Shade, d.theme.Muted
	case engine.Outline:
		return d.edgeOf(mark).sign(), d.boxStyle(m)
	}
	return d.glyphs.Block, d.theme.Accent
}

func (d *drawing) seriesEntries() []entry {
	var entries, last []entry
	var others []string // labels of muted marks
	for _, i := range d.ByPlace() {
		s := d.Series[i]
		switch {
		case s.Left || s.Label == "" || slices.Contains(d.layout.names, i) || !d.shows(i) || d.entitled(s) || d.pointedAt(i) && !tells(s.Label):
			continue
		case s.Muted && s.Trail && d.Figure.Folded && d.Crowded():
			continue
		case s.Ghost:
			entries = append(entries, entry{Sign: d.glyphs.DashAcross, Text: s.Label, Style: d.theme.Ghost, Muted: true})
			continue
		case s.Muted && !s.Trail:
			others = append(others, d.NameOf(s))
			continue
		}
		if over, hidden := d.hidden(i); hidden {
			switch {
			case over >= 0 && d.Bounds(i):
				last = append(last, entry{Sign: d.glyphs.Bullet, Text: s.Label + " " + d.Within(i), Style: d.theme.Muted, Muted: true})
			case over >= 0:
				last = append(last, entry{Sign: d.glyphs.Bullet, Text: d.NameOf(s) + " (under " + plan.Short(d.Series[over].Label) + ")", Style: d.theme.Muted, Muted: true,
					brief: plan.Short(s.Label) + " (hidden)"})
			}
			continue
		}
		entries = append(entries, entry{Sign: d.signOf(i), Text: d.NameOf(s), Style: d.signStyle(i), brief: d.BriefOf(s),
			first: s.Answer || s.Strong || s.Trail && !s.Muted || s.Here && len(d.Series) == 1 || s.Value != "", pointed: d.pointedAt(i)})
	}
	if left := d.Crowded() && d.Lines() > d.MutedLines(); len(others) > 0 && !left { // marks that are left out beside others are no part of the legend
		e := entry{Sign: d.mutedSign(), Text: strconv.Itoa(len(others)) + " others", Style: d.theme.Muted, Muted: true, aside: true,
			lines: len(others)}
		switch {
		case len(others) == 1:
			e.Text = others[0]
		case len(others) <= mostNamed:
			e.Text, e.brief = strings.Join(others, ", "), e.Text
		case d.lists != "":
			e.Text, e.brief = e.Text+" ("+d.lists+" lists them)", e.Text
		}
		entries = append(entries, e)
	}
	return append(entries, last...)
}

// entitled reports whether the title names a line, which is the only one, and nothing else needs to be said about it.
func (d *drawing) entitled(s plan.Series) bool {
	return s.Line && !s.Ghost && d.Lines() == 1 && s.Basis == known.Exact && strings.Contains(d.Title(d.frame.y), s.Label)
}

// tells reports whether a label adds something to the present setting, unlike "at this ε" or "after T steps".
func tells(label string) bool {
	first, _, _ := strings.Cut(label, " ")
	return strings.ContainsAny(label, "(:") || !slices.Contains([]string{"at", "after", "this"}, first)
}

// pointedAt reports whether a pointer, in the accent colour like the setting itself, stands below the present setting and gives
// its value.
func (d *drawing) pointedAt(series int) bool {
	if s := d.Series[series]; !s.Here || d.paper || d.glyphs.ASCII || !d.Coloured || d.drawn && d.layout.axis < 0 {
		return false
	}
	points := 0
	for i := range d.Marks {
		if m := &d.Marks[i]; d.Of[i] == series && m.Form == engine.Dot {
			for _, x := range m.X {
				if !d.pointerAt(x) {
					return false
				}
				points++
			}
		}
	}
	return points > 0
}

// pointerAt reports whether a pointer stands below a value of the x axis.
func (d *drawing) pointerAt(x float64) bool {
	return slices.ContainsFunc(d.Marks, func(m engine.Normal) bool { return m.Form == engine.Pointer && m.Vertical && m.Edges.X0 == x })
}

// mostNamed limits the muted lines that are named together in a legend: more are counted.
const mostNamed = 3

// mutedSign returns the sign of a muted line: without colour it is dotted.
func (d *drawing) mutedSign() string {
	if d.Coloured {
		return d.glyphs.Horizontal
	}
	return d.glyphs.Bullet
}

// hidden reports whether a line is drawn and nowhere visible, so that it has no marker, and which other one is drawn in its
// place; -1: none, as it lies beyond the picture.
func (d *drawing) hidden(series int) (over int, covered bool) {
	if s := d.Series[series]; d.signed == nil || !s.Line || s.Trail || d.signed[series] || d.pointsSeen(series) {
		return -1, false
	}
	return d.under(series)
}

// shows reports whether anything of a series with points alone is visible: none may lie within the picture, or others lie over
// them.
func (d *drawing) shows(series int) bool {
	s := d.Series[series]
	if !d.drawn || s.Line || s.Ghost || s.Here {
		return true
	}
	for i := range d.Marks {
		m := &d.Marks[i]
		if d.Of[i] == series && (m.Form != engine.Dot || len(m.As) > 0 || len(m.X) > 2*d.frame.plot.Width) {
			return true
		}
	}
	return d.pointsSeen(series)
}

// pointsSeen reports whether a marker of a series stands at one of its points: none may lie within the picture, or others lie
// over them.
func (d *drawing) pointsSeen(series int) bool {
	for i := range d.Marks {
		m := &d.Marks[i]
		if d.Of[i] != series || m.Form != engine.Dot {
			continue
		}
		for k := range min(len(m.X), len(m.Y)) {
			x, y, inside := d.frame.cellXY(m.X[k], m.Y[k])
			if !inside {
				continue
			}
			at, above := d.canvas.at(d.column(x), d.row(y)), d.canvas.at(d.column(x), d.row(y)-1) // where its seat may be
			if s := d.Series[series]; d.isSpot(at, s) || above != nil && d.isSpot(above, s) {
				return true
			}
		}
	}
	return false
}

// signStyle returns the style of a series' sign: bars of which some are marked are grey.
func (d *drawing) signStyle(series int) theme.Style {
	for i := range d.Marks {
		if m := &d.Marks[i]; m.Form == engine.Column && d.Of[i] == series && len(m.Marked) > 0 {
			return d.theme.Muted
		}
	}
	return d.style(d.Series[series].Ink)
}

// bandTitle names what a band shows of its series, where that is not the series itself.
func (d *drawing) bandTitle(mark int, m *engine.Normal) string {
	if words := d.glyphs.Plain(m.Title); words != d.Series[d.Of[mark]].Label && !d.Series[d.Of[mark]].Ghost {
		return words
	}
	return ""
}

// signOf returns the sign of a series in one cell.
func (d *drawing) signOf(series int) string {
	s := d.Series[series]
	if s.Trail && s.Broken && s.Dash != nil {
		return d.glyphs.Dotted + d.glyphs.Dotted
	}
	if s.Trail && s.Muted {
		return d.glyphs.Bullet + d.glyphs.Bullet
	}
	if s.Trail {
		return d.glyphs.Horizontal + d.glyphs.Horizontal
	}
	if s.Muted {
		return d.mutedSign()
	}
	if s.Line && d.Lines() == 1 {
		return d.glyphs.Horizontal
	}
	if s.Line && d.hueAlone() {
		return d.glyphs.Horizontal + d.glyphs.Horizontal
	}
	for i := range d.Marks {
		m := &d.Marks[i]
		if d.Of[i] != series {
			continue
		}
		switch m.Form {
		case engine.Ribbon:
			if m.With != "" || d.bandTitle(i, m) != "" {
				continue
			}
			return d.glyphs.Weave + d.pointOf(series)
		case engine.Whisker:
			if !s.Line && d.pointOf(series) == "" { // intervals of a line that is another series
				return d.glyphs.Vertical
			}
		case engine.Column:
			return d.barGlyph(series)
		}
		break
	}
	if at := slices.IndexFunc(d.Marks, func(m engine.Normal) bool {
		return m.Name == s.Name && len(m.From) > 0 &&
			!slices.Equal(m.From, m.To)
	}); at >= 0 {
		if m := &d.Marks[at]; len(m.As) > 0 && d.Listed { // all have one marker, at an end or between both
			if slices.Equal(m.X, m.To) {
				return d.glyphs.BracketLeft + d.glyphs.Horizontal + d.glyphs.Markers[0]
			}
			return d.glyphs.BracketLeft + d.glyphs.Markers[0] + d.glyphs.BracketRight
		}
		if len(d.Marks[at].As) > 0 { // each has the marker of its member
			return d.glyphs.BracketLeft + d.glyphs.Horizontal
		}
		return d.glyphs.BracketLeft + d.glyphs.Horizontal + d.pointSign(d.marker(s.Marker))
	}
	return d.pointSign(d.marker(s.Marker))
}

// pointOf returns the marker of a series that has points too.
func (d *drawing) pointOf(series int) string {
	for i := range d.Marks {
		if d.Marks[i].Form == engine.Dot && d.Of[i] == series {
			return d.pointSign(d.marker(d.Series[series].Marker))
		}
	}
	return ""
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
			for len(row) > 0 && widthOf(append(row[:len(row):len(row)], uncounted(left))) > room {
				row, left = row[:len(row)-1:len(row)-1], append([]entry{row[len(row)-1]}, left...)
			}
			row = append(row, uncounted(left))
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
