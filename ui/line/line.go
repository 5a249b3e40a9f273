// Package line writes lines of the screen: each has a known width, is cut at its end and filled with spaces.
package line

import (
	"strings"

	"dpscope/ui/theme"
)

// Look says how things are drawn on this terminal.
type Look struct {
	theme.Theme
	theme.Glyphs
}

// Line is one line of the screen being written.
type Line struct {
	b     strings.Builder
	at    int // cells written
	width int
	look  Look
}

// Line begins a line of a width.
func (l Look) Line(width int) *Line { return &Line{width: width, look: l} }

// At returns the column that will be written next.
func (l *Line) At() int { return l.at }

// Width returns the width of the whole line.
func (l *Line) Width() int { return l.width }

// Put writes text in a style, cut where the line ends.
func (l *Line) Put(s theme.Style, text string) *Line {
	text = l.look.Plain(text)
	width := theme.Width(text)
	if width > l.width-l.at {
		text = l.look.Fit(text, l.width-l.at)
		width = theme.Width(text)
	}
	if s.On == "" || text == "" {
		l.b.WriteString(text)
	} else {
		l.b.WriteString(s.On)
		l.b.WriteString(text)
		l.b.WriteString(theme.Off)
	}
	l.at += width
	return l
}

// Raw appends a drawn text of a known width.
func (l *Line) Raw(drawn string, width int) *Line {
	if l.at+width <= l.width {
		l.b.WriteString(drawn)
		l.at += width
	}
	return l
}

// To moves on to a column; text that has gone further stays.
func (l *Line) To(column int) *Line {
	if n := min(column, l.width) - l.at; n > 0 {
		l.b.WriteString(strings.Repeat(" ", n))
		l.at += n
	}
	return l
}

// Right writes text at the end of the line if it fits after what is there.
func (l *Line) Right(s theme.Style, text string) *Line {
	text = l.look.Plain(text)
	if w := theme.Width(text); l.at+w < l.width {
		l.To(l.width-w).Put(s, text)
	}
	return l
}

// String returns the line, filled with spaces.
func (l *Line) String() string { return l.To(l.width).b.String() }

// Block is lines of one width.
type Block []string

// Lines returns texts as lines that begin at a column.
func (l Look) Lines(texts []string, s theme.Style, width, column int) (b Block) {
	for _, text := range texts {
		b = append(b, l.Line(width).To(column).Put(s, text).String())
	}
	return b
}

// Blank returns an empty line.
func Blank(width int) string { return strings.Repeat(" ", max(width, 0)) }

// Indent moves the lines to the right.
func (b Block) Indent(by int) Block {
	for i := range b {
		b[i] = Blank(by) + b[i]
	}
	return b
}

// Fill returns exactly height lines of width cells.
func (b Block) Fill(width, height int) Block {
	for len(b) < height {
		b = append(b, Blank(width))
	}
	return b[:max(height, 0)]
}
