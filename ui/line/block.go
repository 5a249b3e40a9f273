package line

import "strings"

// Block is lines of one width.
type Block []string

// Blank is an empty line.
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
