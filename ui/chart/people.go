package chart

import (
	"strings"

	"dpscope/engine"
	"dpscope/ui/theme"
)

// pitch is a cell of people with the gap to the next.
const pitch = 2

// over draws a figure over people in cells; room is false where the plot would keep fewer than ten rows, and while a lesson hides
// what is counted.
func over(people engine.People, f engine.Figure, o Options) (p Picture, room bool) {
	const least, furniture, indent = 10, 3, 2
	caption := captionOf(people, o.Width-indent, o.Glyphs)
	_, rows := people.Grid(o.Width / pitch)
	if o.Hidden || rows == 0 || caption == nil || o.Height < least+furniture+len(caption)+rows {
		return p, false
	}
	o.Dim = false // its theme is faded by now
	for whole := o.Height; ; {
		o.Height = whole - len(caption) - rows
		p = Render(f, o)
		_, need := people.Grid((p.Plot.Width + 1) / pitch)
		switch {
		case p.Plot.Height < least || need < rows:
			return p, false
		case need == rows:
			p.Lines = append(p.Lines, p.strip(people, caption, rows, o.Width)...)
			return p, true
		}
		rows = need // the plot is narrower than the picture
	}
}

// captionOf returns what is counted in one line, or in two; nil where a line is longer than a width.
func captionOf(people engine.People, width int, g theme.Glyphs) []string {
	words := people.Words()
	if line := g.Plain(strings.Join(words, "; ")); theme.Width(line) <= width {
		return []string{line}
	}
	for i, w := range words {
		if words[i] = g.Plain(w); theme.Width(words[i]) > width {
			return nil
		}
	}
	return words
}

// strip returns a caption, beside the sign of those affected, and the cells under the plot.
func (p Picture) strip(people engine.People, caption []string, rows, width int) []string {
	c := newCanvas(width, len(caption)+rows, p.style)
	sign, style := p.glyphs.Lower, p.style.Strong
	if !p.style.Coloured() {
		sign = p.glyphs.Fills[1]
	}
	left := p.Plot.X
	for _, line := range caption {
		if left+pitch+theme.Width(line) > width {
			left = 0
		}
	}
	c.sign(left, 0, sign, style)
	for y, line := range caption {
		c.text(left+pitch, y, line, p.style.Text)
	}
	for i := range people.Cells {
		x, y := p.Plot.X+pitch*(i/rows), len(caption)+i%rows
		if i < people.Affected {
			c.sign(x, y, sign, style)
		} else {
			c.sign(x, y, p.glyphs.Fills[0], p.style.Muted)
		}
	}
	return c.lines()
}
