package page

import (
	"dpscope/ui/chart"
	"dpscope/ui/line"
	"dpscope/ui/theme"
)

// lead says above everything else what the page answers and at which price: the
// first sentence wraps and is never cut, the second and the warning between them yield
// where there is no room. It keeps its height while the view stays open, so that the
// picture does not move when a number grows.
// Below it stand so many rows besides the picture.
func (p *painter) lead(at chart.Rect, below int) line.Block {
	lead := p.scene.Sheet.Lead
	if !lead.Said() || !p.scene.Drawn || p.scene.Trouble != nil || at.Height < leastBody {
		return nil
	}
	strong, calm := p.Strong, p.Text
	if p.scene.LeadStale {
		strong, calm = p.Dim, p.Dim
	}
	answer, price := lead.Answer.String(), lead.Price.String()
	lines, after := p.set(nil, strong, answer, at.Width), line.Block(nil)
	if w := lead.Warning; w != "" {
		after = append(after, p.Line(at.Width).To(1).Put(p.Warning, p.Fit(p.Plain(w), at.Width-2)).String())
	}
	if price != "" {
		if said := p.set(nil, calm, price, at.Width); at.Height-len(lines)-len(after)-len(said)-below >= beforePrice {
			after = append(after, said...)
		} else {
			lines = p.yielded(strong, answer, at.Width)
		}
	}
	lines = append(lines, after...)
	p.frame.leadRows = len(lines)
	if before := p.last.leadRows; p.last.leadOf == p.leadOf(at) && before > len(lines) {
		p.frame.leadRows = before
	}
	p.frame.leadOf = p.leadOf(at)
	lines = lines.Fill(at.Width, p.frame.leadRows)
	if at.Height >= airy {
		lines = append(lines, line.Blank(at.Width))
	}
	return lines
}

// leadOf tells pages apart whose lead may have another height.
func (p *painter) leadOf(at chart.Rect) leadKey {
	return leadKey{p.scene.View.Name, at.Width, at.Height}
}

type leadKey struct {
	view          string
	width, height int
}

// airy is the height of a page's body from which there is air around the lead.
const airy = 26

// set wraps a sentence in lines of about one width.
func (p *painter) set(lines line.Block, style theme.Style, text string, width int) line.Block {
	for _, t := range p.Balance(text, width-2) {
		lines = append(lines, p.Line(width).To(1).Put(style, t).String())
	}
	return lines
}

// yielded is a sentence whose successor had no room, with a mark at its end.
func (p *painter) yielded(style theme.Style, text string, width int) line.Block {
	wrapped := p.Balance(text, width-2)
	mark := " " + p.Plain(p.Ellipsis)
	if last := wrapped[len(wrapped)-1]; theme.Width(last+mark) > width-2 {
		wrapped = p.Balance(text, width-2-theme.Width(mark))
	}
	wrapped[len(wrapped)-1] += mark
	var lines line.Block
	for _, t := range wrapped {
		lines = append(lines, p.Line(width).To(1).Put(style, t).String())
	}
	return lines
}
