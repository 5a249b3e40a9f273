package page

import (
	"cmp"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/ui/chart"
	"dpscope/ui/explorer"
	"dpscope/ui/line"
	"dpscope/ui/theme"
)

// why explains the chosen answer in place of the picture: its formula with the user's numbers, its source, its assumptions, and
// the terms in it.
func (p *painter) why(l line.Look, at chart.Rect) line.Block {
	a, found := p.scene.Chosen()
	if !found {
		return line.Block{l.Line(at.Width).Put(l.Dim, "There is no answer to explain yet.").String()}.Fill(at.Width, at.Height)
	}
	b := append(whyTitle(l, a, at.Width), line.Blank(at.Width))
	put := func(style theme.Style, text string) {
		b = append(b, l.Lines(l.Wrap(text, at.Width-2), style, at.Width, 1)...)
	}
	for _, part := range []string{a.Why.Formula, a.Why.With, a.Why.Assumes} {
		if part != "" {
			put(l.Text, part)
			b = append(b, line.Blank(at.Width))
		}
	}
	if _, known := explorer.Written(a); a.Known.Word == "" && known {
		put(l.Dim, "All digits: "+numeral.Exact(a.Known.Value))
	}
	if held := p.scene.Sheet.Held; held != nil && a.Held != nil {
		put(l.Dim, held.Title()+", "+a.Was())
	}
	put(l.Dim, a.Known.Basis.Promise())
	if a.ExactOf != "" {
		put(l.Dim, "It is exact for "+a.ExactOf+".")
	}
	if a.Known.None != "" {
		put(l.Dim, a.Known.None)
	}
	b = append(b, line.Blank(at.Width))
	put(l.Dim, "Source: "+cmp.Or(a.Why.Source, p.scene.View.Source))
	for _, t := range p.scene.Terms() {
		b = append(b, line.Blank(at.Width))
		put(l.Strong, t.Title())
		put(l.Text, t.Says)
		for _, aside := range []string{t.Formula, t.Source} {
			if aside != "" {
				put(l.Dim, aside)
			}
		}
	}
	shown, pager := Paged(l, b, p.scene.Reasons, at)
	p.frame.Pager = pager
	return shown
}

// whyTitle names the answer and tells its number, in a line of its own where it would be cut.
func whyTitle(l line.Look, a engine.Reading, width int) line.Block {
	title := l.Line(width).To(1).Put(l.Strong, a.Heading())
	if a.Symbol != "" {
		title.Put(l.Dim, "  "+a.Symbol)
	}
	value, known := explorer.Written(a)
	if !known {
		return line.Block{title.Put(l.Dim, "  "+value).String()}
	}
	if a.Unit != "" {
		value += " " + a.Unit
	}
	var b line.Block
	basis := l.Basis(a.Known.Side()) + " "
	if title.At()+2+theme.Width(basis+l.Plain(value)) > width {
		b = append(b, title.String())
		title = l.Line(width).To(1)
	} else {
		basis = "  " + basis
	}
	return append(b, title.Put(l.Dim, basis).Put(l.Accent, value).String())
}
