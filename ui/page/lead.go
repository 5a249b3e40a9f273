package page

import (
	"dpscope/assets"
	"dpscope/engine"
	"dpscope/ui/chart"
	"dpscope/ui/line"
	"dpscope/ui/theme"
)

// lead says above all else what the page answers and at which price: the first sentence wraps and is never cut, the second and
// the warning between them give way where there is no room. It keeps its height while the view stays open, so that the picture
// does not move when a number grows. Below it stand the given number of rows besides the picture.
func (p *painter) lead(at chart.Rect, below int) line.Block {
	lead := p.scene.Sheet.Lead
	if !lead.Said() || !p.scene.Drawn || p.scene.Trouble != nil || at.Height < leastBody {
		return nil
	}
	strong, answer, price, warning := p.Strong, lead.Answer.String(), lead.Price.String(), lead.Warning
	if p.scene.LeadStale { // of another setting: it does not answer the present question
		strong, answer, price, warning = p.Dim, "Computing; before: "+answer, "", ""
	}
	measure := p.measure(at.Width)
	lines, after := p.set(strong, answer, measure, at.Width), line.Block(nil)
	if warning != "" {
		after = append(after, p.Line(at.Width).To(1).Put(p.Warning, p.Fit(p.Plain(warning), at.Width-2)).String())
	}
	if price != "" {
		if said := p.set(p.Text, price, measure, at.Width); at.Height-len(lines)-len(after)-len(said)-below >= beforePrice {
			after = append(after, said...)
		} else {
			lines = p.yielded(strong, answer, at.Width)
		}
	}
	lines = append(lines, after...)
	seenRows := 1
	if at.Height >= airy {
		seenRows = 2
	}
	if seen := p.seen(lead.Sees, seenRows, at.Width); len(seen) > 0 && !p.scene.LeadStale && at.Height-len(lines)-len(seen)-below >= beforePrice {
		lines = append(lines, seen...)
	}
	if at.Height >= airy {
		lines = append(lines, p.scope(at.Width)...)
		lines = append(lines, p.plainly(at.Width)...)
	}
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

// plainly says in everyday words, in a row of its own, what the first term of the answer means that has such words.
func (p *painter) plainly(width int) line.Block {
	for _, use := range assets.Uses(p.scene.Sheet.Lead.Answer.String()) {
		text := p.Plain(use.Term.Title() + ": " + use.Term.Plain)
		if use.Term.Plain != "" && theme.Width(text) <= width-2 {
			return line.Block{p.Line(width).To(1).Put(p.Dim, text).String()}
		}
	}
	return nil
}

// seen says who sees what in the longest form that fits the rows; none where no form does.
func (p *painter) seen(s engine.Sees, rows, width int) line.Block {
	for _, text := range s.Lines() {
		if lines := p.Wrap(p.Plain(text), width-2); len(lines) <= rows {
			return p.told(p.Balance(p.Plain(text), width-2), p.Dim, width, 1)
		}
	}
	return nil
}

// scope says which people the page is about, right under the price that they pay; on a page without air the head of the picture
// says it.
func (p *painter) scope(width int) line.Block {
	of := p.scene.Sheet.Provenance
	if p.scoped = of.Text != ""; !p.scoped {
		return nil
	}
	style := p.Dim
	if of.Warning {
		style = p.Warning
	}
	return p.told([]string{chart.Aside(p.Plain(of.Text), width-2, p.Glyphs)}, style, width, 1)
}

// leadOf returns a key for pages with a lead of the same height.
func (p *painter) leadOf(at chart.Rect) leadKey {
	return leadKey{p.scene.View.Name, at.Width, at.Height}
}

type leadKey struct {
	view          string
	width, height int
}

// airy is the height of a page's body from which there is air around the lead.
const airy = 26

// mostMeasure limits the length of a line of the lead: longer ones are hard to read, and it is the same on all pages.
const mostMeasure = 78

// measure returns the width that both sentences are set to.
func (p *painter) measure(width int) int { return max(min(width-2, mostMeasure), 1) }

// set wraps a sentence to the measure; if a word or two would be left alone, the lines become shorter until they are not.
func (p *painter) set(style theme.Style, text string, measure, width int) line.Block {
	const short = 6 // a last line shorter than this part of the measure is too short
	wrapped := p.Wrap(text, measure)
	for to := measure - 1; theme.Width(wrapped[len(wrapped)-1]) < measure/short && to > measure/2; to-- {
		shorter := p.Wrap(text, to)
		if len(shorter) > len(wrapped) {
			break
		}
		wrapped = shorter
	}
	return p.told(wrapped, style, width, 1)
}

// yielded returns a sentence with a mark at its end, because the next one had no room.
func (p *painter) yielded(style theme.Style, text string, width int) line.Block {
	widest := p.measure(width)
	wrapped := p.Balance(text, widest)
	mark := " " + p.Plain(p.Ellipsis)
	if last := wrapped[len(wrapped)-1]; theme.Width(last+mark) > widest {
		wrapped = p.Balance(text, widest-theme.Width(mark))
	}
	wrapped[len(wrapped)-1] += mark
	return p.told(wrapped, style, width, 1)
}
