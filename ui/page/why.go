package page

import (
	"cmp"

	"dpscope/assets"
	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/ui/chart"
	"dpscope/ui/explorer"
	"dpscope/ui/line"
	"dpscope/ui/theme"
)

// why explains the chosen answer in place of the picture: its formula with the user's numbers, its source, its assumptions, and
// the terms in it. What ε allows an attacker and what is so here come first where that is asked.
func (p *painter) why(l line.Look, at chart.Rect) line.Block {
	a, found := p.scene.Chosen()
	if !found {
		return line.Block{l.Line(at.Width).Put(l.Dim, "There is no answer to explain yet.").String()}.Fill(at.Width, at.Height)
	}
	e := explanation{Look: l, width: at.Width}
	compared := p.scene.Sheet.Lead.Sees.Compared()
	if p.asksAttacker(a) {
		e.compared(compared)
		compared = nil
	}
	e.answer(a, p.scene)
	e.compared(compared)
	e.put(l.Dim, "Source: "+cmp.Or(a.Why.Source, p.scene.View.Source))
	for _, t := range p.scene.Terms() {
		e.term(t)
	}
	shown, pager := Paged(l, e.lines, p.scene.Reasons, at)
	p.frame.Pager = pager
	return shown
}

// asksAttacker reports whether the key of explanations asks for an attacker: at the slider of ε, or at an answer that says how
// often one is right.
func (p *painter) asksAttacker(a engine.Reading) bool {
	sees, r := p.scene.Sheet.Lead.Sees, p.scene.Focused()
	return r.Kind == explorer.SliderRow && r.Param.Words != nil || a.Key == sees.Right || a.Key == sees.Allowed
}

// explanation collects the lines of an explanation.
type explanation struct {
	line.Look
	width int
	lines line.Block
}

func (e *explanation) put(style theme.Style, text string) {
	e.lines = append(e.lines, e.Lines(e.Wrap(text, e.width-2), style, e.width, 1)...)
}

func (e *explanation) blank() { e.lines = append(e.lines, line.Blank(e.width)) }

// compared puts what ε allows beside what is so here.
func (e *explanation) compared(texts []string) {
	if texts == nil {
		return
	}
	e.put(e.Strong, texts[0])
	for _, text := range texts[1:] {
		e.put(e.Text, text)
	}
	e.blank()
}

// answer says what an answer is, by which formula, and how it is known.
func (e *explanation) answer(a engine.Reading, scene explorer.Scene) {
	e.lines = append(e.lines, whyTitle(e.Look, a, e.width)...)
	e.blank()
	for _, part := range []string{a.Why.Formula, a.Why.With, a.Why.Assumes} {
		if part != "" {
			e.put(e.Text, part)
			e.blank()
		}
	}
	if _, known := explorer.Written(a); a.Known.Word == "" && known {
		e.put(e.Dim, "All digits: "+numeral.Exact(a.Known.Value))
	}
	if held := scene.Sheet.Held; held != nil && a.Held != nil {
		e.put(e.Dim, held.Title()+", "+a.Was())
	}
	e.put(e.Dim, a.Known.Basis.Promise())
	if a.ExactOf != "" {
		e.put(e.Dim, "It is exact for "+a.ExactOf+".")
	}
	if a.Known.None != "" {
		e.put(e.Dim, a.Known.None)
	}
	e.blank()
}

// term defines a term of the field.
func (e *explanation) term(t assets.Term) {
	e.blank()
	e.put(e.Strong, t.Title())
	e.put(e.Text, t.Definition())
	for _, aside := range []string{t.Formula, t.Source} {
		if aside != "" {
			e.put(e.Dim, aside)
		}
	}
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
