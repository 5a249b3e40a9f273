package page

import (
	"dpscope/assets"
	"dpscope/ui/line"
	"dpscope/ui/theme"
)

// told writes lines of the lead with the terms underlined that it uses for the first time; the key of explanations shows their
// definitions.
func (p *painter) told(texts []string, s theme.Style, width, column int) line.Block {
	if p.Strong.On == "" { // nothing is told apart by its style
		return p.Lines(texts, s, width, column)
	}
	under := theme.NewStyle(s.Ink, s.Ground, s.Attr|theme.Underline)
	if p.underlined == nil {
		p.underlined = map[string]bool{}
	}
	var b line.Block
	for _, text := range texts {
		l, done := p.Line(width).To(column), 0
		for _, use := range assets.Uses(text) {
			if p.underlined[use.Term.Name] || use.At < done {
				continue
			}
			p.underlined[use.Term.Name] = true
			l.Put(s, text[done:use.At]).Put(under, text[use.At:use.End])
			done = use.End
		}
		b = append(b, l.Put(s, text[done:]).String())
	}
	return b
}
