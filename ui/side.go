package ui

import (
	"strings"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/ui/slider"
	"dpscope/ui/theme"
)

// columns of the side of the page, in cells from its left edge.
const (
	nameColumn   = 2  // after the focus mark
	valueColumn  = 18 // the value of a slider ends valueWidth further on
	valueWidth   = 9
	trackColumn  = valueColumn + valueWidth + 2
	answerColumn = 26 // the basis of a reading
)

// sideLine is a row, or a gap between groups of rows.
type sideLine struct {
	row row
	gap bool
}

// side draws the controls, the readings and the help of what has the focus.
func (m *Explorer) side(l look, at rect) block {
	lines := m.sideLines()
	helpRows := m.helpRows(l, at.width)
	room := at.height - helpRows
	if rows := len(m.rows()); rows > room { // rows first: help is a key away
		helpRows, room = 0, at.height
	}
	if len(lines) > room { // nor for gaps
		kept := lines[:0]
		for _, s := range lines {
			if !s.gap {
				kept = append(kept, s)
			}
		}
		lines = kept
	}
	first, basis := m.scroll(lines, room), m.basisColumn(l, at.width)
	var drawn block
	for i := first; i < len(lines) && len(drawn) < room; i++ {
		y := at.y + len(drawn)
		if lines[i].gap {
			drawn = append(drawn, blank(at.width))
			continue
		}
		text := m.rowLine(l, lines[i].row, rect{at.x, y, at.width, 1}, basis)
		if last := len(drawn) == room-1; last && i+1 < len(lines) {
			text = l.line(at.width).to(nameColumn).put(l.Dim, numeral.Count(float64(len(lines)-i))+" more "+l.Down).String()
		} else if i > 0 && i == first {
			text = l.line(at.width).to(nameColumn).put(l.Dim, numeral.Count(float64(i+1))+" more "+l.Up).String()
		}
		drawn = append(drawn, text)
	}
	drawn = drawn.fill(at.width, room)
	if helpRows > 0 {
		r, _ := m.focused(m.rows())
		drawn = append(drawn, m.helpLines(l, r, at.width)...)
	}
	return drawn.fill(at.width, at.height)
}

func (m *Explorer) sideLines() []sideLine {
	var lines []sideLine
	for _, r := range m.rows() {
		if n := len(lines); n > 0 {
			before := lines[n-1].row.kind
			if before != r.kind && !(before == pickerRow && r.kind == textRow) {
				lines = append(lines, sideLine{gap: true})
			}
		}
		lines = append(lines, sideLine{row: r})
	}
	return lines
}

// scroll returns the first line to draw so that the focus is in sight, with a
// line to spare on either side.
func (m *Explorer) scroll(lines []sideLine, room int) int {
	if len(lines) <= room {
		return 0
	}
	at := 0
	for i, s := range lines {
		if s.row.key == m.focus && !s.gap {
			at = i
		}
	}
	return min(max(at-room/2, 0), len(lines)-room)
}

// rowLine draws one row, with the basis of a reading at a column, and remembers
// where it is for the mouse.
func (m *Explorer) rowLine(l look, r row, at rect, basis int) string {
	line := l.line(at.width)
	focused := r.key == m.focus && !m.pointer.held
	zone := zone{rect: at, key: r.key}
	if focused {
		line.put(l.Accent, l.Focus)
	}
	line.to(nameColumn)
	switch r.kind {
	case pickerRow:
		m.pickerLine(l, line, r, focused)
	case textRow:
		m.textLine(l, line, r, focused)
	case sliderRow:
		m.sliderLine(l, line, r, focused)
		zone.param = r.param
		zone.track = rect{at.x + trackColumn, at.y, trackWidth(r.param, at.width), 1}
	case readingRow:
		m.readingLine(m.aged(l), line, r.reading, basis, focused)
	}
	m.layout.zones = append(m.layout.zones, zone)
	return line.String()
}

func (m *Explorer) nameStyle(l look, focused bool) theme.Style {
	if focused {
		return l.Accent
	}
	return l.Text
}

func (m *Explorer) pickerLine(l look, line *line, r row, focused bool) {
	option := m.values.Picked(r.choice)
	line.put(m.nameStyle(l, focused), r.choice.Title())
	line.to(14).put(l.Muted, l.PickLeft+" ").put(m.nameStyle(l, focused), option.Title).put(l.Muted, " "+l.PickRight)
	line.right(l.Dim, option.Tag)
}

func (m *Explorer) textLine(l look, line *line, r row, focused bool) {
	line.put(m.nameStyle(l, focused), label(r.text.Label, r.text.Name)).to(14)
	if focused && m.edit != nil {
		m.edit.draw(l, line)
		return
	}
	line.put(l.Muted, l.PickLeft+" ").put(m.nameStyle(l, focused), shorten(l, m.values.Word(r.text), line.width-line.at-2)).put(l.Muted, " "+l.PickRight)
}

// shorten keeps the end of a long word, which is where paths differ.
func shorten(l look, word string, width int) string {
	word = l.Plain(word)
	over := theme.Width(word) - width
	if over <= 0 || width < 6 {
		return word
	}
	runes := []rune(word)
	for theme.Width(l.Ellipsis+string(runes)) > width {
		runes = runes[1:]
	}
	return l.Ellipsis + string(runes)
}

func label(label, name string) string {
	if label == "" {
		return name
	}
	return label
}

// sliderName is the symbol, and the words after it when they add something.
func sliderName(p param.Param) string {
	if p.Label == "" || p.Label == p.Symbol {
		return p.Symbol
	}
	return p.Symbol + "  " + p.Label
}

func trackWidth(p param.Param, width int) int {
	if p.Scale != param.Linear {
		width -= 4 // " log"
	}
	return max(width-trackColumn, 0)
}

func (m *Explorer) sliderLine(l look, line *line, r row, focused bool) {
	p, v := r.param, m.values.Get(r.param)
	if focused && m.edit != nil {
		line.put(m.nameStyle(l, focused), sliderName(p))
		m.edit.draw(l, line.to(valueColumn))
		return
	}
	text := l.Plain(p.Text(v))
	start := min(valueColumn+valueWidth, line.width) - theme.Width(text)
	if start < nameColumn { // rather nothing than half a number
		return
	}
	line.put(m.nameStyle(l, focused), l.Fit(l.Plain(sliderName(p)), start-nameColumn-1))
	line.to(start).put(m.nameStyle(l, focused), text)
	width := trackWidth(p, line.width)
	if width < 4 {
		return
	}
	line.to(trackColumn).raw(slider.Track(p, v, m.opening.Get(p), width, focused, l.Theme, l.Glyphs), width)
	if p.Scale != param.Linear {
		line.put(l.Muted, " log")
	}
}

// readingLine writes what a reading is, its basis at a column, the number with
// its unit, and what qualifies it. Where room is short the number gives up its column
// first, then the name its end, then the remark goes; the number is never cut.
func (m *Explorer) readingLine(l look, line *line, r engine.Answer, column int, focused bool) {
	name, style := l.Dim, l.Strong
	if focused {
		name, style = l.Accent, l.Accent
	}
	text, known := answer(r)
	if !known {
		line.put(name, l.Fit(l.Plain(r.Label), column-nameColumn-1)).to(column).put(l.Dim, text)
		return
	}
	basis, text, unit, remark := l.Basis(r.Known.Side()), l.Plain(text), l.Plain(r.Unit), l.Plain(remark(r))
	pad := 0
	if r.Known.Word == "" {
		pad = max(0, 4-integerWidth(text))
	}
	width := theme.Width(basis) + 1 + theme.Width(text)
	if unit != "" {
		width += 1 + theme.Width(unit)
	}
	rest := 0
	if remark != "" {
		rest = 1 + theme.Width(remark)
	}
	const leastName = 10
	if nameColumn+leastName+1+width+rest > line.width {
		remark, rest = "", 0
	}
	if r.Known.Word == "" && nameColumn+leastName+1+width > line.width { // rather nothing than half a number
		return
	}
	column = max(min(column, line.width-width-rest), nameColumn+leastName+1)
	pad = min(pad, max(line.width-column-width-rest, 0))
	line.put(name, l.Fit(l.Plain(r.Label), column-nameColumn-1)).to(column)
	line.put(l.Dim, basis).to(line.at+1+pad).put(style, text)
	if unit != "" {
		line.put(l.Text, " "+unit)
	}
	line.right(l.Dim, remark)
}

// basisColumn is where the basis of every reading stands: further left than
// usual where remarks need the room and the names do not.
func (m *Explorer) basisColumn(l look, width int) int {
	const number = 8 // cells of a number set at its decimal point: "  85.3 %"
	column, longest := answerColumn, 0
	for _, r := range m.answers() {
		longest = max(longest, theme.Width(l.Plain(r.Label)))
		beside := theme.Width(l.Plain(remark(r)))
		if beside == 0 {
			continue
		}
		if r.Unit != "" {
			beside += 1 + theme.Width(l.Plain(r.Unit))
		}
		column = min(column, width-theme.Width(l.Basis(r.Known.Side()))-1-number-1-beside)
	}
	return min(max(column, nameColumn+longest+1), answerColumn)
}

// remark qualifies a reading: its interval, or what the view says of it.
func remark(r engine.Answer) string {
	if r.Beside == "" && r.Known.Basis == known.Estimate {
		if low, high, ok := r.Known.Interval(); ok {
			return interval(r.Style, low, high)
		}
	}
	return r.Beside
}

// interval writes the two ends in as little room as they take, each on the side
// that holds the value.
func interval(style numeral.Style, low, high float64) string {
	from, to := style.Rounded(low, numeral.Down), style.Rounded(high, numeral.Up)
	return strings.TrimSuffix(from, " %") + "–" + strings.TrimSuffix(to, " %")
}

// answer is the reading's value in words; known is false when it has none.
func answer(r engine.Answer) (text string, known bool) {
	switch {
	case r.Pending:
		return "…", false
	case r.Known.Word != "":
		return r.Known.Word, true
	case r.Known.Missing():
		if r.Known.None == "" {
			return "none", false
		}
		return "none: " + r.Known.None, false
	}
	return r.Written(), true
}

// integerWidth is how much of a number stands before its decimal point.
func integerWidth(text string) int {
	if i := strings.IndexAny(text, ". "); i >= 0 {
		return i
	}
	return len(text)
}

// mostHelp is how many lines of help there may be.
const mostHelp = 4

// helpRows is the height kept for the help of any row, so that nothing moves
// with the focus, with a line to set it off.
func (m *Explorer) helpRows(l look, width int) int {
	most := 0
	var longest row // of the readings, whose help differs in their labels alone
	for _, r := range m.rows() {
		if r.kind != readingRow {
			most = max(most, len(m.helpLines(l, r, width)))
		} else if len(r.reading.Label) >= len(longest.reading.Label) {
			longest = r
		}
	}
	if longest.kind == readingRow {
		most = max(most, len(m.helpLines(l, longest, width)))
	}
	return most
}

// helpLines explain a row below all rows: the first sentences that fit.
func (m *Explorer) helpLines(l look, r row, width int) block {
	text := m.helpOf(r)
	if text == "" {
		return nil
	}
	lines := block{blank(width)}
	for _, t := range l.wrapSentences(text, width-nameColumn, mostHelp) {
		lines = append(lines, l.line(width).to(nameColumn).put(l.Dim, t).String())
	}
	return lines
}

func (m *Explorer) helpOf(r row) string {
	switch r.kind {
	case sliderRow:
		low, high := r.param.Travel()
		text := r.param.Help + " " + r.param.Exact(low) + " to " + r.param.Exact(high)
		if low != r.param.Min || high != r.param.Max {
			text += "; type any from " + r.param.Exact(r.param.Min) + " to " + r.param.Exact(r.param.Max)
		}
		return text + "."
	case pickerRow:
		return m.values.Picked(r.choice).Help
	case textRow:
		return r.text.Help
	}
	if r.reading.Goal == known.NoGoal {
		return r.reading.Label + ": w says why."
	}
	return r.reading.Label + ": w says why, s solves for it."
}
