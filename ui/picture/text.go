package picture

import (
	"strings"
	"sync"

	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"

	"dpscope/ui/line"
	"dpscope/ui/pdf"
	"dpscope/ui/theme"
)

// Typeface is the font family of pictures; Arial and Helvetica have the same widths.
const Typeface = "Liberation"

// fonts are parsed once: they are constants of the program.
var fonts = sync.OnceValue(func() *font.Cache {
	var faces font.Collection
	for _, f := range []struct {
		weight xfont.Weight
		bytes  []byte
	}{{xfont.WeightNormal, pdf.Regular()}, {xfont.WeightBold, pdf.Bold()}} {
		parsed, err := opentype.Parse(f.bytes)
		if err != nil {
			panic(err) // the fonts come with the program
		}
		faces = append(faces, font.Face{Font: font.Font{Typeface: Typeface, Variant: "Sans", Weight: f.weight}, Face: parsed})
	}
	return font.NewCache(faces)
})

// face returns the font at a size.
func face(size float64, bold bool) font.Face {
	f := font.Font{Typeface: Typeface, Variant: "Sans"}
	if bold {
		f.Weight = xfont.WeightBold
	}
	return fonts().Lookup(f, font.Length(size))
}

// raised and lowered digits are set as small ones, as the font lacks some of them.
var (
	raised = map[rune]rune{'⁰': '0', '¹': '1', '²': '2', '³': '3', '⁴': '4', '⁵': '5', '⁶': '6', '⁷': '7', '⁸': '8', '⁹': '9', '⁻': '−',
		'⁺': '+', 'ⁿ': 'n'}
	lowered = map[rune]rune{'₀': '0', '₁': '1', '₂': '2', '₃': '3', '₄': '4', '₅': '5', '₆': '6', '₇': '7', '₈': '8', '₉': '9', 'ᵢ': 'i',
		'ⱼ': 'j'}
)

// piece is a part of a line at one height.
type piece struct {
	text  string
	shift float64 // up, as a share of the size
	size  float64 // as a share of the size
}

// pieces divides a line where its height changes, and spells out what the font lacks.
func pieces(text string) (list []piece) {
	add := func(r string, shift, size float64) {
		if n := len(list); n > 0 && list[n-1].shift == shift {
			list[n-1].text += r
			return
		}
		list = append(list, piece{r, shift, size})
	}
	const small = 0.7
	for _, r := range theme.Unicode.Plain(text) {
		if up, is := raised[r]; is {
			add(string(up), 0.36, small)
		} else if down, is := lowered[r]; is {
			add(string(down), -0.14, small)
		} else {
			add(set(r), 0, 1)
		}
	}
	return list
}

// set returns a character as the font can show it.
func set(r rune) string {
	if r >= ' ' && r <= '~' {
		return string(r)
	}
	if i, err := face(1, false).Face.GlyphIndex(nil, r); err != nil || i == 0 {
		return theme.ASCII.Plain(string(r))
	}
	return string(r)
}

// width returns the width of a line, in points.
func width(text string, size float64, bold bool) float64 {
	total := 0.0
	for _, p := range pieces(text) {
		f := face(size*p.size, bold)
		total += float64(f.Width(p.text))
	}
	return total
}

// fit shortens a line to a width.
func fit(text string, size float64, bold bool, room float64) string {
	if width(text, size, bold) <= room {
		return text
	}
	letters := []rune(text)
	low, high := 0, len(letters) // this number of letters fits
	for low < high {
		middle := (low + high + 1) / 2
		if width(string(letters[:middle])+"…", size, bold) <= room {
			low = middle
		} else {
			high = middle - 1
		}
	}
	return strings.TrimRight(string(letters[:low]), " ,.;:") + "…"
}

// wrap breaks a text into at most most lines of a width, and breaks a word that is wider.
func wrap(text string, size float64, bold bool, room float64, most int) []string {
	var lines []string
	rest := line.Words(text)
	full := ""
	for len(rest) > 0 {
		word := rest[0]
		longer := strings.TrimSpace(full + " " + word)
		switch {
		case width(longer, size, bold) <= room:
			full, rest = longer, rest[1:]
			continue
		case full == "":
			n := broken(word, size, bold, room)
			full, rest[0] = word[:n], word[n:]
			if rest[0] == "" {
				rest = rest[1:]
			}
		}
		if len(lines) == most-1 {
			return append(lines, fit(strings.TrimSpace(full+" "+strings.Join(rest, " ")), size, bold, room))
		}
		lines, full = append(lines, full), ""
	}
	if full != "" {
		lines = append(lines, full)
	}
	return lines
}

// broken returns how many bytes of a word fit. An address is broken before a sign that joins its parts.
func broken(word string, size float64, bold bool, room float64) int {
	fits, joint := 0, 0
	for i := range word {
		if i == 0 {
			continue
		}
		if width(word[:i], size, bold) > room {
			break
		}
		fits = i
		if strings.ContainsRune("&?/,", rune(word[i])) {
			joint = i
		}
	}
	switch {
	case joint > 0:
		return joint
	case fits > 0:
		return fits
	}
	return len(word)
}

// write sets a line of text, and keeps the box that it takes.
func (s *Scene) write(mark int, at Point, text string, look letters) {
	parts := pieces(text)
	total := width(text, look.size, look.bold)
	left := look.anchor.left(at.X, total)
	box := [4]float64{left, at.Y - 0.74*look.size, left + total, at.Y + 0.2*look.size}
	if len(parts) == 1 && parts[0].shift == 0 {
		s.add(Item{Mark: mark, Paths: [][]Point{{at}}, Text: parts[0].text, Size: look.size, Bold: look.bold, Anchor: look.anchor, Fill: look.ink,
			Box: box})
		return
	}
	for _, p := range parts {
		size := look.size * p.size
		f := face(size, look.bold)
		w := float64(f.Width(p.text))
		s.add(Item{Mark: mark, Paths: [][]Point{{{left, at.Y - p.shift*look.size}}}, Text: p.text, Size: size, Bold: look.bold, Fill: look.ink,
			Box: [4]float64{left, box[1], left + w, box[3]}})
		left += w
	}
}
