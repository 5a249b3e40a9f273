package page

import (
	"dpscope/engine/param"
	"dpscope/ui/chart"
	"dpscope/ui/keys"
	"dpscope/ui/line"
)

// list shows the options, with the help of the marked one.
func (p *painter) list(at chart.Rect) line.Block {
	list := p.scene.List
	found := list.Matches()
	b := p.listHead(at.Width)
	if len(found) == 0 {
		b = append(b, p.Line(at.Width).To(1).Put(p.Dim, "nothing has these letters; "+keys.Escape.Help().Key+" goes back").String())
	}
	var help []string
	if list.At < len(found) && found[list.At].Help != "" {
		const share = 3
		help = p.WrapSentences(found[list.At].Help, at.Width-4, at.Height/share)
	}
	room := max(at.Height-len(b)-len(help)-1, 1)
	first := Window(len(found), room, list.At)
	for i := first; i < len(found) && i < first+room; i++ {
		p.frame.zones = append(p.frame.zones, zone{Rect: chart.Rect{X: at.X, Y: at.Y + len(b), Width: at.Width, Height: 1}, option: i})
		b = append(b, p.option(found[i], i == list.At, at.Width))
	}
	b = append(b, line.Blank(at.Width))
	for _, h := range help {
		b = append(b, p.Line(at.Width).To(2).Put(p.Dim, h).String())
	}
	return b.Fill(at.Width, at.Height)
}

// listHead names the control, and the folder of files.
func (p *painter) listHead(width int) line.Block {
	list := p.scene.List
	head := p.Line(width).To(1).Put(p.Strong, list.Title+"  ")
	Entry(p.Look, head, list.Filter)
	b := line.Block{head.String()}
	if list.Folder != "" {
		title := p.Line(width).To(1).Put(p.Strong, "files in ")
		b = append(b, title.Put(p.Dim, shorten(p.Look, list.Folder, width-title.At())).String())
	}
	return b
}

// option draws one of the options; enter takes the marked one. A member of a set has a sign before it.
func (p *painter) option(o param.Option, marked bool, width int) string {
	l, style := p.Line(width), p.Text
	if marked {
		l.Put(p.Accent, p.Focus)
		style = p.Accent
	}
	const name, spacious = 28, 56
	l.To(2)
	if list := p.scene.List; list.Picks() {
		if list.Holds(o) {
			l.Put(p.Accent, p.Markers[0])
		}
		l.To(4)
	}
	l.Put(style, p.Fit(p.Plain(o.Title), width-l.At()-spaced(p.Plain(o.Tag))))
	if p.scene.List.Folder == "" && o.Title != o.Name && width >= spacious && l.At() < name {
		l.To(name).Put(p.Dim, o.Name)
	}
	return l.Right(p.Dim, o.Tag).String()
}
