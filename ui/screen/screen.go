// Package screen writes what changes a terminal from one screen to another. Lines are compared cell by cell, and equal lines
// are not looked into: a slider that moves costs what it changes, and not the whole screen.
package screen

import (
	"strconv"
	"unicode/utf8"

	"dpscope/ui/theme"
)

// Painter writes changes. It keeps the memory for comparing; its zero value is ready.
type Painter struct {
	old, new []cell
	pen      pen
}

// cell is the content of one cell.
type cell struct {
	style style
	text  string
}

var blank = cell{text: " "}

// Paint appends what shows a screen on a terminal in an unknown state.
func (p *Painter) Paint(b []byte, next []string) []byte {
	b = append(b, theme.Off...)
	for y, line := range next {
		b = p.whole(b, y, line)
	}
	return b
}

// Change appends what makes a terminal that shows one screen show another with the same number of lines.
func (p *Painter) Change(b []byte, shown, next []string) []byte {
	for y, line := range next {
		if line == shown[y] {
			continue
		}
		var known, simple bool
		p.old, known = cells(p.old[:0], shown[y])
		p.new, simple = cells(p.new[:0], line)
		if known && simple && len(p.old) == len(p.new) {
			b = p.changed(b, y)
		} else {
			b = p.whole(b, y, line)
		}
	}
	return b
}

// whole writes a line over any former one.
func (p *Painter) whole(b []byte, y int, line string) []byte {
	b = appendPlace(b, y, 0)
	b = append(b, eraseRest...)
	b = append(b, line...)
	return append(b, theme.Off...)
}

// nearby is the number of unchanged cells that are written again rather than skipped: skipping them takes about as many bytes.
const nearby = 4

// changed writes the cells of a line that have changed.
func (p *Painter) changed(b []byte, y int) []byte {
	p.pen = pen{row: y, column: -1}
	end := len(p.new) // from there on the line is blank
	for end > 0 && p.new[end-1] == blank {
		end--
	}
	for x := 0; x < len(p.new); x++ {
		switch {
		case p.new[x] == p.old[x]:
		case x >= end:
			return p.pen.erase(b, x)
		case p.pen.column >= 0 && x-p.pen.column <= nearby:
			for p.pen.column < x {
				b = p.pen.put(b, p.new[p.pen.column])
			}
			b = p.pen.put(b, p.new[x])
		default:
			b = p.pen.put(p.pen.to(b, x), p.new[x])
		}
	}
	return p.pen.lift(b)
}

// pen is where on a line the next cell is written, and in which style.
type pen struct {
	row, column int // column is -1 before anything is written
	style       style
}

// to moves to a column.
func (p *pen) to(b []byte, column int) []byte {
	switch {
	case p.column < 0:
		b = appendPlace(b, p.row, column)
	case p.column < column:
		b = append(b, "\x1b["...)
		b = strconv.AppendInt(b, int64(column-p.column), 10)
		b = append(b, 'C')
	}
	p.column = column
	return b
}

// put writes a cell.
func (p *pen) put(b []byte, c cell) []byte {
	if c != blank || p.style.seen() { // an empty cell is empty in any ink
		b = p.style.appendChange(b, c.style)
		p.style = c.style
	}
	p.column++
	return append(b, c.text...)
}

// lift ends the style.
func (p *pen) lift(b []byte) []byte {
	b = p.style.appendChange(b, 0)
	p.style = 0
	return b
}

const eraseRest = "\x1b[K"

// erase blanks the line from a column on.
func (p *pen) erase(b []byte, column int) []byte {
	return append(p.to(p.lift(b), column), eraseRest...)
}

// appendPlace moves to a cell, counted from 0.
func appendPlace(b []byte, y, x int) []byte {
	b = append(b, "\x1b["...)
	b = strconv.AppendInt(b, int64(y)+1, 10)
	b = append(b, ';')
	b = strconv.AppendInt(b, int64(x)+1, 10)
	return append(b, 'H')
}

// cells splits a line into its cells; simple is false for a line with characters that theme.Single does not know, or with control
// sequences other than styles.
func cells(list []cell, line string) (_ []cell, simple bool) {
	var now style
	for i := 0; i < len(line); {
		switch c := line[i]; {
		case c == ' ' && !now.seen():
			list = append(list, blank)
			i++
		case ' ' <= c && c <= '~':
			list = append(list, cell{now, line[i : i+1]})
			i++
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRuneInString(line[i:])
			if !theme.Single(r) {
				return list, false
			}
			list = append(list, cell{now, line[i : i+size]})
			i += size
		default:
			length := 0
			if now, length = now.after(line[i:]); length == 0 {
				return list, false
			}
			i += length
		}
	}
	return list, true
}
