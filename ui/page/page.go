// Package page draws an open view as a page of a terminal. A page is a pure
// function of the scene, the look and the room: nothing is remembered from one
// to the next but what the Frame says.
package page

import (
	"slices"

	"dpscope/ui/chart"
	"dpscope/ui/explorer"
	"dpscope/ui/line"
)

// painter draws one page.
type painter struct {
	line.Look
	scene explorer.Scene
	frame Frame
	last  Frame
}

// Draw draws a scene into a region of the screen. The picture of the last frame
// is taken again where it would be the same.
func Draw(s explorer.Scene, l line.Look, body chart.Rect, last Frame) Frame {
	p := painter{Look: l, scene: s, last: last, frame: Frame{glyphs: l.Glyphs, pane: s.Pane}}
	p.frame.Lines = p.body(body)
	return p.frame
}

// body draws the lead and whose numbers these are, and the page under them.
func (p *painter) body(at chart.Rect) line.Block {
	head := p.lead(at)
	at.Y, at.Height = at.Y+len(head), at.Height-len(head)
	whose := p.whose(at)
	at.Y, at.Height = at.Y+len(whose), at.Height-len(whose)
	return slices.Concat(head, whose, p.rest(at))
}

// rest draws what stands at the left, the side, and the sentence under both.
func (p *painter) rest(at chart.Rect) line.Block {
	note := p.note(at)
	readout := p.readoutRows(at)
	if readout > 0 {
		note = nil
	}
	at.Height -= max(len(note), readout)
	places := divide(at)
	p.frame.left = places.left
	if places.left.Height == 0 {
		return append(p.small(places.lines), note...)
	}
	left := p.pane(places.left, places.side.Width == 0)
	if readout > 0 {
		note = line.Block(p.frame.picture.ReadoutLines(at.Width-1, readout)).Indent(1).Fill(at.Width, readout)
	}
	if places.side.Width == 0 {
		return append(append(left, p.small(places.lines)...), note...)
	}
	aside := p.side
	if p.scene.Pane == explorer.ListPane {
		aside = p.list
	}
	return append(p.beside(left, aside(places.side)), note...)
}

// beside puts two blocks of one height beside each other, with a rule between.
func (p *painter) beside(left, right line.Block) line.Block {
	rule := " " + p.Muted.Paint(p.Separator) + " "
	lines := make(line.Block, len(left))
	for i := range left {
		lines[i] = left[i] + rule + right[i]
	}
	return lines
}

// pane draws what stands at the left: where there is no side that is a list too,
// else a list stands in place of the controls and the picture shows what it marks.
func (p *painter) pane(at chart.Rect, alone bool) line.Block {
	switch s := p.scene; {
	case s.Pane == explorer.SolvePane:
		return p.solve(at)
	case s.Pane == explorer.ListPane && alone:
		return p.list(at)
	case s.Trouble != nil:
		return p.trouble(p.aged(), at)
	case s.Pane == explorer.TablePane:
		return p.table(p.aged(), at)
	case s.Pane == explorer.WhyPane:
		return p.why(p.aged(), at)
	case !s.Drawn:
		return line.Block{p.Line(at.Width).To(1).Put(p.Dim, "computing "+p.Ellipsis).String()}.Fill(at.Width, at.Height)
	}
	return p.picture(at)
}

// aged is how answers are drawn: faint while they are not of the present
// values.
func (p *painter) aged() line.Look {
	l := p.Look
	if p.scene.Stale {
		l.Theme = l.Faded()
	}
	return l
}

// subject is what the answers are about, where its picker is not in sight: the
// kind that is picked, if it is of those that have tags.
func (p *painter) subject(seen explorer.Row) string {
	for _, r := range p.scene.Rows {
		if r.Kind == explorer.PickerRow && r.Picked.Tag != "" && r.Key != seen.Key {
			return r.Picked.Title
		}
	}
	return ""
}

// small draws the focused control and an answer, for a page that has no side,
// or the answers alone where there is no picture either.
func (p *painter) small(at chart.Rect) line.Block {
	basis := p.basisColumn(at.Width)
	var lines line.Block
	draw := func(r explorer.Row) {
		lines = append(lines, p.row(r, chart.Rect{X: at.X, Y: at.Y + len(lines), Width: at.Width, Height: 1}, basis))
	}
	focus := p.scene.Focused()
	if focus.Kind == explorer.AnswerRow || focus.Kind >= 0 && at.Height > 1 {
		draw(focus)
	}
	for _, r := range p.scene.Rows {
		if r.Kind == explorer.AnswerRow && len(lines) < at.Height && r.Key != focus.Key {
			if subject := p.subject(focus); subject != "" && r.Answer.Held == nil { // which comes before a remark
				r.Answer.Beside = subject
			}
			draw(r)
		}
	}
	return lines.Fill(at.Width, at.Height)
}
