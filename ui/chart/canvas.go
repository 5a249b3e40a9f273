package chart

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"dpscope/ui/theme"
)

// cell is one character of the picture.
type cell struct {
	glyph       rune // ' ' when empty; continued, or an index of clusters, when negative
	ink, ground theme.Colour
	attr        theme.Attr
	area        bool // the ground belongs to a field: text on it is black or white
	soft        bool // empty or texture: words may cover it
}

// continued is the right half of a character two cells wide.
const continued rune = -1

// canvas is a rectangle of cells. Drawing outside of it is lost.
type canvas struct {
	width, height int
	cells         []cell
	clusters      []string // characters of several code points; cell glyph -2-i
	theme         theme.Theme
}

func newCanvas(width, height int, t theme.Theme) *canvas {
	c := &canvas{width: width, height: height, cells: make([]cell, width*height), theme: t}
	for i := range c.cells {
		c.cells[i].glyph, c.cells[i].soft = ' ', true
	}
	return c
}

// at returns the cell at column x of row y, nil outside.
func (c *canvas) at(x, y int) *cell {
	if x < 0 || y < 0 || x >= c.width || y >= c.height {
		return nil
	}
	return &c.cells[y*c.width+x]
}

// put draws one glyph. The ground stays, unless the style brings its own.
func (c *canvas) put(x, y int, glyph rune, s theme.Style) {
	p := c.at(x, y)
	if p == nil {
		return
	}
	if p.glyph == continued || x+1 < c.width && c.cells[y*c.width+x+1].glyph == continued {
		c.split(x, y)
	}
	p.glyph, p.ink, p.attr, p.soft = glyph, s.Ink, s.Attr, false
	switch {
	case s.Ground != 0:
		p.ground, p.area = s.Ground, false
	case p.area:
		p.ink = c.theme.Upon(p.ground)
	}
}

// split clears the halves of a wide character that is partly drawn over.
func (c *canvas) split(x, y int) {
	row := c.cells[y*c.width : (y+1)*c.width]
	if row[x].glyph == continued && x > 0 {
		row[x-1].glyph = ' '
	}
	if x+1 < c.width && row[x+1].glyph == continued {
		row[x+1].glyph = ' '
	}
}

// sign draws a glyph of the theme.
func (c *canvas) sign(x, y int, glyph string, s theme.Style) {
	r, _ := utf8.DecodeRuneInString(glyph)
	c.put(x, y, r, s)
}

// text draws plain text, and returns its width.
func (c *canvas) text(x, y int, text string, s theme.Style) int {
	start := x
	for len(text) > 0 {
		if b := text[0]; b < utf8.RuneSelf && (len(text) == 1 || text[1] < utf8.RuneSelf) {
			c.put(x, y, rune(b), s)
			x, text = x+1, text[1:]
			continue
		}
		cluster, width := ansi.FirstGraphemeCluster(text, ansi.GraphemeWidth)
		text = text[len(cluster):]
		first, size := utf8.DecodeRuneInString(cluster)
		if width != ansi.StringWidthWc(cluster) { // terminals disagree: its first letter alone
			cluster, width = cluster[:size], ansi.StringWidthWc(cluster[:size])
		}
		if width < 1 || width > 2 || x+width > c.width {
			continue
		}
		glyph := first
		if size < len(cluster) {
			c.clusters = append(c.clusters, cluster)
			glyph = rune(-1 - len(c.clusters))
		}
		c.put(x, y, glyph, s)
		if width == 2 {
			c.put(x+1, y, ' ', s)
			if right := c.at(x+1, y); right != nil {
				right.glyph = continued
			}
		}
		x += width
	}
	return x - start
}

// clear reports whether words may be written on a stretch of a row: it is inside, and holds nothing but texture.
func (c *canvas) clear(x, y, width int) bool {
	if y < 0 || y >= c.height || x < 0 || x+width > c.width {
		return false
	}
	for _, p := range c.cells[y*c.width+x : y*c.width+x+width] {
		if !p.soft {
			return false
		}
	}
	return true
}

// texture draws a glyph of the background.
func (c *canvas) texture(x, y int, glyph string, s theme.Style) {
	c.sign(x, y, glyph, s)
	if p := c.at(x, y); p != nil {
		p.soft = true
	}
}

// fill makes a cell part of a field: two colours, one above the other, or a glyph on a colour.
func (c *canvas) fill(x, y int, glyph rune, ink, ground theme.Colour) {
	if p := c.at(x, y); p != nil {
		*p = cell{glyph: glyph, ink: ink, ground: ground, area: ground != 0, soft: true}
	}
}

// tint gives an empty ground a colour.
func (c *canvas) tint(x, y int, ground theme.Colour) {
	if p := c.at(x, y); p != nil && !p.area {
		p.ground = ground
	}
}

// lines writes the cells, a control sequence only where the style changes;
// every line begins and ends in the terminal's own style.
func (c *canvas) lines() []string {
	var text []byte
	text = make([]byte, 0, len(c.cells)*3+64)
	ends := make([]int, c.height)
	for y := range c.height {
		text = c.appendRow(text, c.cells[y*c.width:(y+1)*c.width])
		ends[y] = len(text)
	}
	whole := string(text)
	lines := make([]string, c.height)
	start := 0
	for y, end := range ends {
		lines[y], start = whole[start:end], end
	}
	return lines
}

func (c *canvas) appendRow(b []byte, row []cell) []byte {
	var now cell // the style in force
	for _, p := range row {
		if p.glyph == continued {
			continue
		}
		if p.glyph == ' ' && p.attr&(theme.Underline|theme.Reverse) == 0 {
			p.ink, p.attr = now.ink, now.attr&^(theme.Underline|theme.Reverse) // unseen on an empty cell
		}
		if p.ink != now.ink || p.ground != now.ground || p.attr != now.attr {
			b = appendChange(b, now, p)
			now = p
		}
		if p.glyph < 0 {
			b = append(b, c.clusters[-2-p.glyph]...)
		} else {
			b = utf8.AppendRune(b, p.glyph)
		}
	}
	if now.ink != 0 || now.ground != 0 || now.attr != 0 {
		b = append(b, theme.Off...)
	}
	return b
}

// appendChange writes the shortest way from one style to another.
func appendChange(b []byte, from, to cell) []byte {
	clean := from.ink == 0 && from.ground == 0 && from.attr == 0
	if to.ink == 0 && to.ground == 0 && to.attr == 0 {
		return append(b, theme.Off...)
	}
	if !clean && from.attr != to.attr {
		b, clean = append(b, theme.Off...), true
	}
	if clean {
		return theme.AppendSGR(b, to.ink, to.ground, to.attr)
	}
	b = append(b, "\x1b["...)
	if from.ink != to.ink {
		b = to.ink.AppendInk(b)
		if from.ground != to.ground {
			b = append(b, ';')
		}
	}
	if from.ground != to.ground {
		b = to.ground.AppendGround(b)
	}
	return append(b, 'm')
}

// blank returns empty space of a width.
func blank(width int) string { return strings.Repeat(" ", max(width, 0)) }
