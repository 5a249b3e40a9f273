package ui

import (
	"strings"

	"charm.land/bubbles/v2/progress"

	"dpscope/engine/numeral"
	"dpscope/ui/chart"
)

// draw draws the body of the page into a region of the screen, and remembers
// where things are for the mouse.
func (m *Explorer) draw(l look, body rect) block {
	note := m.noteLines(l, body)
	readout := m.readoutRows(body)
	if readout > 0 {
		note = nil
	}
	body.height -= max(len(note), readout)
	m.layout = divide(body)
	if m.layout.left.height == 0 {
		return append(m.smallLines(l, m.layout.lines), note...)
	}
	left := m.drawPane(l, m.layout.left)
	if readout > 0 {
		note = block(m.picture.ReadoutLines(body.width-1, readout)).indent(1).fill(body.width, readout)
	}
	if m.layout.side.width == 0 {
		return append(append(left, m.smallLines(l, m.layout.lines)...), note...)
	}
	side := m.side(l, m.layout.side)
	lines := make(block, 0, body.height+len(note))
	for i := range left {
		var b strings.Builder
		b.WriteString(left[i])
		b.WriteString(" " + l.Muted.Paint(l.Separator) + " ")
		b.WriteString(side[i])
		lines = append(lines, b.String())
	}
	return append(lines, note...)
}

// drawPane draws what stands at the left.
func (m *Explorer) drawPane(l look, at rect) block {
	switch m.pane {
	case paneSolve:
		return m.drawSolve(l, at)
	case paneOptions:
		return m.drawList(l, at)
	}
	switch {
	case m.trouble != nil:
		return m.drawTrouble(m.aged(l), at)
	case m.pane == paneTable:
		return m.table.draw(m.aged(l), at)
	case m.pane == paneWhy:
		return m.why(m.aged(l), at)
	case !m.drawn:
		return block{l.line(at.width).to(1).put(l.Dim, "computing "+l.Ellipsis).String()}.fill(at.width, at.height)
	}
	return m.drawChart(l, at)
}

// aged is how answers are drawn: faint while they are not of the present
// values.
func (m *Explorer) aged(l look) look {
	if m.stale() {
		l.Theme = l.Faded()
	}
	return l
}

// drawChart draws the figure, dimmed when it is out of date, and what the
// crosshair reads.
func (m *Explorer) drawChart(l look, at rect) block {
	options := chart.Options{Width: at.width, Height: at.height, Theme: l.Theme, Glyphs: l.Glyphs, Dim: m.stale()}
	if m.pointer.on {
		options.Crosshair = m.pointer.at
	}
	m.picture = chart.Render(m.sheet.Figure, options)
	return block(m.picture.Lines).fill(at.width, at.height)
}

// readoutRows is the room under the page's body for what the crosshair reads,
// where the sentence under the picture else stands; a message comes first.
func (m *Explorer) readoutRows(body rect) int {
	const share, most, least = 8, 4, 10
	reading := m.pointer.on && m.pane == paneChart && m.drawn && m.trouble == nil
	if !reading || m.status.text != "" || body.height < least {
		return 0
	}
	return min((body.height+3)/share, most)
}

// drawTrouble says in words why there is no picture.
func (m *Explorer) drawTrouble(l look, at rect) block {
	b := block{blank(at.width)}
	b = append(b, l.line(at.width).to(2).put(l.Warning, "No picture at this setting").String(), blank(at.width))
	for _, t := range l.wrap(m.trouble.Error(), at.width-4) {
		b = append(b, l.line(at.width).to(2).put(l.Text, t).String())
	}
	b = append(b, blank(at.width))
	for _, t := range l.wrap("The sliders still move; u goes back.", at.width-3) {
		b = append(b, l.line(at.width).to(2).put(l.Dim, t).String())
	}
	return b.fill(at.width, at.height)
}

// noteLines are the sentence under the picture, or what the program has to
// say just now.
func (m *Explorer) noteLines(l look, body rect) block {
	most, gap := 2, body.height >= 22
	switch {
	case body.height < 16 || body.width < twoColumns:
		most = 0
	case body.height < 18:
		most = 1
	}
	style, text := l.Text, ""
	switch {
	case m.status.text != "":
		text, style, most = m.status.text, l.Accent, max(most, 1)
		if m.status.alarm {
			style = l.Warning
		}
	case m.late && m.figures.busy() && most > 0:
		return m.waiting(l, body.width, most, gap)
	case len(m.sheet.Notes) > 0 && m.trouble == nil:
		text = m.sheet.Notes[0].Text
		if m.sheet.Notes[0].Warning {
			style = l.Warning
		}
	}
	if most == 0 || body.height < 3 {
		return nil
	}
	wrapped := l.wrapSentences(text, body.width-2, most)
	var lines block
	for _, t := range wrapped {
		lines = append(lines, l.line(body.width).to(1).put(style, t).String())
	}
	lines = lines.fill(body.width, most) // the page stays where it is when the sentence grows
	if gap && most > 1 {
		lines = append(block{blank(body.width)}, lines...)
	}
	return lines
}

// waiting says what is being computed, and how far it is where that is known.
func (m *Explorer) waiting(l look, width, height int, gap bool) block {
	line := l.line(width).to(1).put(l.Dim, "computing")
	if r, _ := m.focused(m.rows()); r.kind == sliderRow {
		line.put(l.Dim, " "+r.param.Format(m.values.Get(r.param)))
	}
	if share := m.sheet.Progress.Share(); m.partial && share > 0 && width > 2*progressWidth {
		line.put(l.Text, "  ").raw(progressBar(l, share), progressWidth)
		line.put(l.Dim, "  "+numeral.Percent.Format(share))
	} else {
		line.put(l.Dim, " "+l.Ellipsis)
	}
	lines := block{line.String()}.fill(width, height)
	if gap && height > 1 {
		lines = append(block{blank(width)}, lines...)
	}
	return lines
}

const progressWidth = 24

// progressBar draws a share done, progressWidth cells wide.
func progressBar(l look, share float64) string {
	full, rest := []rune(l.TrackOn)[0], []rune(l.Track)[0]
	bar := progress.New(progress.WithWidth(progressWidth), progress.WithoutPercentage(), progress.WithFillCharacters(full, rest),
		progress.WithColors(l.Accent.Ink.Lipgloss()))
	bar.EmptyColor = l.Muted.Ink.Lipgloss()
	return bar.ViewAs(share)
}

// smallLines are the focused control and a reading, for a page that has no
// side, or the readings alone where there is no picture either.
func (m *Explorer) smallLines(l look, at rect) block {
	rows := m.rows()
	focus, i := m.focused(rows)
	basis := m.basisColumn(l, at.width)
	var lines block
	draw := func(r row) {
		lines = append(lines, m.rowLine(l, r, rect{at.x, at.y + len(lines), at.width, 1}, basis))
	}
	if i >= 0 && (focus.kind == readingRow || at.height > 1) {
		draw(focus)
	}
	for _, r := range rows {
		if r.kind == readingRow && len(lines) < at.height && r.key != m.focus {
			draw(r)
		}
	}
	return lines.fill(at.width, at.height)
}
