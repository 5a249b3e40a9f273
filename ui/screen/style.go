package screen

import (
	"strconv"
	"strings"

	"dpscope/ui/theme"
)

// style says how a cell is set, packed so that cells are compared fast: attributes in the lowest eight bits, then ink and
// ground. Its zero value is the terminal's own.
type style uint64

// colour is an ink or a ground: none, a number of ECMA-48 (30 to 37 and 90 to 97 for ink), one of 256, or a triple.
type colour uint32

const (
	numbered colour = (iota + 1) << 24
	indexed
	triple
	kind = 3 << 24
)

const (
	attributeBits = 8
	colourBits    = 26
	colourMask    = 1<<colourBits - 1
	inkShift      = attributeBits
	groundShift   = attributeBits + colourBits
)

// The attributes that make ink heavier or lighter.
const bold, faint style = 1, 2

func (s style) ink() colour       { return colour(s >> inkShift & colourMask) }
func (s style) ground() colour    { return colour(s >> groundShift & colourMask) }
func (s style) attributes() style { return s & (1<<attributeBits - 1) }
func (s style) with(c colour, shift int) style {
	return s&^(colourMask<<shift) | style(c)<<shift
}

// seen reports whether a style is visible in an empty cell.
func (s style) seen() bool { return s&^(colourMask<<inkShift)&^(bold|faint) != 0 }

// after returns the style after the sequence that a text begins with, and the sequence's length; 0 where that sequence does not
// set a style, or sets more than this package knows.
func (s style) after(text string) (next style, length int) {
	const begin = "\x1b["
	end := strings.IndexByte(text, 'm')
	if end < 0 || !strings.HasPrefix(text, begin) {
		return s, 0
	}
	list := parameters{rest: text[len(begin):end], more: true}
	for list.more {
		n := list.next()
		switch {
		case n == 0:
			s = 0
		case 1 <= n && n <= attributeBits:
			s |= 1 << (n - 1)
		case n == 38 || n == 48:
			shift := inkShift
			if n == 48 {
				shift = groundShift
			}
			s = s.with(list.colour(), shift)
		case 30 <= n && n <= 37 || 90 <= n && n <= 97:
			s = s.with(numbered|colour(n), inkShift)
		case 40 <= n && n <= 47 || 100 <= n && n <= 107:
			s = s.with(numbered|colour(n), groundShift)
		case n == 39:
			s = s.with(0, inkShift)
		case n == 49:
			s = s.with(0, groundShift)
		default:
			return s, 0
		}
		if list.wrong {
			return s, 0
		}
	}
	return s, end + 1
}

// parameters reads numbers between semicolons.
type parameters struct {
	rest  string
	more  bool // there are more of them
	wrong bool // one was no number below 256, or missing
}

// next returns the next number; an empty one is 0.
func (p *parameters) next() (n int) {
	p.wrong = p.wrong || !p.more
	for i := 0; i < len(p.rest); i++ {
		c := p.rest[i]
		if c == ';' {
			p.rest = p.rest[i+1:]
			return n
		}
		n = 10*n + int(c-'0')
		if c < '0' || c > '9' || n > 255 {
			p.wrong, p.more = true, false
			return 0
		}
	}
	p.more = false
	return n
}

// colour returns one of 256, or a triple.
func (p *parameters) colour() colour {
	switch p.next() {
	case 2:
		red, green, blue := p.next(), p.next(), p.next()
		return triple | colour(red<<16|green<<8|blue)
	case 5:
		return indexed | colour(p.next())
	}
	p.wrong = true
	return 0
}

// appendChange appends what turns one style into another.
func (s style) appendChange(b []byte, next style) []byte {
	if s == next {
		return b
	}
	if next == 0 {
		return append(b, theme.Off...)
	}
	b = append(b, "\x1b["...)
	if s.attributes()&^next.attributes() != 0 || s.ink() != 0 && next.ink() == 0 || s.ground() != 0 && next.ground() == 0 {
		b = append(b, "0;"...) // these attributes end only together with all others
		s = 0
	}
	for i := range attributeBits {
		if (next&^s)>>i&1 != 0 {
			b = append(b, '1'+byte(i), ';')
		}
	}
	if c := next.ink(); c != s.ink() {
		b = c.append(b, "38;")
	}
	if c := next.ground(); c != s.ground() {
		b = c.append(b, "48;")
	}
	b[len(b)-1] = 'm'
	return b
}

// append appends a colour's parameters, each with a semicolon.
func (c colour) append(b []byte, of string) []byte {
	list := [...]int64{2, int64(c >> 16 & 0xff), int64(c >> 8 & 0xff), int64(c & 0xff)}
	numbers := list[:]
	switch c & kind {
	case numbered:
		numbers = append(list[:0], int64(c&0xff))
	case indexed:
		b = append(b, of...)
		numbers = append(list[:0], 5, int64(c&0xff))
	default:
		b = append(b, of...)
	}
	for _, n := range numbers {
		b = append(strconv.AppendInt(b, n, 10), ';')
	}
	return b
}
