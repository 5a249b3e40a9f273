package theme

import (
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Width returns the number of cells a text takes.
func Width(text string) int {
	if width, known := singles(text); known {
		return width
	}
	return ansi.StringWidth(text)
}

// singles counts the characters of a text; known reports whether each is known to fill one cell.
func singles(text string) (count int, known bool) {
	for i := 0; i < len(text); count++ {
		if c := text[i]; ' ' <= c && c <= '~' {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if !Single(r) {
			return 0, false
		}
		i += size
	}
	return count, true
}

// blocks lists ranges of characters that fill one cell each, beside any neighbour: those that the screen is drawn with, and the
// letters and signs of most texts.
var blocks = [...][2]rune{
	{0xa1, 0xac}, {0xae, 0x2ff}, // Latin
	{0x370, 0x377}, {0x37a, 0x37f}, {0x384, 0x38a}, {0x38e, 0x3a1}, {0x3a3, 0x3ff}, // Greek
	{0x2010, 0x2027}, {0x2030, 0x205e}, {0x2070, 0x2071}, {0x2074, 0x208e}, // punctuation, raised and lowered
	{0x2100, 0x2121}, {0x2190, 0x22ff}, // letters, arrows and signs of mathematics
	{0x2500, 0x25b5}, {0x25b7, 0x25bf}, {0x25c1, 0x25fa}, // lines, blocks and shapes
	{0x2800, 0x28ff}, // Braille
}

// Single reports whether a character is known to fill one cell beside any neighbour.
func Single(r rune) bool {
	if r >= 0x2500 && r <= 0x25b5 || r >= 0x2800 && r <= 0x28ff { // most of a picture
		return true
	}
	for _, b := range blocks {
		if r <= b[1] {
			return r >= b[0]
		}
	}
	return false
}
