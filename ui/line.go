package ui

import (
	"strings"

	"dpscope/ui/theme"
)

// look is how things are drawn on this terminal.
type look struct {
	theme.Theme
	theme.Glyphs
}

// line builds one line of the screen, of a known width.
type line struct {
	b     strings.Builder
	at    int // cells written
	width int
	look  look
}

func (l look) line(width int) *line { return &line{width: width, look: l} }

// put writes text in a style, cut where the line ends.
func (l *line) put(s theme.Style, text string) *line {
	text = l.look.Fit(l.look.Plain(text), l.width-l.at)
	l.b.WriteString(s.Paint(text))
	l.at += theme.Width(text)
	return l
}

// raw appends what has been drawn already, of a known width.
func (l *line) raw(drawn string, width int) *line {
	if l.at+width <= l.width {
		l.b.WriteString(drawn)
		l.at += width
	}
	return l
}

// to moves on to a column; text that has gone further stays.
func (l *line) to(column int) *line {
	if n := min(column, l.width) - l.at; n > 0 {
		l.b.WriteString(strings.Repeat(" ", n))
		l.at += n
	}
	return l
}

// right writes text at the end of the line if it fits after what is there.
func (l *line) right(s theme.Style, text string) *line {
	text = l.look.Plain(text)
	if w := theme.Width(text); l.at+w < l.width {
		l.to(l.width-w).put(s, text)
	}
	return l
}

// String returns the line, filled with spaces.
func (l *line) String() string { return l.to(l.width).b.String() }

// blank is an empty line.
func blank(width int) string { return strings.Repeat(" ", max(width, 0)) }

// wrap breaks text into lines of at most width cells, at spaces where it can.
func (l look) wrap(text string, width int) []string {
	var lines []string
	for paragraph := range strings.SplitSeq(text, "\n") {
		current := ""
		for _, word := range strings.Fields(l.Plain(paragraph)) {
			switch {
			case current == "":
				current = word
			case theme.Width(current)+1+theme.Width(word) <= width:
				current += " " + word
			default:
				lines = append(lines, l.Fit(current, width))
				current = word
			}
		}
		lines = append(lines, l.Fit(current, width))
	}
	return lines
}

// wrapSentences breaks text into at most so many lines. What does not fit
// goes sentence by sentence, from the end; a first sentence that is too long
// by itself is cut.
func (l look) wrapSentences(text string, width, most int) []string {
	lines := l.wrap(text, width)
	for len(lines) > most {
		end := strings.LastIndex(strings.TrimRight(text, ". "), ". ")
		if end < 0 {
			lines = lines[:most]
			lines[most-1] = l.Fit(lines[most-1]+" "+l.Ellipsis, width)
			break
		}
		text = text[:end+1]
		lines = l.wrap(text, width)
	}
	return lines
}

// block is lines of one width.
type block []string

// indent moves the lines to the right.
func (b block) indent(by int) block {
	for i := range b {
		b[i] = blank(by) + b[i]
	}
	return b
}

// fill returns exactly height lines of width cells.
func (b block) fill(width, height int) block {
	for len(b) < height {
		b = append(b, blank(width))
	}
	return b[:max(height, 0)]
}
