package page

import (
	"dpscope/ui/chart"
	"dpscope/ui/explorer"
	"dpscope/ui/line"
)

// column draws a page without a side: the lead, the picture over the whole width, the focused control, the first answers, and
// what may be tried.
func (p *painter) column(at chart.Rect) line.Block {
	if at.Height < leastBody {
		return p.small(at)
	}
	const fixed = 2 // the control and the answers
	lines := p.lead(at, fixed)
	s := divide(at.Height, len(lines))
	if p.scene.Layer.Alone {
		s = share{picture: at.Height - 1, control: 1}
	}
	place := func(rows int) chart.Rect {
		return chart.Rect{X: at.X, Y: at.Y + len(lines), Width: at.Width, Height: rows}
	}
	left := place(s.picture)
	left.Width = min(at.Width, mostPicture)
	p.frame.left = left
	drawn := p.pane(left, true)
	if more := p.moreAnswers(); more > 0 {
		drawn = drawn[:len(drawn)-more]
		p.frame.left.Height -= more
		s.answers += more
	}
	for _, l := range drawn {
		lines = append(lines, l+line.Blank(at.Width-left.Width))
	}
	lines = lines.Fill(at.Width, len(lines)+s.air)
	lines = append(lines, margined(place(1), p.control)...)
	if p.scene.Layer.Alone {
		return lines.Fill(at.Width, at.Height)
	}
	if rest := at.Height - len(lines); p.reading() && rest > 0 {
		return append(lines, p.readout(place(rest))...)
	}
	if s.said == 0 && p.busy() { // the message takes the place of the answers
		return append(lines, p.said(place(1))...).Fill(at.Width, at.Height)
	}
	lines = append(lines, p.answers(place(s.answers))...)
	lines = append(lines, p.said(place(s.said))...)
	return append(lines, p.helpIn(s.help, at.Width)...).Fill(at.Width, at.Height)
}

// moreAnswers returns the rows that a picture with few rows, as a list, leaves for answers beside the first. It depends only on
// the numbers of rows and answers, so that nothing moves with a slider.
func (p *painter) moreAnswers() int {
	const usual = 2 // answers of a row, at least
	s := p.scene
	if s.Pane != explorer.PicturePane || !s.Drawn || s.Trouble != nil || s.Layer.Alone {
		return 0
	}
	return max(min(p.frame.picture.Unused, (len(p.listed())-1)/usual), 0)
}

// small draws a page with room for little more than the focused control and the answers.
func (p *painter) small(at chart.Rect) line.Block {
	var lines line.Block
	if at.Height > 1 {
		lines = append(lines, margined(chart.Rect{X: at.X, Y: at.Y, Width: at.Width, Height: 1}, p.control)...)
	}
	rest := chart.Rect{X: at.X, Y: at.Y + len(lines), Width: at.Width, Height: at.Height - len(lines)}
	return append(lines, p.answers(rest)...).Fill(at.Width, at.Height)
}

// helpIn draws the help of the focused row in the given number of rows.
func (p *painter) helpIn(rows, width int) line.Block {
	text := p.helpOf(p.scene.Focused())
	if rows == 0 || text == "" {
		return nil
	}
	b := p.Lines(p.helpLines(text, width-nameColumn-1, rows), p.Dim, width, nameColumn)
	if points := p.published(p.scene.Focused(), width); len(b)+len(points) <= rows {
		b = append(points, b...)
	}
	return b
}

// zoomed draws the picture over the whole body, with the control below it.
func (p *painter) zoomed(at chart.Rect) line.Block {
	below := 1
	if p.reading() {
		below = min(max(p.readoutRows(at), 1), at.Height/2)
	}
	p.frame.left = at
	p.frame.left.Height -= below
	lines := p.pane(p.frame.left, true)
	under := chart.Rect{X: at.X, Y: at.Y + len(lines), Width: at.Width, Height: below}
	switch {
	case p.reading():
		return append(lines, p.readout(under)...)
	case p.busy():
		return append(lines, p.now("", p.Text, under))
	}
	return append(lines, margined(under, p.control)...)
}
