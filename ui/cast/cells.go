package cast

import (
	"fmt"
	"image/color"
	"strings"
	"unicode"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"
)

// look says how a cell is set, in hexadecimal colours; those of a dark ground, and those of a light one.
type look struct {
	ink, ground [2]string
	bold        bool
	underlined  bool
}

// cell is one place of the screen; a wide letter fills its place and leaves the next without text.
type cell struct {
	text string
	look look
}

// grounds tells which frame's colours stand at which place of a look.
const (
	onDark = iota
	onLight
)

// cells returns the rows of a frame. A set of colours that it was not drawn in is taken from the other.
func (c Cast) cells(f Frame) [][]cell {
	rows := make([][]cell, c.Height)
	for y := range rows {
		rows[y] = make([]cell, c.Width)
	}
	for at, content := range []string{onDark: f.Dark, onLight: f.Light} {
		if content == "" {
			continue
		}
		ground, ink := paper(at == onDark)
		buffer := uv.NewScreenBuffer(c.Width, c.Height)
		uv.NewStyledString(content).Draw(buffer, buffer.Bounds())
		for y := range rows {
			for x := range rows[y] {
				from, to := buffer.CellAt(x, y), &rows[y][x]
				if from == nil {
					continue
				}
				inkHere, groundHere := from.Style.Fg, from.Style.Bg
				if inkHere == nil {
					inkHere = ink
				}
				if groundHere == nil {
					groundHere = ground
				}
				if from.Style.Attrs&uv.AttrReverse != 0 {
					inkHere, groundHere = groundHere, inkHere
				}
				to.text = from.Content
				to.look.ink[at], to.look.ground[at] = hex(inkHere), hex(groundHere)
				to.look.bold = from.Style.Attrs&uv.AttrBold != 0
				to.look.underlined = from.Style.Underline != uv.UnderlineNone
			}
		}
	}
	return rows
}

func hex(c color.Color) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

// mark is a piece of text, or of ground, in one place of the screen.
type mark struct {
	x, y, width int
	text        string // empty: ground
	look        look   // of a text without its ground, and the other way round
}

// marks splits a row: words that stand apart are marks of their own, so that one that stays is the same mark in the next frame;
// so are letters and signs, which may be from two fonts.
func marks(y int, row []cell, paper [2]string) (list []mark) {
	for x := 0; x < len(row); {
		ground := row[x].look.ground
		from := x
		for x < len(row) && row[x].look.ground == ground {
			x++
		}
		if ground != paper {
			list = append(list, mark{x: from, y: y, width: x - from, look: look{ground: ground}})
		}
	}
	for x := 0; x < len(row); {
		if blank(row[x]) {
			x++
			continue
		}
		m := mark{x: x, y: y, look: inkOf(row[x])}
		var text strings.Builder
		for x < len(row) {
			c := row[x]
			if blank(c) && (x+1 == len(row) || blank(row[x+1]) || inkOf(row[x+1]) != m.look || sign(row[x+1]) != sign(row[m.x])) {
				break
			}
			if !blank(c) && (inkOf(c) != m.look || sign(c) != sign(row[m.x])) && c.text != "" {
				break
			}
			text.WriteString(c.text)
			x++
		}
		m.text, m.width = text.String(), x-m.x
		list = append(list, m)
	}
	return list
}

// blank reports whether nothing is seen in a cell but its ground.
func blank(c cell) bool { return c.text == " " && !c.look.underlined }

func inkOf(c cell) look {
	c.look.ground = [2]string{}
	return c.look
}

// sign reports whether a cell has no letter, digit or mark of a sentence.
func sign(c cell) bool {
	r, _ := utf8.DecodeRuneInString(c.text)
	return r >= 0x2190 && !unicode.IsLetter(r) && r != '≤' && r != '≥' && r != '≈'
}
