// Package page draws an open view as a page of a terminal. A page is a pure function of the scene, the look and the room; only
// the Frame carries over from one to the next.
//
// Below 104 columns a page is one column: the picture has all of the width, and the focused control one line. As rows get
// fewer, the control's help goes first, then what may be tried, a second row of answers, the price (with a mark), and the
// picture down to five rows; the question, the answer, the slider, the first reading and ? stay. A tick stands in the middle of
// its row, with equal whole numbers of rows between ticks; zero is drawn in the axis line, and bars end on it.
// numbers of rows from the next; zero is drawn in the axis line, and bars end on it.
package page

import (
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

	scoped     bool            // the lead says which people the page is about
	underlined map[string]bool // terms that the lead has used already
}

// Draw draws a scene into a region of the screen. It takes the picture of the last frame again where it would be the same.
func Draw(s explorer.Scene, l line.Look, body chart.Rect, last Frame) Frame {
	p := painter{Look: l, scene: s, last: last, frame: Frame{glyphs: l.Glyphs, pane: s.Pane}}
	p.frame.Lines = p.body(body)
	return p.frame
}

// body draws the lead, and the page under it: in one column where it is narrow.
func (p *painter) body(at chart.Rect) line.Block {
	if g := p.scene.Layer.Guess; g != nil && at.Height > 1 {
		first := p.guess(*g, at.Width)
		at.Y, at.Height = at.Y+1, at.Height-1
		return append(line.Block{first}, p.under(at)...)
	}
	return p.under(at)
}

// under draws the page below what a lesson lays over it.
func (p *painter) under(at chart.Rect) line.Block {
	zoomed := p.scene.Zoomed && at.Height >= leastBody
	p.frame.one = zoomed || at.Width < sideFrom
	switch {
	case zoomed:
		return p.zoomed(at)
	case p.frame.one:
		return p.column(at)
	}
	head := p.lead(at, 0)
	at.Y, at.Height = at.Y+len(head), at.Height-len(head)
	return append(head, p.columns(at)...)
}

// columns draws what stands at the left, the side, and the text under both.
func (p *painter) columns(at chart.Rect) line.Block {
	readout := p.readoutRows(at)
	under := max(saidRows(at.Height, p.scene.View.NoteRows), readout)
	above := at
	above.Height -= under
	left, side := beside(above)
	air := 0
	if at.Height >= airyPicture {
		air = 1
	}
	left.Height -= air // and the rule ends there: the text below belongs to the whole page
	side.Height -= air
	p.frame.left = left
	drawn := p.pane(left, false)
	aside := p.side
	if p.scene.Pane == explorer.ListPane {
		aside = p.list
	}
	drawn = p.beside(drawn, aside(side)).Fill(at.Width, above.Height)
	below := chart.Rect{X: at.X, Y: at.Y + above.Height, Width: at.Width, Height: under}
	if readout > 0 {
		return append(drawn, p.readout(below)...)
	}
	return append(drawn, p.said(below)...)
}

// readout draws what the pointer reads.
func (p *painter) readout(at chart.Rect) line.Block {
	return line.Block(p.frame.picture.ReadoutLines(at.Width-1, at.Height)).Indent(1).Fill(at.Width, at.Height)
}

// beside puts two blocks of one height beside each other, with a rule between and the page's margin at the end.
func (p *painter) beside(left, right line.Block) line.Block {
	rule := " " + p.Muted.Paint(p.Separator)
	lines := make(line.Block, len(left))
	for i := range left {
		lines[i] = left[i] + rule + right[i] + line.Blank(margin)
	}
	return lines
}

// pane draws the left part: a list too where there is no side; else a list takes the place of the controls and the picture
// shows what it marks.
func (p *painter) pane(at chart.Rect, alone bool) line.Block {
	switch s := p.scene; {
	case s.Pane == explorer.SolvePane:
		return p.solve(at)
	case s.Pane == explorer.ListPane && alone:
		return p.list(at)
	case s.Pane == explorer.ControlsPane:
		return p.controls(at)
	case s.Trouble != nil:
		return p.trouble(p.aged(), at)
	case s.Pane == explorer.TablePane:
		return p.table(p.aged(), at)
	case s.Pane == explorer.WhyPane:
		return p.why(p.aged(), at)
	case !s.Drawn:
		return line.Block{p.Line(at.Width).To(1).Put(p.Dim, "computing "+p.Ellipsis).String()}.Fill(at.Width, at.Height)
	}
	if !alone { // the rule keeps its distance itself
		return within(at, margin, 0, p.picture)
	}
	return margined(at, p.picture)
}

// aged returns the look of answers: faint while they do not belong to the present values.
func (p *painter) aged() line.Look {
	l := p.Look
	if p.scene.Stale {
		l.Theme = l.Faded()
	}
	return l
}
